// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/target.h"

#include "protocol/transport/fd/commandline.h"

namespace binding {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::string_view kStdio = "stdio:";
constexpr char kForms[] = "http(s)://HOST[:PORT]/PATH, ws(s)://… or stdio:COMMAND ARGS…";

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

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const auto begin = text.find_first_not_of(kSpace);
    return begin == text.npos ? std::string_view()
                              : text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

} // namespace

std::expected<Target, Error> parseTarget(std::string_view text)
{
    text = trimmed(text);
    if (text.starts_with(kStdio))
        return parseCommand(text);
    const QUrl url(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), QUrl::StrictMode);
    // Of a URL that can't be read no part is known.
    const QString scheme = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
                               .section(QStringLiteral("://"), 0, 0)
                               .toLower();
    const bool isHttp = scheme == QStringLiteral("http") || scheme == QStringLiteral("https");
    const bool isWebSocket = scheme == QStringLiteral("ws") || scheme == QStringLiteral("wss");
    if (!isHttp && !isWebSocket)
        return std::unexpected(noTarget(text, kForms));
    if (auto misplaced = misplacedIn(url))
        return std::unexpected(std::move(*misplaced));
    if (!url.isValid() || url.host().isEmpty()) {
        Error error = noTarget(text, scheme.toStdString() + "://HOST[:PORT]/PATH");
        if (!url.isValid())
            error.message += " (" + url.errorString().section(u';', 0, 0).toStdString() + ')';
        return std::unexpected(std::move(error));
    }
    if (isHttp)
        return HttpTarget { url };
    return WebSocketTarget { url };
}

std::string toString(const Target& target)
{
    if (const auto* const program = std::get_if<StdioTarget>(&target))
        return std::string(kStdio) + fd::joinCommand(program->words);
    const auto* const http = std::get_if<HttpTarget>(&target);
    const QUrl& url = http ? http->url : std::get<WebSocketTarget>(target).url;
    return url.toString(QUrl::FullyEncoded).toStdString();
}

} // namespace binding
