// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/detailpane.h"

#include "ui/offers/factstable.h"
#include "ui/widgets/findinglist.h"
#include "ui/widgets/jsontree.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/segments.h"

#include <QHeaderView>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace offers {

namespace {

Facts refusalFacts(const buyer::Bid& bid)
{
    Facts facts { { DetailPane::tr("what came"), signatureOf(bid).text } };
    if (const auto* const error = std::get_if<acmp::TaskError>(&bid.quote->outcome)) {
        facts.push_back({ QStringLiteral("code"), QString::number(error->code) });
        facts.push_back({ QStringLiteral("message"), shown(error->message) });
    }
    return facts;
}

} // namespace

DetailPane::DetailPane(QWidget* parent)
    : QWidget(parent)
    , m_pane(new widgets::Pane({}, this))
    , m_choice(new widgets::Segments(tr("Of the offer"),
          { tr("Terms"), tr("Signature"), tr("Findings"), tr("Raw"), tr("Diff") }, m_pane))
    , m_pages(new QStackedWidget(m_pane))
    , m_terms(new FactsTable(tr("Terms"), { tr("Member"), tr("Value") }, m_pages))
    , m_signature(new FactsTable(tr("Signature"), { tr("Fact"), tr("Value") }, m_pages))
    , m_difference(new FactsTable(tr("Difference"), { tr("Member"), QString(), QString() }, m_pages))
    , m_findings(new widgets::FindingList)
    , m_raw(new widgets::JsonTree(m_pages))
{
    m_choice->setObjectName(QStringLiteral("offerDetails"));
    m_pane->addToHeader(m_choice);
    auto* holder = new QWidget;
    auto* column = new QVBoxLayout(holder);
    m_noFindings = new widgets::PlainLabel(tr("Nothing is wrong with it."), theme::Token::Secondary, holder);
    column->addWidget(m_noFindings);
    column->addWidget(m_findings);
    column->addStretch();
    m_findings->setLinks(true);
    auto* scroll = new QScrollArea(m_pages);
    scroll->setWidget(holder);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Findings"));
    m_raw->setFrameShape(QFrame::NoFrame);
    m_raw->setAccessibleName(tr("The message as received"));
    for (QWidget* page :
        { static_cast<QWidget*>(m_terms), static_cast<QWidget*>(m_signature), static_cast<QWidget*>(scroll),
            static_cast<QWidget*>(m_raw), static_cast<QWidget*>(m_difference) })
        m_pages->addWidget(page);
    m_pane->addContent(m_pages);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pane);
    connect(m_choice, &widgets::Segments::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_findings, &widgets::FindingList::recordRequested, this, &DetailPane::showInTraffic);
    m_choice->setSegmentEnabled(kDifference, false);
    m_pane->setFacts(tr("no offer chosen"));
}

void DetailPane::showPage(Page page)
{
    m_choice->setCurrent(page);
}

void DetailPane::showBid(const std::string& name, const std::shared_ptr<const stack::BidState>& bid,
    const std::string& otherName, const std::shared_ptr<const stack::BidState>& other)
{
    if (bid == m_bid && other == m_other)
        return;
    const bool isSame
        = m_bid && bid && m_bid->bid.quote && bid->bid.quote && m_bid->bid.quote->raw == bid->bid.quote->raw;
    m_bid = bid;
    m_other = other;
    m_pane->setFacts(bid ? shown(name) : tr("no offer chosen"));
    if (!bid || !bid->bid.quote) {
        m_terms->facts().setFacts({});
        m_signature->facts().setFacts({});
        m_findings->setFindings({});
        m_noFindings->hide();
        m_raw->clear();
        return showDifference(name, otherName);
    }
    const buyer::Bid& known = bid->bid;
    m_terms->facts().setFacts(known.offer() ? termsOf(*known.offer()) : refusalFacts(known));
    m_signature->facts().setFacts(signatureFacts(known));
    m_findings->setFindings(known.quote->findings);
    m_noFindings->setVisible(known.quote->findings.empty());
    if (!isSame) {
        const std::string_view raw = known.quote->raw.text();
        if (raw.empty())
            m_raw->clear();
        else
            m_raw->setJson(QByteArray(raw.data(), static_cast<qsizetype>(raw.size())));
    }
    showDifference(name, otherName);
}

void DetailPane::showDifference(const std::string& name, const std::string& otherName)
{
    const bool canDiffer = m_bid && m_other && m_bid->bid.offer() && m_other->bid.offer();
    m_choice->setSegmentEnabled(kDifference, canDiffer);
    if (!canDiffer) {
        m_difference->facts().setFacts({});
        if (m_choice->current() == kDifference)
            m_choice->setCurrent(kTerms);
        return;
    }
    m_difference->facts().setHeading(1, shown(name));
    m_difference->facts().setHeading(2, shown(otherName));
    m_difference->facts().setFacts(differenceOf(*m_bid->bid.offer(), *m_other->bid.offer()));
}

} // namespace offers
