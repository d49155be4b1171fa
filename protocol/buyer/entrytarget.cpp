// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/entrytarget.h"

#include "protocol/binding/mcp/card.h"
#include "protocol/discovery/weburl.h"
#include "protocol/json/document.h"

namespace buyer {

using discovery::Entry;
using discovery::Kind;
using Target = std::expected<std::string, std::string>;

namespace {

Target inlineTarget(const Entry& entry)
{
    const std::string_view text = entry.data.text();
    const auto document = json::Document::parse(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    const auto leads = document ? mcp::followDocument(document->root()) : std::nullopt;
    if (!leads)
        return std::unexpected("the data in it is no server card");
    if (!*leads)
        return std::unexpected(leads->error().toString());
    const QUrl* const url = std::get_if<QUrl>(&**leads);
    return url ? Target(url->toString(QUrl::FullyEncoded).toStdString())
               : std::unexpected("the data in it is an agent card");
}

} // namespace

Target targetOf(const Entry& entry)
{
    const Kind kind = entry.kind();
    if (kind != Kind::McpServerCard && kind != Kind::A2aAgentCard)
        return std::unexpected("it is no card of a server or agent, but: " + wire::excerpt(entry.type));
    if (discovery::isWebUrl(entry.url))
        return (kind == Kind::A2aAgentCard ? "a2a:" : "") + entry.url;
    if (!entry.url.empty())
        return std::unexpected("its URL is not of http or https: " + wire::excerpt(entry.url));
    if (kind == Kind::McpServerCard && !entry.data.isEmpty())
        return inlineTarget(entry);
    return std::unexpected("it names no address");
}

Target negotiationTargetOf(const Entry& entry)
{
    const auto& endpoint = entry.acmp.negotiationEndpoint;
    if (!endpoint)
        return std::string();
    if (!discovery::isWebUrl(*endpoint))
        return std::unexpected(
            "its negotiation endpoint is not of http or https: " + wire::excerpt(*endpoint));
    return (entry.kind() == Kind::A2aAgentCard ? "a2a+jsonrpc:" : "") + *endpoint;
}

bool quotesUndiscovered(const wire::Error& discovery)
{
    using wire::ErrorKind;
    return discovery.kind == ErrorKind::Http || discovery.kind == ErrorKind::Refused
        || discovery.kind == ErrorKind::NotAdvertised;
}

} // namespace buyer
