// SPDX-License-Identifier: Apache-2.0
// Writes heads and chunks of HTTP/1.1 as text.
#pragma once

#include "protocol/transport/http/message.h"

namespace http {

void appendFields(std::string& out, const Fields& fields);
/// With the empty line that ends a head.
void appendRequestHead(std::string& out, const RequestHead& head);
/// The line and nothing else.
void appendStatusLine(std::string& out, int status);
void appendChunkSize(std::string& out, std::size_t size);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";
std::string_view reasonPhrase(int status);
/// Nothing in it could end a line or a head.
bool isSafe(const Fields& fields);

} // namespace http
