// SPDX-License-Identifier: Apache-2.0
// A document that anyone may GET, and ask again whether it has changed (RFC 9110 §13).
#pragma once

#include "protocol/transport/http/server.h"

#include <string>

namespace hosts {

/// `more`: fields besides Content-Type, ETag and Cache-Control.
void serveDocument(http::ServerExchange* exchange, const std::string& text, std::string_view mediaType,
    const http::Fields& more = {});

} // namespace hosts
