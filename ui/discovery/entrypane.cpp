// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/entrypane.h"

#include "ui/discovery/describe.h"
#include "ui/discovery/entryactions.h"
#include "ui/discovery/termsmodel.h"
#include "ui/widgets/byteview.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/findinglist.h"
#include "ui/widgets/jsontree.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/segments.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace discover {

namespace {

QToolButton* makeButton(QAction* action, const QString& name, QWidget* parent)
{
    auto* const button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QToolButton* makeMenuButton(QMenu* menu, const QString& text, const QString& name, QWidget* parent)
{
    auto* const button = new QToolButton(parent);
    button->setText(text);
    button->setIcon(menu->icon());
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setToolTip(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    return button;
}

/// Scrolls what does not fit.
QScrollArea* makeScrolling(QWidget* content, const QString& name, QWidget* parent)
{
    auto* const area = new QScrollArea(parent);
    area->setAccessibleName(name);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    content->setAutoFillBackground(false);
    // The viewport's is Text, which PlainLabel does not colour.
    content->setForegroundRole(QPalette::WindowText);
    area->setWidget(content);
    area->viewport()->setAutoFillBackground(false);
    return area;
}

QByteArray textOf(const json::Raw& raw)
{
    const std::string_view text = raw.text();
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

std::vector<widgets::JsonNote> notesOf(const discovery::Entry& entry)
{
    std::vector<widgets::JsonNote> notes;
    notes.reserve(entry.findings.size());
    for (const acmp::Finding& finding : entry.findings)
        notes.push_back({ finding.where.pointer, finding.rule->level,
            EntryPane::tr("%1: expected %2, found %3")
                .arg(shown(finding.rule->id), shown(finding.expected), shown(finding.found)) });
    return notes;
}

} // namespace

EntryPane::EntryPane(EntryActions& actions, const CardPage::Fetch& fetch, LivePage::Ask ask, QWidget* parent)
    : QWidget(parent)
    , m_pane(new widgets::Pane(tr("Entry"), this))
    , m_state(new widgets::StateLabel(m_pane))
    , m_choice(new widgets::Segments(tr("Side of the entry"),
          { tr("Summary"), tr("Raw"), tr("Terms"), tr("Findings"), tr("Card"), tr("Live") }, m_pane))
    , m_pages(new QStackedWidget(m_pane))
    , m_terms(new TermsModel(this))
    , m_card(new CardPage(fetch, m_pages))
    , m_live(new LivePage(fetch, std::move(ask), m_pages))
{
    m_choice->setObjectName(QStringLiteral("discoverSide"));
    m_pages->setObjectName(QStringLiteral("discoverPages"));
    makeHeader(actions);
    m_pages->addWidget(makeSummary());
    m_pages->addWidget(makeRaw());
    m_pages->addWidget(makeTerms());
    m_pages->addWidget(makeFindings());
    m_pages->addWidget(m_card);
    m_pages->addWidget(m_live);
    m_pane->addContent(m_pages);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_pane);
    connect(m_choice, &widgets::Segments::currentChanged, this, [this](int page) {
        m_pages->setCurrentIndex(page);
        fill();
    });
    setRow(nullptr);
}

void EntryPane::makeHeader(EntryActions& actions)
{
    m_state->setPill(true);
    auto* const connectButton
        = makeButton(actions.connectAction(), QStringLiteral("discoverConnect"), m_pane);
    connectButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connectButton->setPopupMode(QToolButton::MenuButtonPopup);
    connectButton->setMenu(actions.connectMenu());
    m_pane->addToHeader(connectButton);
    m_pane->addToHeader(makeButton(actions.invokeAction(), QStringLiteral("discoverInvoke"), m_pane));
    m_pane->addToHeader(makeButton(actions.saveAction(), QStringLiteral("discoverSave"), m_pane));
    m_pane->addToHeader(
        makeMenuButton(actions.copyMenu(), tr("Copy as"), QStringLiteral("discoverCopy"), m_pane));
    auto* const row = new QWidget(m_pane);
    auto* const layout = new QHBoxLayout(row);
    layout->setContentsMargins(theme::kGap / 2, 2, theme::kGap, 2);
    layout->addWidget(m_choice);
    layout->addStretch();
    m_pane->addContent(row, 0);
}

QWidget* EntryPane::makeSummary()
{
    auto* const content = new QWidget;
    m_price = new widgets::StateLabel(content);
    m_prices = new widgets::FactsGrid(content);
    m_facts = new widgets::FactsGrid(content);
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(12, theme::kGap, 12, theme::kGap);
    column->setSpacing(theme::kGap);
    column->addWidget(m_state, 0, Qt::AlignLeft);
    column->addWidget(m_price);
    column->addWidget(m_prices);
    column->addWidget(m_facts);
    column->addStretch();
    return makeScrolling(content, tr("Summary"), m_pages);
}

QWidget* EntryPane::makeRaw()
{
    auto* const page = new QWidget(m_pages);
    m_rawMode = new widgets::Segments(tr("Show as"), { tr("Tree"), tr("Text") }, page);
    m_rawPages = new QStackedWidget(page);
    m_tree = new widgets::JsonTree(m_rawPages);
    m_tree->setObjectName(QStringLiteral("discoverRaw"));
    m_tree->setAccessibleName(tr("The entry as it came, as a tree"));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_bytes = new widgets::ByteView(m_rawPages);
    m_bytes->setAccessibleName(tr("The entry as it came, as text"));
    m_bytes->setFrameShape(QFrame::NoFrame);
    m_rawPages->addWidget(m_tree);
    m_rawPages->addWidget(m_bytes);
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(theme::kGap / 2, 0, theme::kGap, 0);
    bar->addWidget(m_rawMode);
    bar->addStretch();
    auto* const column = new QVBoxLayout(page);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_rawPages, 1);
    connect(m_rawMode, &widgets::Segments::currentChanged, m_rawPages, &QStackedWidget::setCurrentIndex);
    return page;
}

QWidget* EntryPane::makeTerms()
{
    auto* const table = new QTableView(m_pages);
    table->setObjectName(QStringLiteral("discoverTerms"));
    table->setAccessibleName(tr("Terms"));
    table->setFrameShape(QFrame::NoFrame);
    table->setModel(m_terms);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    // The ends of IRIs tell them apart.
    table->setTextElideMode(Qt::ElideMiddle);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(theme::scaled(theme::kRowHeight));
    table->setItemDelegate(new widgets::CellDelegate(widgets::CellDelegate::Look::Data, -1, table));
    QHeaderView* const header = table->horizontalHeader();
    header->setObjectName(QStringLiteral("discoverTermsColumns"));
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->resizeSection(TermsModel::Name, theme::scaled(180));
    header->resizeSection(TermsModel::Iri, theme::scaled(170));
    return table;
}

QWidget* EntryPane::makeFindings()
{
    auto* const content = new QWidget;
    m_findings = new widgets::FindingList(content);
    m_noFindings = new widgets::PlainLabel({}, theme::Token::Secondary, content);
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(12, theme::kGap, 12, theme::kGap);
    column->addWidget(m_noFindings);
    column->addWidget(m_findings);
    column->addStretch();
    return makeScrolling(content, tr("Findings"), m_pages);
}

void EntryPane::showPage(Page page)
{
    m_choice->setCurrent(page);
}

void EntryPane::setRow(const Row* row)
{
    if (row && m_row && row->entry == m_row->entry && row->of == m_row->of)
        return;
    m_row = row ? std::optional(*row) : std::nullopt;
    m_pane->setTitle(row ? nameOf(**row) : tr("Entry"));
    m_card->setEntry(row ? row->entry : nullptr);
    m_live->setEntry(row ? row->entry : nullptr);
    fill();
}

void EntryPane::fill()
{
    switch (m_pages->currentIndex()) {
    case Summary:
        return fillSummary();
    case Raw:
        return fillRaw();
    case Terms:
        return m_terms->setTerms(m_row ? discovery::termsOf(**m_row) : std::vector<discovery::Term>());
    case Findings:
        m_findings->setFindings(m_row ? (*m_row)->findings : std::vector<acmp::Finding>());
        m_noFindings->setText(m_row ? tr("Nothing is wrong with it.") : tr("No entry is chosen."));
        m_noFindings->setVisible(!m_row || (*m_row)->findings.empty());
        return;
    default:
        return;
    }
}

void EntryPane::fillSummary()
{
    m_state->setVisible(m_row.has_value());
    m_facts->setFacts(m_row ? factsOf(*m_row) : std::vector<widgets::Fact>());
    m_prices->setFacts(m_row ? pricesOf(**m_row) : std::vector<widgets::Fact>());
    if (!m_row)
        return m_price->setState(widgets::State::Neutral, tr("No entry is chosen."));
    const Verdict identity = verdictOf((*m_row)->binding);
    m_state->setState(identity.state, identity.word);
    const discovery::AcmpTerms& acmp = (*m_row)->acmp;
    if (acmp.prices.empty())
        m_price->setState(widgets::State::Neutral, tr("no indicative price"));
    else if (acmp.priceBasis)
        m_price->setState(
            widgets::State::Neutral, tr("indicative, not binding: %1").arg(shown(*acmp.priceBasis)));
    else
        m_price->setState(
            widgets::State::Attention, tr("indicative, not binding, and without a price basis"));
}

void EntryPane::fillRaw()
{
    if (!m_row) {
        m_tree->clear();
        return m_bytes->clear();
    }
    const QByteArray text = textOf((*m_row)->raw);
    m_tree->setJson(text, notesOf(**m_row));
    m_bytes->setBytes(text);
}

} // namespace discover
