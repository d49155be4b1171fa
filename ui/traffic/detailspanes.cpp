// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/detailspanes.h"

#include "ui/analysis/analysis.h"
#include "ui/traffic/factsview.h"
#include "ui/traffic/messagepane.h"
#include "ui/traffic/presentation.h"
#include "ui/widgets/byteview.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/segments.h"

namespace traffic {

namespace {

constexpr std::uint64_t kRowsAtOnce = 100'000;

} // namespace

DetailsPanes::DetailsPanes(QWidget* parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_message(new MessagePane(this))
    , m_facts(new FactsView(this))
{
    setObjectName(QStringLiteral("trafficDetails"));
    setChildrenCollapsible(false);
    addWidget(m_message);
    addWidget(makeBytesPane());
    auto* const facts = new widgets::Pane(tr("Facts"), this);
    facts->addContent(m_facts);
    addWidget(facts);
    for (int i = 0; i < count(); ++i)
        setStretchFactor(i, 1);
    setSizes({ 380, 460, 310 });
    connect(&m_loader, &DetailsLoader::loaded, this, &DetailsPanes::showDetails);
    connect(m_message, &MessagePane::nodeChosen, this, &DetailsPanes::markNode);
}

DetailsPanes::~DetailsPanes() = default;

widgets::Pane* DetailsPanes::makeBytesPane()
{
    m_bytesPane = new widgets::Pane(tr("Bytes"), this);
    m_bytesMode = new widgets::Segments(tr("Bytes"), { tr("Hex"), tr("Text") }, this);
    m_bytes = new widgets::ByteView(this);
    m_bytes->setObjectName(QStringLiteral("trafficBytes"));
    m_bytes->setAccessibleName(tr("Bytes of the row"));
    m_bytes->setFrameShape(QFrame::NoFrame);
    m_bytes->setMode(widgets::ByteView::Mode::Hex);
    QSizePolicy policy = m_bytes->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_bytes->setSizePolicy(policy);
    m_bytes->hide();
    m_bytesMode->setObjectName(QStringLiteral("trafficBytesMode"));
    m_bytesPane->addToHeader(m_bytesMode);
    m_bytesPane->addContent(m_bytes);
    connect(m_bytesMode, &widgets::Segments::currentChanged, this, [this](int mode) {
        m_bytes->setMode(mode == 0 ? widgets::ByteView::Mode::Hex : widgets::ByteView::Mode::Text);
    });
    return m_bytesPane;
}

void DetailsPanes::setSource(const Source& source)
{
    setPlace(std::nullopt);
    m_source = source;
}

void DetailsPanes::setPlace(const std::optional<Items::Place>& place)
{
    if (place && place == m_place)
        return;
    m_place = place;
    m_isReading = m_source.record && place;
    if (m_isReading)
        return m_loader.load(*m_source.record, m_source.analysis->exchanges(), *place);
    m_loader.cancel();
    m_details.reset();
    m_message->clear();
    m_bytes->clear();
    m_bytes->hide();
    m_bytesPane->setFacts({});
    m_facts->setFacts({});
}

void DetailsPanes::showDetails(const std::shared_ptr<const LineDetails>& details)
{
    const bool isAgain = m_details && m_details->facts.place == details->facts.place;
    m_details = details;
    m_isReading = false;
    m_seenTo = details->readTo;
    m_seenExchanges = 0;
    const std::vector<acmp::Finding> found = findings();
    if (isAgain) {
        m_message->setHeads(*m_details);
    } else {
        m_bytes->setBytes(details->bytes);
        m_bytes->setVisible(!details->facts.place.isEvent);
        m_bytesPane->setFacts(details->facts.place.isEvent ? QString() : sizeText(details->facts.row.length));
        m_message->setDetails(*m_details, found);
    }
    showFacts(found);
}

void DetailsPanes::showFacts(const std::vector<acmp::Finding>& found)
{
    m_shownFindings = found.size();
    std::vector<Fact> facts;
    facts.reserve(found.size());
    for (const acmp::Finding& finding : found)
        facts.push_back(factOf(finding));
    const std::vector<Fact> others = factsOf(*m_details, *m_source.items, m_source.record->startedAt());
    facts.insert(facts.end(), others.begin(), others.end());
    m_facts->setFacts(facts);
}

std::vector<acmp::Finding> DetailsPanes::findings() const
{
    std::vector<acmp::Finding> found;
    if (m_details->facts.place.isEvent)
        return found;
    const auto [first, end] = m_source.analysis->findingsOf(m_details->facts.place.number);
    for (std::uint64_t i = first; i < end; ++i)
        found.push_back(m_source.analysis->findings()[i].finding);
    return found;
}

void DetailsPanes::nextFrame()
{
    if (!m_details || m_isReading)
        return;
    const std::vector<acmp::Finding> found = findings();
    if (found.size() != m_shownFindings) {
        m_message->setDetails(*m_details, found);
        showFacts(found);
    }
    m_isReading = hasChanged();
    if (m_isReading)
        m_loader.load(*m_source.record, m_source.analysis->exchanges(), *m_place);
}

// The end of its connection, or what belongs to its exchange, has come since.
bool DetailsPanes::hasChanged()
{
    if (m_place->isEvent)
        return false;
    if (isOfSharedChannel(m_details->facts.row.kind) && hasExchangeChanged())
        return true;
    const auto& known = m_details->facts.connection;
    if (!known || known->closed)
        return false;
    const capture::Row& of = m_details->facts.row;
    const wire::RecordNo end = std::min(m_source.record->rowCount(), m_seenTo + kRowsAtOnce);
    for (; m_seenTo < end; ++m_seenTo) {
        const capture::Row& row = m_source.record->row(m_seenTo);
        if (row.kind == wire::SliceKind::HttpHead && row.connection == of.connection
            && row.exchange == of.exchange && !isOfSharedChannel(of.kind))
            return true;
    }
    const auto now = m_source.record->connection(of.connection);
    return now && now->closed;
}

// It was not checked yet, or not answered.
bool DetailsPanes::hasExchangeChanged()
{
    const analysis::Exchanges& exchanges = m_source.analysis->exchanges();
    const auto& rows = m_details->exchangeRows;
    if (!rows)
        return exchanges.of(m_place->number) != nullptr;
    if (rows->answer != wire::kNoRecord)
        return false;
    m_seenExchanges = std::max(m_seenExchanges, rows->readTo);
    const std::uint64_t end = std::min(exchanges.size(), m_seenExchanges + kRowsAtOnce);
    for (; m_seenExchanges < end; ++m_seenExchanges) {
        const analysis::Exchanges::Entry& entry = exchanges[m_seenExchanges];
        if (entry.part == analysis::Exchanges::Part::Answer && entry.exchange == m_details->exchange
            && m_source.record->row(entry.row).connection == m_details->facts.row.connection)
            return true;
    }
    return false;
}

void DetailsPanes::markNode(qsizetype offset, qsizetype length)
{
    const auto range = m_details ? m_details->inBytes(offset, length) : std::nullopt;
    m_bytes->mark(range ? range->offset : 0, range ? range->length : 0);
}

} // namespace traffic
