// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/handshake.h"

#include "protocol/transport/http/httpwriter.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <array>

namespace ws {

namespace {

constexpr std::string_view kVersion = "13";

QByteArray toBytes(std::string_view text)
{
    return { text.data(), static_cast<qsizetype>(text.size()) };
}

std::string statusOf(const http::ResponseHead& head)
{
    const std::string_view reason = head.reason.empty() ? http::reasonPhrase(head.status) : head.reason;
    return std::to_string(head.status) + (reason.empty() ? "" : ' ' + wire::excerpt(reason, 60));
}

wire::Error brokenUpgrade(std::string message, std::string expected, std::string found)
{
    return { .kind = wire::ErrorKind::Protocol,
        .message = std::move(message),
        .expected = std::move(expected),
        .found = std::move(found),
        .where = {} };
}

std::string shown(const http::Fields& fields, std::string_view name)
{
    const auto value = fields.find(name);
    return value ? std::string(name) + ": " + wire::excerpt(*value) : std::string();
}

} // namespace

std::string makeKey(wire::IdSource& ids)
{
    std::array<unsigned char, 16> bytes {};
    ids.fill(bytes);
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), bytes.size()).toBase64().toStdString();
}

std::string acceptFor(std::string_view key)
{
    QByteArray text = toBytes(key);
    text += "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    return QCryptographicHash::hash(text, QCryptographicHash::Sha1).toBase64().toStdString();
}

bool hasToken(const http::Fields& fields, std::string_view name, std::string_view token)
{
    for (const http::Field& field : fields) {
        if (!http::equalsIgnoringCase(field.name, name)) {
            continue;
        }
        std::string_view rest = field.value;
        while (!rest.empty()) {
            std::string_view item = rest.substr(0, rest.find(','));
            rest.remove_prefix(std::min(item.size() + 1, rest.size()));
            const std::size_t begin = std::min(item.find_first_not_of(" \t"), item.size());
            item.remove_prefix(begin);
            item = item.substr(0, item.find_last_not_of(" \t") + 1);
            if (http::equalsIgnoringCase(item, token)) {
                return true;
            }
        }
    }
    return false;
}

http::RequestHead upgradeRequest(const QUrl& url, std::string_view authority, std::string_view key,
    std::string_view token, const http::Fields& fields)
{
    const QString path = url.path(QUrl::FullyEncoded);
    http::RequestHead head { "GET", path.isEmpty() ? "/" : path.toStdString(), 1, {} };
    if (url.hasQuery()) {
        head.target += '?' + url.query(QUrl::FullyEncoded).toStdString();
    }
    if (!fields.find("Host")) {
        head.fields.add("Host", std::string(authority));
    }
    head.fields.add("Upgrade", "websocket");
    head.fields.add("Connection", "Upgrade");
    head.fields.add("Sec-WebSocket-Key", std::string(key));
    head.fields.add("Sec-WebSocket-Version", std::string(kVersion));
    if (!token.empty()) {
        head.fields.add("Authorization", "Bearer " + std::string(token));
    }
    for (const http::Field& field : fields) {
        head.fields.add(field.name, field.value);
    }
    return head;
}

std::optional<wire::Error> checkUpgrade(const http::ResponseHead& head, std::string_view key)
{
    const http::Fields& fields = head.fields;
    if (!hasToken(fields, "Upgrade", "websocket")) {
        return brokenUpgrade("the server switches to something else", "Upgrade: websocket",
            wire::excerpt(fields.find("Upgrade").value_or("no Upgrade")));
    }
    if (!hasToken(fields, "Connection", "Upgrade")) {
        return brokenUpgrade("the handshake's answer is not whole", "Connection: Upgrade",
            wire::excerpt(fields.find("Connection").value_or("no Connection")));
    }
    const std::string accept = acceptFor(key);
    if (fields.find("Sec-WebSocket-Accept") != accept) {
        return brokenUpgrade("the server did not read the handshake", "Sec-WebSocket-Accept: " + accept,
            wire::excerpt(fields.find("Sec-WebSocket-Accept").value_or("none")));
    }
    for (const std::string_view name : { "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions" }) {
        if (fields.find(name)) {
            return brokenUpgrade("the server chose what was not offered", "no " + std::string(name),
                wire::excerpt(*fields.find(name)));
        }
    }
    return std::nullopt;
}

wire::Error refusedUpgrade(const http::ResponseHead& head, std::string_view body, const std::string& where)
{
    const bool isRefusal = head.status == 401 || head.status == 403 || head.status == 429;
    wire::Error error { .kind = isRefusal ? wire::ErrorKind::Refused : wire::ErrorKind::Http,
        .message = (isRefusal ? "the server refused the WebSocket: " : "there is no WebSocket here: ")
            + statusOf(head),
        .expected = "101 Switching Protocols",
        .found = {},
        .where = where,
        .transient = head.status == 429 || head.status == 503 };
    for (const std::string_view name : { "WWW-Authenticate", "Location", "Retry-After", "Upgrade",
             "Sec-WebSocket-Version", "Content-Type" }) {
        const std::string field = shown(head.fields, name);
        error.found += field.empty() || error.found.empty() ? field : "; " + field;
    }
    if (!body.empty()) {
        error.found += (error.found.empty() ? "\"" : "; \"") + wire::excerpt(body) + '"';
    }
    return error;
}

Handshake Handshake::of(http::RequestHead head)
{
    constexpr std::string_view kBearer = "Bearer ";
    Handshake handshake;
    const std::size_t mark = head.target.find('?');
    handshake.path = head.target.substr(0, mark);
    handshake.query = mark == std::string::npos ? std::string() : head.target.substr(mark + 1);
    const std::string_view given = head.fields.find("Authorization").value_or("");
    if (http::equalsIgnoringCase(given.substr(0, kBearer.size()), kBearer)) {
        handshake.token = given.substr(kBearer.size());
    }
    handshake.head = std::move(head);
    return handshake;
}

std::optional<HandshakeRefusal> checkRequest(const http::RequestHead& head)
{
    const http::Fields& fields = head.fields;
    if (!hasToken(fields, "Upgrade", "websocket") || !hasToken(fields, "Connection", "Upgrade")) {
        return HandshakeRefusal { 426, { { "Upgrade", "websocket" }, { "Connection", "Upgrade" } },
            "this address speaks WebSocket only" };
    }
    if (head.method != "GET") {
        return HandshakeRefusal { 405, { { "Allow", "GET" } }, "a WebSocket handshake is a GET" };
    }
    if (fields.find("Sec-WebSocket-Version") != kVersion) {
        return HandshakeRefusal { 426,
            { { "Sec-WebSocket-Version", std::string(kVersion) }, { "Upgrade", "websocket" },
                { "Connection", "Upgrade" } },
            "the WebSocket's version is 13" };
    }
    const QByteArray key = toBytes(fields.find("Sec-WebSocket-Key").value_or(""));
    const auto decoded = QByteArray::fromBase64Encoding(key, QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.size() != 16 || fields.count("Sec-WebSocket-Key") != 1) {
        return HandshakeRefusal { 400, {}, "Sec-WebSocket-Key is not 16 bytes in Base64" };
    }
    if (!fields.find("Host")) {
        return HandshakeRefusal { 400, {}, "a request without Host" };
    }
    return std::nullopt;
}

} // namespace ws
