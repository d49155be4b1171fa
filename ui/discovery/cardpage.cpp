// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/cardpage.h"

#include "protocol/a2a/card.h"
#include "protocol/binding/mcp/card.h"
#include "protocol/discovery/servercard.h"
#include "protocol/discovery/weburl.h"
#include "protocol/json/document.h"
#include "ui/discovery/describe.h"
#include "ui/discovery/fetchedpage.h"
#include "ui/theme/icons.h"
#include "ui/widgets/findinglist.h"
#include "ui/widgets/jsontree.h"
#include "ui/widgets/plainlabel.h"

#include <QDateTime>
#include <QPushButton>

namespace discover {

using discovery::Documents;
using discovery::Kind;
using widgets::State;

namespace {

void addText(Card& card, const QString& label, const std::string& text)
{
    if (!text.empty())
        card.facts.push_back({ label, shown(text) });
}

void readServerCard(Card& card, const json::View& root)
{
    const auto leads = mcp::followDocument(root);
    if (!leads || (*leads && std::holds_alternative<mcp::AgentCardHere>(**leads))) {
        card.error = wire::Error { wire::ErrorKind::Protocol, "this is no MCP server card",
            "an object with a name, a version and remotes", wire::excerpt(root.lexeme(), 120), {}, false };
        return;
    }
    discovery::ServerCard read = discovery::readServerCard(root);
    addText(card, CardPage::tr("Name"), read.name);
    addText(card, CardPage::tr("Title"), read.title);
    addText(card, CardPage::tr("Version"), read.version);
    addText(card, CardPage::tr("Description"), read.description);
    for (const discovery::CardRemote& remote : read.remotes) {
        addText(card, shown(remote.type), remote.url);
        for (const discovery::CardQuestion& question : discovery::questionsOf(remote))
            addText(card, CardPage::tr("Asks for"),
                question.input.name + (question.input.isSecret ? " (a secret)" : ""));
    }
    card.findings = std::move(read.findings);
}

void readAgentCard(Card& card, const json::View& root)
{
    const auto read = a2a::readCard(root);
    if (!read) {
        card.error = read.error();
        return;
    }
    card.facts
        = { { CardPage::tr("Name"), shown(read->name) }, { CardPage::tr("Version"), shown(read->version) } };
    for (const a2a::Interface& one : read->interfaces)
        card.facts.push_back({ shown(one.protocolBinding), shown(one.url.toString().toStdString()) });
    card.facts.push_back(
        { CardPage::tr("Streams"), read->streams ? CardPage::tr("yes") : CardPage::tr("no") });
    card.facts.push_back({ CardPage::tr("ACMP"),
        read->capability ? shown(read->capability->version)
                         : CardPage::tr("no extension that can be read") });
    card.findings.assign(read->findings.begin(), read->findings.end());
}

} // namespace

Card readCard(Kind kind, const QByteArray& text)
{
    Card card;
    card.text = text;
    const auto document = json::Document::parse(text);
    if (!document) {
        card.error
            = wire::Error { wire::ErrorKind::Protocol, "the card is no JSON", document.error().expected,
                  document.error().found, "byte " + std::to_string(document.error().offset), false };
        return card;
    }
    if (kind == Kind::A2aAgentCard)
        readAgentCard(card, document->root());
    else
        readServerCard(card, document->root());
    return card;
}

const char* acceptOf(Kind kind)
{
    return kind == Kind::A2aAgentCard ? "application/a2a-agent-card+json, application/json;q=0.9"
                                      : "application/mcp-server-card+json, application/json;q=0.9";
}

CardPage::CardPage(Fetch fetch, QWidget* parent)
    : QWidget(parent)
    , m_fetch(std::move(fetch))
    , m_button(new QPushButton(theme::icon(QStringLiteral("down")), tr("Fetch the card"), this))
    , m_state(new widgets::StateLabel(this))
    , m_sentence(new widgets::PlainLabel({}, theme::Token::Secondary, this))
    , m_facts(new widgets::FactsGrid(this))
    , m_findings(new widgets::FindingList(this))
    , m_tree(new widgets::JsonTree(this))
{
    m_button->setObjectName(QStringLiteral("discoverFetchCard"));
    m_tree->setObjectName(QStringLiteral("discoverCard"));
    m_tree->setAccessibleName(tr("The card as it came"));
    m_tree->setFrameShape(QFrame::NoFrame);
    layOutFetchedPage(this, m_state, m_button, { m_sentence, m_facts, m_findings }, m_tree);
    connect(m_button, &QPushButton::clicked, this, &CardPage::fetch);
    show();
}

void CardPage::setEntry(std::shared_ptr<const stack::ListedEntry> entry)
{
    if (entry == m_entry)
        return;
    m_entry = std::move(entry);
    show();
}

bool CardPage::isFetched() const
{
    const auto known = m_entry ? m_cards.find(QString::fromStdString(m_entry->entry.url)) : m_cards.end();
    return known != m_cards.end() && !known->second.isAsked;
}

void CardPage::fetch()
{
    if (!m_entry || !discovery::isWebUrl(m_entry->entry.url))
        return;
    const Kind kind = m_entry->entry.kind();
    const QString url = QString::fromStdString(m_entry->entry.url);
    keep(url, Card { .isAsked = true });
    m_fetch(QUrl(url), acceptOf(kind)).then(this, [this, url, kind](const Documents::Outcome& outcome) {
        take(url, kind, outcome);
    });
    show();
}

void CardPage::take(const QString& url, Kind kind, const Documents::Outcome& outcome)
{
    if (!outcome) {
        keep(url, Card { .error = outcome.error() });
        return show();
    }
    widgets::runOnWorker([kind, fetched = *outcome] {
        Card card = readCard(kind, fetched.body);
        card.facts.push_back({ tr("Came as"), shown(fetched.mediaType) });
        if (!fetched.redirects.empty())
            card.facts.push_back({ tr("Came from"), shown(fetched.url.toString().toStdString()) });
        card.facts.push_back({ tr("Fetched"),
            QDateTime::fromMSecsSinceEpoch(fetched.fetchedAtMs).toString(QStringLiteral("HH:mm:ss"))
                + (fetched.isRemembered ? tr(", not changed since") : QString()) });
        return card;
    }).then(this, [this, url](Card card) {
        keep(url, std::move(card));
        show();
    });
}

void CardPage::keep(const QString& url, Card card)
{
    if (m_cards.size() >= kMostKept && !m_cards.contains(url))
        m_cards.erase(m_cards.begin());
    m_cards[url] = std::move(card);
}

void CardPage::show()
{
    const discovery::Entry* const entry = m_entry ? &m_entry->entry : nullptr;
    const bool isCard
        = entry && (entry->kind() == Kind::McpServerCard || entry->kind() == Kind::A2aAgentCard);
    const bool canFetch = isCard && discovery::isWebUrl(entry->url);
    const QString url = entry ? QString::fromStdString(entry->url) : QString();
    const auto known = m_cards.find(url);
    Card card;
    if (canFetch && known != m_cards.end()) {
        card = known->second;
    } else if (isCard && !entry->data.isEmpty()) {
        const std::string_view inlined = entry->data.text();
        card = readCard(entry->kind(), QByteArray(inlined.data(), static_cast<qsizetype>(inlined.size())));
    }
    const bool hasCard = !card.text.isEmpty();
    m_button->setVisible(canFetch);
    m_button->setEnabled(canFetch && !card.isAsked);
    m_button->setText(hasCard ? tr("Fetch it again") : tr("Fetch the card"));
    if (card.isAsked)
        m_state->setState(State::Running, tr("fetching"));
    else if (card.error)
        m_state->setState(State::Bad, hasCard ? tr("no such card") : tr("not fetched"));
    else if (hasCard)
        m_state->setState(card.findings.empty() ? State::Good : State::Attention,
            canFetch ? tr("fetched") : tr("in the entry"));
    else
        m_state->setState(State::Neutral, isCard ? tr("not fetched") : tr("no card"));
    const QString why = !entry ? tr("No entry is chosen.")
        : card.error           ? QString::fromStdString(card.error->toString())
        : !isCard  ? tr("It leads to no card of a server or agent, but to: %1").arg(shown(entry->type))
        : hasCard  ? QString()
        : canFetch ? tr("%1 is asked when you press the button, not before.").arg(shown(entry->url))
        : entry->url.empty()
        ? tr("The entry names no address.")
        : tr("Its URL is not of http or https, so it is never fetched: %1").arg(shown(entry->url));
    m_sentence->setText(why);
    m_sentence->setVisible(!why.isEmpty());
    m_facts->setFacts(card.facts);
    m_findings->setFindings(card.findings);
    m_tree->setVisible(hasCard);
    if (hasCard)
        m_tree->setJson(card.text);
    else
        m_tree->clear();
}

} // namespace discover
