// SPDX-License-Identifier: Apache-2.0
// What a WebSocket control frame says (RFC 6455 §5.5). Lenient, for showing only.
#pragma once

#include <string>
#include <string_view>

namespace dissect {

/// "ping 4 bytes", "close 1000 normal: bye". `bytes`: the frame as on the wire; `payload`: unmasked.
std::string readControlFrame(std::string_view bytes, std::string_view payload);

} // namespace dissect
