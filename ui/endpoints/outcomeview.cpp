// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/outcomeview.h"

#include "ui/endpoints/certificateview.h"
#include "ui/endpoints/describe.h"
#include "ui/endpoints/inventoryview.h"
#include "ui/theme/icons.h"
#include "ui/widgets/factsgrid.h"
#include "ui/widgets/findinglist.h"
#include "ui/widgets/jsontree.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/segments.h"

#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace endpoints {

namespace {

/// What came; in the order of the choice.
enum Page { AnswerPage, ListsPage, CertificatePage };

} // namespace

OutcomeView::OutcomeView(QWidget* parent)
    : QWidget(parent)
    , m_pane(new widgets::Pane({}, this))
    , m_state(new widgets::StateLabel(m_pane))
    , m_test(new QPushButton(theme::icon(QStringLiteral("test")), tr("&Test"), m_pane))
    , m_invoke(new QPushButton(
          theme::icon(QStringLiteral("invoke"), theme::Token::OnAccent), tr("&Invoke"), m_pane))
    , m_doctor(new QPushButton(theme::icon(QStringLiteral("doctor")), tr("D&octor"), m_pane))
    , m_findOut(new QPushButton(theme::icon(QStringLiteral("doctor")), tr("Find out what is wrong")))
    , m_sentence(new widgets::PlainLabel)
    , m_notes(new widgets::PlainLabel({}, theme::Token::Secondary))
    , m_facts(new widgets::FactsGrid)
    , m_findings(new widgets::FindingList)
    , m_below(new widgets::Pane(tr("What came"), this))
    , m_choice(new widgets::Segments(
          tr("What came"), { tr("Answer"), tr("Also offers"), tr("Certificate") }, m_below))
    , m_pages(new QStackedWidget(m_below))
    , m_tree(new widgets::JsonTree(m_pages))
    , m_certificate(new CertificateView(m_pages))
    , m_inventory(new InventoryView(m_pages))
{
    m_state->setPill(true);
    m_pane->addBeforeTitle(m_state);
    m_test->setObjectName(QStringLiteral("test"));
    m_invoke->setObjectName(QStringLiteral("invoke"));
    m_doctor->setObjectName(QStringLiteral("doctor"));
    m_doctor->setToolTip(tr("Goes there step by step, and says where it fails"));
    m_findOut->setObjectName(QStringLiteral("findOut"));
    theme::makePrimary(*m_invoke);
    m_pane->addToHeader(m_test);
    m_pane->addToHeader(m_doctor);
    m_pane->addToHeader(m_invoke);
    m_pane->addContent(makeSummary());
    makeBelow();

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("endpointDetail"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_pane);
    splitter->addWidget(m_below);
    splitter->setSizes({ 400, 400 });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(splitter);

    connect(m_test, &QPushButton::clicked, this, &OutcomeView::testRequested);
    connect(m_invoke, &QPushButton::clicked, this, &OutcomeView::invokeRequested);
    connect(m_doctor, &QPushButton::clicked, this, &OutcomeView::doctorRequested);
    connect(m_findOut, &QPushButton::clicked, this, &OutcomeView::doctorRequested);
    m_findings->setLinks(true);
    connect(m_findings, &widgets::FindingList::recordRequested, this, &OutcomeView::recordRequested);
    connect(m_certificate, &CertificateView::pinRequested, this, &OutcomeView::pinRequested);
}

QWidget* OutcomeView::makeBelow()
{
    m_tree->setAccessibleName(tr("What the endpoint says of itself"));
    m_choice->setObjectName(QStringLiteral("whatCame"));
    m_below->addToHeader(m_choice);
    m_pages->addWidget(m_tree);
    m_pages->addWidget(m_inventory);
    m_pages->addWidget(m_certificate);
    m_below->addContent(m_pages);
    connect(m_choice, &widgets::Segments::currentChanged, this, [this](int page) {
        m_pages->setCurrentIndex(page);
        m_below->setFacts(page == AnswerPage ? m_answerFacts : QString());
    });
    return m_below;
}

QWidget* OutcomeView::makeSummary()
{
    auto* summary = new QWidget;
    auto* column = new QVBoxLayout(summary);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(12);
    m_sentence->setObjectName(QStringLiteral("sentence"));
    for (QWidget* part : std::initializer_list<QWidget*> { m_sentence, m_notes, m_facts, m_findings })
        column->addWidget(part);
    column->insertWidget(1, m_findOut, 0, Qt::AlignLeft);
    column->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(summary);
    scroll->setAccessibleName(tr("What the last test came to"));
    return scroll;
}

void OutcomeView::showOutcome(const workspace::Endpoint& endpoint, const Outcome& outcome, bool canEdit)
{
    const Verdict verdict = verdictOf(outcome);
    m_pane->setTitle(endpoint.name.isEmpty() ? endpoint.url : endpoint.name);
    m_pane->setFacts(endpoint.name.isEmpty() ? QString() : endpoint.url);
    m_state->setState(verdict.state, verdict.word);
    m_state->show();
    m_test->setEnabled(outcome.stage != Outcome::Stage::Running);
    m_invoke->setEnabled(true);
    m_doctor->setEnabled(true);
    m_findOut->setVisible(outcome.discovery && !*outcome.discovery);
    m_sentence->setText(outcome.stage == Outcome::Stage::Ended
            ? tr("%1 Tested at %2.").arg(verdict.sentence, outcome.at.toString(QStringLiteral("HH:mm:ss")))
            : verdict.sentence);
    m_notes->setText(endpoint.notes);
    m_notes->setVisible(!endpoint.notes.isEmpty());
    m_facts->setFacts(factsOf(outcome));
    showAnswer(outcome);
    showBelow(outcome, canEdit);
}

void OutcomeView::showAnswer(const Outcome& outcome)
{
    const bool hasAnswer = outcome.discovery && *outcome.discovery;
    if (outcome.discovery == m_shown)
        return;
    m_shown = outcome.discovery;
    if (!hasAnswer) {
        m_findings->setFindings({});
        return m_tree->clear();
    }
    const binding::Discovered& answer = **outcome.discovery;
    m_findings->setFindings(answer.findings);
    const std::string_view raw = answer.raw.text();
    m_answerFacts = (answer.isAgentCard ? tr("agent card · %L1 bytes")
            : answer.isLegacy           ? tr("initialize · %L1 bytes")
                                        : tr("server/discover · %L1 bytes"))
                        .arg(raw.size());
    m_tree->setJson(QByteArray(raw.data(), static_cast<qsizetype>(raw.size())), notesOf(answer));
}

void OutcomeView::showBelow(const Outcome& outcome, bool canEdit)
{
    const bool hasAnswer = outcome.discovery && *outcome.discovery;
    const tls::SessionFacts* tls = outcome.tls();
    if (tls)
        m_certificate->showFacts(*tls, canEdit);
    const bool hasLists = outcome.inventory && !outcome.inventory->empty();
    m_inventory->setInventory(hasLists ? outcome.inventory : nullptr);
    m_choice->setVisible(tls || hasLists);
    m_choice->setSegmentEnabled(AnswerPage, hasAnswer);
    m_choice->setSegmentEnabled(ListsPage, hasLists);
    m_choice->setSegmentEnabled(CertificatePage, tls);
    const int page = m_choice->current();
    const bool isThere = page == AnswerPage ? hasAnswer : page == ListsPage ? hasLists : tls != nullptr;
    if (!isThere)
        m_choice->setCurrent(hasAnswer || !tls ? AnswerPage : CertificatePage);
    m_below->setTitle(!tls && !hasLists ? tr("Answer") : tr("What came"));
    m_below->setFacts(m_choice->current() == AnswerPage ? m_answerFacts : QString());
    m_below->setVisible(hasAnswer || tls);
}

void OutcomeView::showNothing(const QString& hint)
{
    m_pane->setTitle(tr("Endpoint"));
    m_pane->setFacts({});
    m_state->hide();
    m_test->setEnabled(false);
    m_invoke->setEnabled(false);
    m_doctor->setEnabled(false);
    m_findOut->hide();
    m_sentence->setText(hint);
    m_notes->hide();
    m_facts->setFacts({});
    showAnswer({});
    showBelow({}, false);
}

} // namespace endpoints
