// SPDX-License-Identifier: Apache-2.0
// The opening handshake of a WebSocket (RFC 6455 §4), both sides. Pure.
#pragma once

#include "protocol/transport/http/message.h"
#include "protocol/wire/error.h"
#include "protocol/wire/idsource.h"

#include <QUrl>

#include <optional>

namespace ws {

/// Sec-WebSocket-Key: 16 random bytes in Base64.
std::string makeKey(wire::IdSource& ids);
/// Sec-WebSocket-Accept for that key (§4.2.2).
std::string acceptFor(std::string_view key);
/// Value of a field that lists tokens, in one or more lines; case ignored.
bool hasToken(const http::Fields& fields, std::string_view name, std::string_view token);

/// `fields` come last; with a `token` "Authorization: Bearer" is among the others. No subprotocol, no
/// extensions (D23).
http::RequestHead upgradeRequest(const QUrl& url, std::string_view authority, std::string_view key,
    std::string_view token, const http::Fields& fields);
/// What is wrong with a 101 as the answer to that key.
std::optional<wire::Error> checkUpgrade(const http::ResponseHead& head, std::string_view key);
/// Any other answer: names its status, what its head says about it and how its body begins.
wire::Error refusedUpgrade(const http::ResponseHead& head, std::string_view body, const std::string& where);

/// How a server says no.
struct HandshakeRefusal {
    int status = 403;
    http::Fields fields;
    std::string text; ///< for the body and the log
};

/// What a client asks for.
struct Handshake {
    http::RequestHead head;
    std::string path; ///< "/acmp"
    std::string query; ///< "party_id=a", without the question mark; as it came
    std::string token; ///< of "Authorization: Bearer"; empty if none

    static Handshake of(http::RequestHead head);
};

/// nullopt if it is a WebSocket handshake of version 13.
std::optional<HandshakeRefusal> checkRequest(const http::RequestHead& head);

} // namespace ws
