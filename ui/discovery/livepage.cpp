// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/livepage.h"

#include "protocol/a2a/card.h"
#include "protocol/discovery/servercard.h"
#include "protocol/discovery/weburl.h"
#include "protocol/json/document.h"
#include "ui/discovery/comparedmodel.h"
#include "ui/discovery/describe.h"
#include "ui/discovery/fetchedpage.h"
#include "ui/discovery/ways.h"
#include "ui/theme/icons.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/plainlabel.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableView>

namespace discover {

using discovery::Documents;
using discovery::Entry;
using discovery::Kind;
using widgets::State;

namespace {

/// The endpoint that a server card names; empty if it names none that can be asked as it stands.
std::string endpointOf(const QByteArray& card)
{
    const auto document = json::Document::parse(card);
    if (!document)
        return {};
    const discovery::ServerCard read = discovery::readServerCard(document->root());
    const discovery::CardRemote* const remote = read.streamableHttp();
    return remote && remote->variables.empty() && discovery::isWebUrl(remote->url) ? remote->url
                                                                                   : std::string();
}

/// Which of a card's interfaces answered is the first of those that can be used.
std::string interfaceOf(const QByteArray& card)
{
    const auto document = json::Document::parse(card);
    const auto read = document ? a2a::readCard(document->root())
                               : std::expected<a2a::AgentCard, wire::Error>(std::unexpected(wire::Error()));
    const auto chosen = read ? a2a::chooseInterface(*read, a2a::Preference::CardsOrder)
                             : std::expected<a2a::Interface, wire::Error>(std::unexpected(wire::Error()));
    return chosen ? chosen->url.toString().toStdString() : std::string();
}

std::vector<buyer::Compared> compared(
    const Entry& entry, const QByteArray& card, const std::optional<buyer::Live>& live)
{
    const auto document = json::Document::parse(card);
    return buyer::compare(entry, document ? document->root() : json::View(), live ? &*live : nullptr);
}

} // namespace

LivePage::LivePage(CardPage::Fetch fetch, Ask ask, QWidget* parent)
    : QWidget(parent)
    , m_fetch(std::move(fetch))
    , m_ask(std::move(ask))
    , m_model(new ComparedModel(this))
    , m_button(new QPushButton(theme::icon(QStringLiteral("test")), tr("Ask the provider"), this))
    , m_state(new widgets::StateLabel(this))
    , m_sentence(new widgets::PlainLabel({}, theme::Token::Secondary, this))
    , m_table(new QTableView(this))
{
    using widgets::CellDelegate;
    m_button->setObjectName(QStringLiteral("discoverAsk"));
    m_table->setObjectName(QStringLiteral("discoverCompared"));
    m_table->setAccessibleName(tr("Entry, card and provider beside each other"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle); // URLs differ at their ends
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(theme::scaled(theme::kRowHeight));
    m_table->setItemDelegate(new CellDelegate(CellDelegate::Look::Plain, -1, m_table));
    m_table->setItemDelegateForColumn(ComparedModel::Verdict,
        new CellDelegate(CellDelegate::Look::State, ComparedModel::StateRole, m_table));
    QHeaderView* const header = m_table->horizontalHeader();
    header->setObjectName(QStringLiteral("discoverComparedColumns"));
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setMaximumSectionSize(theme::scaled(280));
    // In sight, however long the values are.
    header->moveSection(header->visualIndex(ComparedModel::Verdict), 1);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    layOutFetchedPage(this, m_state, m_button, { m_sentence }, m_table);
    connect(m_button, &QPushButton::clicked, this, &LivePage::ask);
    show();
}

void LivePage::setEntry(std::shared_ptr<const stack::ListedEntry> entry)
{
    if (entry == m_entry)
        return;
    m_entry = std::move(entry);
    show();
}

bool LivePage::isAsked() const
{
    return m_asked && m_asked->entry == m_entry && !m_asked->isRunning;
}

void LivePage::ask()
{
    if (!m_entry)
        return;
    const Way way = wayOf(m_entry->entry);
    if (!way.reason.isEmpty())
        return;
    auto asked = std::make_shared<Asked>();
    asked->entry = m_entry;
    asked->target = way.endpoint.url.toStdString();
    m_asked = asked;
    show();
    const Entry& entry = m_entry->entry;
    if (!discovery::isWebUrl(entry.url)) {
        // The card stands in the entry.
        discovery::Fetched inlined;
        const std::string_view text = entry.data.text();
        inlined.body = QByteArray(text.data(), static_cast<qsizetype>(text.size()));
        return takeCard(asked, inlined);
    }
    m_fetch(QUrl(QString::fromStdString(entry.url)), acceptOf(entry.kind()))
        .then(this, [this, asked](const Documents::Outcome& outcome) { takeCard(asked, outcome); });
}

/// Then the provider itself is asked, where the card says.
void LivePage::takeCard(const std::shared_ptr<Asked>& asked, const Documents::Outcome& outcome)
{
    if (asked != m_asked)
        return;
    if (outcome)
        asked->card = outcome->body;
    else
        asked->cardProblem = QString::fromStdString(outcome.error().toString());
    if (asked->entry->entry.kind() == Kind::McpServerCard) {
        if (const std::string endpoint = endpointOf(asked->card); !endpoint.empty())
            asked->target = endpoint;
    }
    m_ask({ .url = asked->target }).then(this, [this, asked](const stack::Probe& probe) {
        takeProbe(asked, probe);
    });
}

void LivePage::takeProbe(const std::shared_ptr<Asked>& asked, const stack::Probe& probe)
{
    if (asked != m_asked)
        return;
    std::optional<buyer::Live> live;
    if (probe.discovery) {
        const bool isAgent = asked->entry->entry.kind() == Kind::A2aAgentCard;
        live = buyer::Live { *probe.discovery, isAgent ? interfaceOf(asked->card) : asked->target, {} };
    } else {
        asked->problem = QString::fromStdString(probe.discovery.error().toString());
    }
    widgets::runOnWorker([asked, live] {
        return compared(asked->entry->entry, asked->card, live);
    }).then(this, [this, asked](std::vector<buyer::Compared> rows) {
        asked->rows = std::move(rows);
        asked->isRunning = false;
        show();
    });
}

void LivePage::show()
{
    const Way way = m_entry ? wayOf(m_entry->entry) : Way();
    const bool canAsk = m_entry && way.reason.isEmpty();
    const Asked* const asked = m_asked && m_asked->entry == m_entry ? m_asked.get() : nullptr;
    const bool isRunning = asked && asked->isRunning;
    const bool hasAnswer = asked && !isRunning;
    m_button->setVisible(canAsk);
    m_button->setEnabled(!isRunning);
    m_button->setText(hasAnswer ? tr("Ask again") : tr("Ask the provider"));
    QStringList sentences;
    if (!m_entry)
        sentences += tr("No entry is chosen.");
    else if (!canAsk)
        sentences += tr("It can't be asked: %1.").arg(way.reason);
    else if (!asked)
        sentences += tr("%1 is asked when you press the button, not before. If it is an endpoint of the "
                        "workspace, with the token and headers of that.")
                         .arg(shown(m_entry->entry.url));
    if (hasAnswer && !asked->cardProblem.isEmpty())
        sentences += tr("No card: %1").arg(asked->cardProblem);
    if (hasAnswer && !asked->problem.isEmpty())
        sentences += tr("No answer: %1").arg(asked->problem);
    m_sentence->setText(sentences.join(u'\n'));
    m_sentence->setVisible(!sentences.isEmpty());
    const auto differs
        = [](const buyer::Compared& row) { return row.verdict == buyer::Compared::Verdict::Differs; };
    const auto count = hasAnswer ? std::ranges::count_if(asked->rows, differs) : 0;
    if (!hasAnswer)
        m_state->setState(
            isRunning ? State::Running : State::Neutral, isRunning ? tr("asking") : tr("not asked"));
    else if (!asked->problem.isEmpty())
        m_state->setState(State::Bad, tr("no answer"));
    else if (count > 0)
        m_state->setState(State::Attention,
            count == 1 ? tr("1 difference; what the provider says counts")
                       : tr("%L1 differences; what the provider says counts").arg(count));
    else
        m_state->setState(State::Good, tr("no difference"));
    m_table->setVisible(hasAnswer);
    m_model->setRows(hasAnswer ? asked->rows : std::vector<buyer::Compared>());
}

} // namespace discover
