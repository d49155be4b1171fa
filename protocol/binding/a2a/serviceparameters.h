// SPDX-License-Identifier: Apache-2.0
// What goes with a request of A2A beside its body (§3.2.6): which version is spoken, which extensions are
// wanted. Pure.
#pragma once

#include "protocol/transport/http/message.h"

namespace a2a {

/// Of the header, else of the query (§3.6.1); empty if neither names one.
std::string askedVersion(const http::RequestHead& head);
/// Whether ACMP is one of the comma-separated values, over all fields of the name.
bool listsExtension(const http::Fields& fields);
/// What follows "?"; empty if there is none.
std::string_view queryOf(std::string_view target);

} // namespace a2a
