// SPDX-License-Identifier: Apache-2.0
// A document that anyone may GET, and ask again whether it has changed (RFC 9110 §13).
#pragma once

#include "protocol/transport/http/server.h"

#include <string>
#include <vector>

namespace hosts {

/// To whoever asks by one of `names` or from this machine, without a token. `more`: fields besides
/// Content-Type, ETag and Cache-Control.
void serveDocument(http::ServerExchange* exchange, const std::vector<std::string>& names,
    const std::string& text, std::string_view mediaType, const http::Fields& more = {});

/// The fields by which pages of any origin may read it (Fetch, CORS).
const http::Fields& openToAll();

} // namespace hosts
