// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/ledgerpane.h"

#include "ui/invoke/describe.h"
#include "ui/offers/factstable.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/fittingheader.h"
#include "ui/widgets/plainlabel.h"
#include "ui/workspace/workspacestore.h"

#include <QDateTime>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QVBoxLayout>

namespace offers {

using workspace::Budget;
using workspace::Spending;

namespace {

constexpr qint64 kLookEveryMs = 1'000;

} // namespace

void LedgerModel::show(std::shared_ptr<const workspace::Ledger> ledger)
{
    beginResetModel();
    m_ledger = std::move(ledger);
    endResetModel();
}

int LedgerModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_ledger ? 0 : static_cast<int>(m_ledger->entries().size());
}

int LedgerModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant LedgerModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return headerData(index.column(), Qt::Horizontal, role);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const auto& entries = m_ledger->entries();
    const Spending& entry = entries[entries.size() - 1 - static_cast<std::size_t>(index.row())];
    const bool isWhole = role == Qt::ToolTipRole;
    const auto idText
        = [&](const std::string& id) { return isWhole ? shown(id) : invoke::shortId(shown(id)); };
    const auto text = [&]() -> QString {
        switch (index.column()) {
        case Time:
            return isWhole
                ? QDateTime::fromMSecsSinceEpoch(entry.unixMs).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
                : whenText(entry.unixMs);
        case Kind:
            return shown(workspace::toString(entry.kind));
        case Who:
            return idText(entry.provider);
        case Cu:
            return shown(entry.cu.text());
        case What:
            return shown(entry.capability);
        case Task:
            return idText(entry.taskId.empty() ? entry.offerId : entry.taskId);
        default:
            return shown(entry.escrowId);
        }
    };
    return isWhole ? widgets::plainToolTip(text()) : text();
}

QVariant LedgerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Cu ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Kind:
        return tr("Kind");
    case Who:
        return tr("Provider");
    case Cu:
        return tr("CU");
    case What:
        return tr("Capability");
    case Task:
        return tr("Offer, task");
    default:
        return tr("Escrow");
    }
}

LedgerPane::LedgerPane(workspace::SpendGuard& guard, workspace::WorkspaceStore& workspace, QWidget* parent)
    : QWidget(parent)
    , m_guard(guard)
    , m_workspace(workspace)
    , m_model(new LedgerModel(this))
    , m_table(new QTableView(this))
    , m_sums(new widgets::PlainLabel({}, theme::Token::Secondary, this))
    , m_problem(new widgets::PlainLabel({}, theme::Token::Error, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 0, 0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 12, 0);
    column->addLayout(row);
    auto* title = new widgets::PlainLabel(tr("Budget, CU"), theme::Token::Secondary, this);
    title->setWordWrap(false);
    row->addWidget(title);
    for (const auto& [label, name, limit] : { std::tuple(tr("workspace"), "budgetAll", &Budget::all),
             std::tuple(tr("a provider"), "budgetProvider", &Budget::perProvider),
             std::tuple(tr("a day"), "budgetDay", &Budget::perDay) })
        row->addWidget(addLimit(label, name, limit));
    auto* csv = new QPushButton(tr("CSV…"), this);
    csv->setObjectName(QStringLiteral("exportCsv"));
    csv->setAccessibleName(tr("Save the ledger as CSV"));
    csv->setToolTip(csv->accessibleName());
    row->addWidget(csv);
    column->addWidget(m_sums);
    column->addWidget(m_problem);
    m_problem->hide();
    m_header = new widgets::FittingHeader(m_table);
    m_table->setHorizontalHeader(m_header);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Ledger"));
    setUpTable(*m_table, QStringLiteral("ledger"));
    m_table->setItemDelegate(new widgets::CellDelegate(widgets::CellDelegate::Look::Data, -1, m_table));
    m_header->setObjectName(QStringLiteral("offers.ledger"));
    column->addWidget(m_table, 1);
    connect(csv, &QPushButton::clicked, this, &LedgerPane::chooseFile);
    connect(&workspace, &workspace::WorkspaceStore::budgetChanged, this, &LedgerPane::showBudget);
    showBudget();
}

QLineEdit* LedgerPane::addLimit(
    const QString& label, const char* name, std::optional<json::Decimal> Budget::* limit)
{
    auto* line = new QLineEdit(this);
    line->setObjectName(QLatin1String(name));
    line->setPlaceholderText(label);
    line->setAccessibleName(tr("Budget of %1, CU").arg(label));
    line->setToolTip(tr("At most so much is accepted for %1; empty: no limit").arg(label));
    line->setFont(theme::monospace());
    m_limits.push_back({ line, limit });
    connect(line, &QLineEdit::editingFinished, this, [this, line, limit] { edit(line, limit); });
    return line;
}

void LedgerPane::edit(QLineEdit* line, std::optional<json::Decimal> Budget::* limit)
{
    Budget budget = m_workspace.budget();
    const std::string typed = line->text().trimmed().toStdString();
    const auto amount = json::Decimal::parse(typed);
    const bool isAmount = amount && !amount->isNegative();
    m_problem->setVisible(!typed.empty() && !isAmount);
    if (!typed.empty() && !isAmount)
        return m_problem->setText(tr("Not kept: %1 is no amount of CU").arg(line->text()));
    budget.*limit = typed.empty() ? std::nullopt : amount;
    m_workspace.setBudget(budget);
}

void LedgerPane::showBudget()
{
    for (const Limit& limit : m_limits) {
        const auto& amount = m_workspace.budget().*limit.limit;
        limit.line->setText(amount ? shown(amount->text()) : QString());
    }
}

void LedgerPane::nextFrame()
{
    if (!isVisible())
        return;
    if (!m_lookedAt.isValid() || m_lookedAt.hasExpired(kLookEveryMs)) {
        m_guard.refresh();
        m_lookedAt.start();
    }
    if (m_version == m_guard.version())
        return;
    m_version = m_guard.version();
    const auto ledger = m_guard.ledger();
    m_model->show(ledger);
    m_header->fit();
    showSums(*ledger);
    if (const auto problem = m_guard.problem()) {
        m_problem->setText(shown(problem->toString()));
        m_problem->show();
    }
}

void LedgerPane::showSums(const workspace::Ledger& ledger)
{
    const std::int64_t now = QDateTime::currentMSecsSinceEpoch();
    m_sums->setText(tr("Committed and direct %1 CU, of it %2 today (UTC); billed under deals %3 CU")
            .arg(shown(ledger.spent().text()), shown(ledger.spentOn(now).text()),
                shown(ledger.billed().text())));
}

void LedgerPane::chooseFile()
{
    auto* dialog = new QFileDialog(this, tr("Save the ledger"), {}, tr("CSV (*.csv);;All files (*)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &LedgerPane::exportTo);
    dialog->open();
}

void LedgerPane::exportTo(const QString& path)
{
    const std::string csv = m_guard.ledger()->toCsv();
    QSaveFile file(path);
    const auto size = static_cast<qint64>(csv.size());
    const bool isSaved
        = file.open(QIODevice::WriteOnly) && file.write(csv.data(), size) == size && file.commit();
    m_problem->setVisible(!isSaved);
    if (!isSaved)
        m_problem->setText(tr("%1 can't be saved: %2").arg(path, file.errorString()));
}

} // namespace offers
