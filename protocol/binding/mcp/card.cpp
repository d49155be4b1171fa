// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/card.h"

#include "protocol/a2a/card.h"
#include "protocol/a2a/names.h"

namespace mcp {

using wire::Error;
using wire::ErrorKind;

namespace {

std::unexpected<Error> cantFollow(std::string message, std::string expected, std::string found = {})
{
    return std::unexpected(
        Error { ErrorKind::Usage, std::move(message), std::move(expected), std::move(found), {}, false });
}

bool isWeb(const QUrl& url)
{
    const bool isHttp = url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https");
    return url.isValid() && isHttp && !url.host().isEmpty();
}

std::expected<Leads, Error> followServerCard(const json::View& remotes)
{
    for (const json::View remote : remotes.elements()) {
        if (!remote["type"].equals("streamable-http"))
            continue;
        const QString text = QString::fromStdString(remote["url"].textOrEmpty());
        if (text.contains(u'{'))
            return cantFollow("this is an MCP server card whose address has variables",
                "the address with its variables filled in, as the target", wire::excerpt(text.toStdString()));
        QUrl url(text, QUrl::StrictMode);
        if (!isWeb(url))
            return cantFollow("this is an MCP server card without a good address", "an http or https URL",
                wire::excerpt(remote["url"].lexeme()));
        return url;
    }
    return cantFollow("this is an MCP server card without a remote of type streamable-http",
        "an endpoint that can be reached");
}

/// The one card that a manifest leads to, an MCP server's before an agent's; of several the user chooses.
std::expected<Leads, Error> followManifest(const json::View& entries)
{
    std::vector<QUrl> servers;
    std::vector<QUrl> agents;
    for (const json::View entry : entries.elements()) {
        const json::View type = entry["type"] ? entry["type"] : entry["mediaType"];
        const QUrl url(QString::fromStdString(entry["url"].textOrEmpty()), QUrl::StrictMode);
        if (type.equals(kServerCardType) && isWeb(url))
            servers.push_back(url);
        else if (type.equals(a2a::type::kCard) && isWeb(url))
            agents.push_back(url);
    }
    if (servers.size() == 1)
        return servers.front();
    if (servers.empty() && agents.size() == 1)
        return agents.front();
    return cantFollow("this is a catalog of " + std::to_string(entries.size()) + " entries (ARD)",
        "the address of one of its entries, as the target (acmpctl discover lists them)",
        std::to_string(servers.size()) + " MCP server cards, " + std::to_string(agents.size())
            + " A2A agent cards");
}

bool isServerCardSchema(const json::View& schema)
{
    return QString::fromStdString(schema.textOrEmpty()).contains(QStringLiteral("server-card"));
}

} // namespace

std::optional<std::expected<Leads, Error>> followDocument(const json::View& root)
{
    if (root["remotes"].isArray() || isServerCardSchema(root["$schema"]))
        return followServerCard(root["remotes"]);
    if (a2a::looksLikeCard(root))
        return AgentCardHere {};
    if (root["entries"].isArray())
        return followManifest(root["entries"]);
    return std::nullopt;
}

} // namespace mcp
