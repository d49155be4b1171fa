// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/entriespane.h"

#include "ui/discovery/describe.h"
#include "ui/discovery/entrieslist.h"
#include "ui/discovery/entriesmodel.h"
#include "ui/discovery/filterrow.h"
#include "ui/theme/icons.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"

#include <QAction>
#include <QBoxLayout>
#include <QItemSelectionModel>
#include <QMenu>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>

namespace discover {

namespace {

constexpr int kAgesMs = 30'000;

} // namespace

EntriesPane::EntriesPane(QWidget* parent)
    : QWidget(parent)
    , m_model(new EntriesModel(this))
    , m_pane(new widgets::Pane(tr("Entries"), this))
    , m_filter(new FilterRow(m_pane))
    , m_list(new EntriesList(*m_model, m_pane))
    , m_footer(new QWidget(m_pane))
    , m_hint(new QWidget(m_pane))
    , m_hintText(new widgets::PlainLabel({}, theme::Token::Secondary, m_hint))
    , m_prices(new widgets::StateLabel(m_footer))
{
    auto* const columns = new QToolButton(m_pane);
    columns->setText(tr("Columns"));
    columns->setObjectName(QStringLiteral("discoverColumnsButton"));
    columns->setAccessibleName(tr("Columns"));
    columns->setAutoRaise(true);
    columns->setFocusPolicy(Qt::StrongFocus);
    columns->setPopupMode(QToolButton::InstantPopup);
    columns->setMenu(&m_list->columnsMenu());
    m_pane->addToHeader(columns);
    m_pane->addContent(m_filter, 0);
    m_hintText->setObjectName(QStringLiteral("discoverHint"));
    auto* const hint = new QVBoxLayout(m_hint);
    hint->setContentsMargins(12, theme::kGap, 12, theme::kGap);
    hint->addWidget(m_hintText);
    m_pane->addContent(m_hint, 0);
    m_pane->addContent(m_list);
    makeFooter();
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_pane);

    auto* const find = new QShortcut(QKeySequence::Find, this);
    find->setContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, m_filter, &FilterRow::focusWords);
    connect(m_filter, &FilterRow::changed, this, &EntriesPane::ask);
    connect(m_model, &EntriesModel::sortAsked, this, [this](int sortColumn, bool isDescending) {
        m_wish.column = sortColumn;
        m_wish.isDescending = isDescending;
        ask();
    });
    connect(m_list, &EntriesList::currentRowChanged, this, &EntriesPane::currentChanged);
    connect(m_list, &QAbstractItemView::activated, this, &EntriesPane::activated);
    connect(&m_ages, &QTimer::timeout, m_model, &EntriesModel::updateAges);
    m_ages.start(kAgesMs);
    tellFacts();
}

EntriesPane::~EntriesPane() = default;

void EntriesPane::makeFooter()
{
    m_prices->setObjectName(QStringLiteral("discoverPrices"));
    auto* const row = new QHBoxLayout(m_footer);
    row->setContentsMargins(theme::kGap, theme::kGap / 2, theme::kGap, theme::kGap / 2);
    row->addWidget(m_prices, 1);
    m_pane->addContent(m_footer, 0);
}

void EntriesPane::setHint(const QString& text)
{
    m_hintText->setText(text);
    m_hint->setVisible(!text.isEmpty());
}

void EntriesPane::addToHint(QWidget* widget)
{
    static_cast<QVBoxLayout*>(m_hint->layout())->addWidget(widget, 0, Qt::AlignLeft);
}

void EntriesPane::addToFooter(QWidget* widget)
{
    m_footer->layout()->addWidget(widget);
}

void EntriesPane::addActions(const QList<QAction*>& actions)
{
    m_list->addActions(actions);
}

void EntriesPane::setStates(States states)
{
    m_states = std::move(states);
    m_wish.wantsFacets = true;
    ask();
}

void EntriesPane::setScope(const Scope& scope)
{
    if (scope == m_wish.scope)
        return;
    m_wish.scope = scope;
    ask();
}

void EntriesPane::ask()
{
    m_wish.filter = m_filter->filter();
    const auto ticket = m_generation.next();
    widgets::runOnWorker([states = m_states, wish = m_wish, ticket] {
        return arrange(states, wish, [&] { return ticket.isStale(); });
    }).then(this, [this, ticket](std::optional<Arranged> arranged) {
        if (arranged && !ticket.isStale())
            take(std::move(*arranged));
    });
}

void EntriesPane::take(Arranged arranged)
{
    const std::optional<Row> before = current() ? std::optional(*current()) : std::nullopt;
    if (arranged.facets) {
        m_filter->setFacets(*arranged.facets);
        m_wish.wantsFacets = false;
    }
    const bool hasChanged = std::ranges::any_of(
        arranged.rows, [](const Row& row) { return row.entry->change != stack::Change::None; });
    if (hasChanged && !std::exchange(m_hasChanged, true))
        m_list->showColumn(Change);
    m_model->show(std::move(arranged.rows), m_wish.filter.capability);
    m_shown = std::move(arranged);
    selectAgain(before);
    tellFacts();
}

/// The one that was current, else the first.
void EntriesPane::selectAgain(const std::optional<Row>& row)
{
    if (m_list->currentIndex().isValid())
        return;
    const int found = row ? m_model->find(*row) : -1;
    if (m_model->rowCount() == 0)
        return Q_EMIT currentChanged();
    m_list->setCurrentIndex(m_model->index(std::max(found, 0), Name));
    if (found > 0)
        m_list->scrollTo(m_list->currentIndex(), QAbstractItemView::PositionAtCenter);
}

void EntriesPane::tellFacts()
{
    const int shownCount = m_model->rowCount();
    QString facts = shownCount == static_cast<int>(m_shown.total)
        ? QString()
        : tr("%L1 of %L2 · ").arg(shownCount).arg(m_shown.total);
    if (shownCount > 0)
        facts += tr("%L1 of %L2 trade over ACMP").arg(m_shown.trading).arg(shownCount);
    m_pane->setFacts(facts);
    if (const QString problem = m_filter->problem(); !problem.isEmpty())
        return m_prices->setState(widgets::State::Attention, problem);
    const Verdict verdict = verdictOf(m_shown);
    m_prices->setState(verdict.state, verdict.word);
}

const Row* EntriesPane::current() const
{
    const QModelIndex index = m_list->currentIndex();
    return index.isValid() ? &m_model->row(index.row()) : nullptr;
}

std::vector<Row> EntriesPane::selected() const
{
    QList<int> indexes;
    for (const QModelIndex& index : m_list->selectionModel()->selectedRows())
        indexes += index.row();
    std::ranges::sort(indexes);
    std::vector<Row> rows;
    for (const int index : indexes)
        rows.push_back(m_model->row(index));
    return rows;
}

} // namespace discover
