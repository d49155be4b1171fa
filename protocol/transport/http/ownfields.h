// SPDX-License-Identifier: Apache-2.0
// Header fields that a user sets for one server, beside those of the protocol: a gateway's key, a tenant.
#pragma once

#include "protocol/transport/http/message.h"
#include "protocol/wire/error.h"

#include <QUrl>

#include <expected>

namespace http {

struct OwnFields {
    QUrl server; ///< no other origin gets them
    Fields fields;

    /// Those that go with a request to `url`.
    const Fields& to(const QUrl& url) const;
};

/// "NAME: VALUE". ErrorKind::Usage, also for what checkOwnField() refuses.
std::expected<Field, wire::Error> parseOwnField(std::string_view text);
/// ErrorKind::Usage: it can't stand in a head, or the protocol itself sets it.
std::expected<void, wire::Error> checkOwnField(const Field& field);

} // namespace http
