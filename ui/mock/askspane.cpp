// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/askspane.h"

#include "ui/theme/icons.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/fittingheader.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/segments.h"

#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace mock {

AsksPane::AsksPane(const capture::Record& record, QWidget* parent)
    : QWidget(parent)
    , m_model(record)
    , m_pane(new widgets::Pane(tr("Asked of our providers"), this))
    , m_scope(new widgets::Segments(tr("Whose requests"), { tr("All"), tr("This one") }, m_pane))
    , m_show(new QPushButton(theme::icon(QStringLiteral("traffic")), tr("Show in Traffic"), m_pane))
    , m_stack(new QStackedWidget(m_pane))
    , m_hint(new widgets::PlainLabel({}, theme::Token::Secondary, m_stack))
    , m_table(new QTableView(m_stack))
{
    m_scope->setSegmentEnabled(1, false);
    m_scope->setObjectName(QStringLiteral("asksScope"));
    m_show->setObjectName(QStringLiteral("showInTraffic"));
    m_pane->addToHeader(m_scope);
    m_pane->addToHeader(m_show);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setMargin(16);
    m_stack->addWidget(m_hint);
    m_stack->addWidget(m_table);
    m_pane->addContent(m_stack);
    makeTable();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_pane);
    connect(m_scope, &widgets::Segments::currentChanged, this, &AsksPane::filter);
    connect(m_show, &QPushButton::clicked, this, &AsksPane::showCurrent);
    showCount();
}

void AsksPane::makeTable()
{
    using widgets::CellDelegate;
    m_table->setObjectName(QStringLiteral("asks"));
    m_table->setAccessibleName(tr("What was asked of our providers"));
    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(theme::scaled(theme::kRowHeight));
    for (const int column :
        { AsksModel::Time, AsksModel::Peer, AsksModel::Id, AsksModel::Chunks, AsksModel::Cu })
        m_table->setItemDelegateForColumn(column, new CellDelegate(CellDelegate::Look::Data, -1, m_table));
    m_table->setItemDelegateForColumn(
        AsksModel::State, new CellDelegate(CellDelegate::Look::State, AsksModel::StateRole, m_table));
    m_header = new widgets::FittingHeader(m_table);
    m_header->setObjectName(QStringLiteral("asksHeader"));
    m_header->setResizeContentsPrecision(0); // of the rows in sight: there may be many
    m_table->setHorizontalHeader(m_header);
    connect(m_table, &QTableView::activated, this, &AsksPane::showCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this] { m_show->setEnabled(m_table->currentIndex().isValid()); });
}

void AsksPane::update(const std::shared_ptr<const analysis::Snapshot>& snapshot)
{
    const QScrollBar* bar = m_table->verticalScrollBar();
    const bool wasAtEnd = bar->value() == bar->maximum();
    m_model.update(snapshot);
    if (wasAtEnd)
        m_table->scrollToBottom();
    showCount();
    m_header->fit(true);
}

void AsksPane::setChosen(const std::vector<std::string>& endpoints)
{
    if (endpoints == m_chosen)
        return;
    m_chosen = endpoints;
    m_scope->setSegmentEnabled(1, !endpoints.empty());
    if (endpoints.empty())
        m_scope->setCurrent(0);
    filter();
}

void AsksPane::filter()
{
    m_model.setOnly(m_scope->current() == 1 ? std::optional(m_chosen) : std::nullopt);
    m_table->scrollToBottom();
    showCount();
}

void AsksPane::setHint(const QString& hint)
{
    m_hint->setText(hint);
}

void AsksPane::showCount()
{
    const int rows = m_model.rowCount();
    m_pane->setFacts(rows == 0 ? QString() : tr("%L1").arg(rows));
    m_show->setEnabled(m_table->currentIndex().isValid());
    m_stack->setCurrentWidget(rows == 0 ? static_cast<QWidget*>(m_hint) : m_table);
}

void AsksPane::showCurrent()
{
    if (m_table->currentIndex().isValid())
        Q_EMIT showInTraffic(m_model.recordOf(m_table->currentIndex().row()));
}

} // namespace mock
