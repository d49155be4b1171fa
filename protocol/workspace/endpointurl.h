// SPDX-License-Identifier: Apache-2.0
// What a user may type as the address of an endpoint: any target (protocol/binding/target.h).
#pragma once

#include <QString>

#include <expected>

namespace workspace {

/// The address without blanks around it, or what is wrong with it, as a sentence.
std::expected<QString, QString> checkUrl(const QString& typed);
/// Whom a token for that address may be given to: "https://a.example:443", or a program with its arguments:
/// "stdio:agent --verbose". Empty if it is no address.
QString serverOf(const QString& url);

enum class Kind { None, Http, Https, WebSocket, SecureWebSocket, Program };
/// None if it is no address.
Kind kindOf(const QString& url);
inline bool isTls(Kind kind)
{
    return kind == Kind::Https || kind == Kind::SecureWebSocket;
}

} // namespace workspace
