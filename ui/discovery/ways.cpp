// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/ways.h"

#include "protocol/binding/mcp/card.h"
#include "protocol/discovery/weburl.h"
#include "protocol/json/document.h"
#include "protocol/transport/fd/commandline.h"
#include "ui/discovery/describe.h"

#include <QCoreApplication>

#include <array>

namespace discover {

using discovery::Entry;
using discovery::Kind;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(discover)
};

/// Of a server card that stands in the entry itself.
std::expected<QString, QString> inlineEndpoint(const Entry& entry)
{
    const std::string_view text = entry.data.text();
    const auto document = json::Document::parse(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    const auto leads = document ? mcp::followDocument(document->root()) : std::nullopt;
    if (!leads)
        return std::unexpected(Words::tr("the data in it is no server card"));
    if (!*leads)
        return std::unexpected(shown(leads->error().toString()));
    const QUrl* const url = std::get_if<QUrl>(&**leads);
    return url ? std::expected<QString, QString>(url->toString())
               : std::unexpected(Words::tr("the data in it is an agent card"));
}

} // namespace

Way wayOf(const Entry& entry)
{
    const Kind kind = entry.kind();
    Way way { kindWord(kind), {} };
    way.endpoint.name = nameOf(entry);
    if (kind != Kind::McpServerCard && kind != Kind::A2aAgentCard) {
        way.reason = Words::tr("it is no card of a server or agent, but: %1").arg(shown(entry.type));
    } else if (discovery::isWebUrl(entry.url)) {
        const QString url = QString::fromStdString(entry.url);
        way.endpoint.url = kind == Kind::A2aAgentCard ? QStringLiteral("a2a:") % url : url;
    } else if (!entry.url.empty()) {
        way.reason = Words::tr("its URL is not of http or https: %1").arg(shown(entry.url));
    } else if (kind == Kind::McpServerCard && !entry.data.isEmpty()) {
        if (const auto url = inlineEndpoint(entry))
            way.endpoint.url = *url;
        else
            way.reason = url.error();
    } else {
        way.reason = Words::tr("it names no address");
    }
    return way;
}

std::vector<Way> waysOf(const States& states, const Entry& entry)
{
    std::vector<Way> ways { wayOf(entry) };
    const std::string group = groupOf(entry);
    const auto isKnown = [&](const Way& way) {
        return std::ranges::any_of(
            ways, [&](const Way& known) { return known.endpoint.url == way.endpoint.url; });
    };
    if (group.empty())
        return ways;
    for (const auto& state : states) {
        for (const auto& listed : *state->entries) {
            if (!listed->entry.urn || listed->entry.urn->name != entry.urn->name
                || groupOf(listed->entry) != group)
                continue;
            if (Way way = wayOf(listed->entry); way.reason.isEmpty() && !isKnown(way))
                ways.push_back(std::move(way));
        }
    }
    return ways;
}

std::vector<OfferCandidate> candidatesOf(const std::vector<Row>& rows)
{
    std::vector<OfferCandidate> candidates;
    for (const Row& row : rows) {
        Way way = wayOf(*row);
        if (way.reason.isEmpty() && row->trades())
            candidates.push_back({ std::move(way.endpoint), row->identifier,
                row->acmp.negotiationEndpoint.value_or(std::string()), row->capabilities });
    }
    return candidates;
}

QString commandFor(const workspace::Endpoint& endpoint)
{
    const std::array<std::string, 3> words { "acmpctl", "inspect", endpoint.url.toStdString() };
    return QString::fromStdString(fd::joinCommand(words));
}

} // namespace discover
