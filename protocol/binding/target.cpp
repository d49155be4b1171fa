// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/target.h"

#include "protocol/transport/fd/commandline.h"
#include "protocol/wire/ascii.h"

namespace binding {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::string_view kStdio = "stdio:";
constexpr char kForms[] = "http(s)://HOST[:PORT]/PATH, ws(s)://…, a2a:http(s)://… or stdio:COMMAND ARGS…";

struct A2aPrefix {
    std::string_view text;
    a2a::Preference preference;
};
constexpr A2aPrefix kA2aPrefixes[] {
    { "a2a:", a2a::Preference::CardsOrder },
    { "a2a+jsonrpc:", a2a::Preference::JsonRpc },
    { "a2a+rest:", a2a::Preference::Rest },
};

Error noTarget(std::string_view text, std::string expected)
{
    return { ErrorKind::Usage, "this is no target", std::move(expected), wire::excerpt(text), {}, false };
}

/// What a URL of ours does not hold, though it is a good one. Never says the URL again: a password may be in
/// it.
std::optional<Error> misplacedIn(const QUrl& url)
{
    if (!url.userInfo().isEmpty())
        return Error { ErrorKind::Usage, "a user name or password has no place in a URL: use the token",
            "HOST[:PORT] behind ://", {}, {}, false };
    if (url.hasFragment())
        return Error { ErrorKind::Usage, "what follows # is never sent: leave it out", "a URL without #",
            '#' + wire::excerpt(url.fragment().toStdString()), {}, false };
    return std::nullopt;
}

std::expected<Target, Error> parseCommand(std::string_view text)
{
    auto words = fd::splitCommand(text.substr(kStdio.size()));
    if (!words)
        return std::unexpected(words.error());
    if (words->empty() || words->front().empty())
        return std::unexpected(noTarget(text, "a command after \"stdio:\""));
    if (text.find('\0') != text.npos) // where the system would end the word
        return std::unexpected(noTarget(text, "a command without NUL"));
    return StdioTarget { std::move(*words) };
}

enum class Scheme { Other, Http, WebSocket };

// Of a URL that can't be read no part is known.
Scheme schemeOf(std::string_view text)
{
    const QString scheme = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
                               .section(QStringLiteral("://"), 0, 0)
                               .toLower();
    if (scheme == QStringLiteral("http") || scheme == QStringLiteral("https"))
        return Scheme::Http;
    const bool isWebSocket = scheme == QStringLiteral("ws") || scheme == QStringLiteral("wss");
    return isWebSocket ? Scheme::WebSocket : Scheme::Other;
}

/// `prefix`: of the target's kind, for what is said.
std::expected<QUrl, Error> parseUrl(std::string_view text, std::string_view prefix = {})
{
    QUrl url(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), QUrl::StrictMode);
    if (auto misplaced = misplacedIn(url))
        return std::unexpected(std::move(*misplaced));
    if (!url.isValid() || url.host().isEmpty()) {
        std::string expected(prefix);
        expected.append(text.substr(0, text.find("://"))).append("://HOST[:PORT]/PATH");
        Error error = noTarget(text, std::move(expected));
        if (!url.isValid())
            error.message += " (" + url.errorString().section(u';', 0, 0).toStdString() + ')';
        return std::unexpected(std::move(error));
    }
    return url;
}

std::expected<Target, Error> parseAgent(const A2aPrefix& prefix, std::string_view text)
{
    if (schemeOf(text) != Scheme::Http)
        return std::unexpected(noTarget(text, std::string(prefix.text) + "http(s)://HOST[:PORT]/PATH"));
    auto url = parseUrl(text, prefix.text);
    if (!url)
        return std::unexpected(url.error());
    return A2aTarget { std::move(*url), prefix.preference };
}

} // namespace

std::expected<Target, Error> parseTarget(std::string_view text)
{
    text = wire::trimmed(text, " \t\r\n");
    if (text.starts_with(kStdio))
        return parseCommand(text);
    for (const A2aPrefix& prefix : kA2aPrefixes) {
        if (text.starts_with(prefix.text))
            return parseAgent(prefix, text.substr(prefix.text.size()));
    }
    const Scheme scheme = schemeOf(text);
    if (scheme == Scheme::Other)
        return std::unexpected(noTarget(text, kForms));
    auto url = parseUrl(text);
    if (!url)
        return std::unexpected(url.error());
    if (scheme == Scheme::Http)
        return HttpTarget { std::move(*url) };
    return WebSocketTarget { std::move(*url) };
}

const QUrl* urlOf(const Target& target)
{
    if (const auto* const http = std::get_if<HttpTarget>(&target))
        return &http->url;
    if (const auto* const webSocket = std::get_if<WebSocketTarget>(&target))
        return &webSocket->url;
    const auto* const agent = std::get_if<A2aTarget>(&target);
    return agent ? &agent->url : nullptr;
}

std::string toString(const Target& target)
{
    if (const auto* const program = std::get_if<StdioTarget>(&target))
        return std::string(kStdio) + fd::joinCommand(program->words);
    std::string text;
    if (const auto* const agent = std::get_if<A2aTarget>(&target)) {
        for (const A2aPrefix& prefix : kA2aPrefixes) {
            if (prefix.preference == agent->preference)
                text = prefix.text;
        }
    }
    return text + urlOf(target)->toString(QUrl::FullyEncoded).toStdString();
}

} // namespace binding
