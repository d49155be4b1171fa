// SPDX-License-Identifier: Apache-2.0
// Where who resolves gets its documents from: a Fetcher, or one that lives on another thread.
#pragma once

#include "protocol/transport/http/message.h"
#include "protocol/wire/clock.h"
#include "protocol/wire/error.h"

#include <QFuture>
#include <QUrl>

#include <expected>
#include <string>
#include <vector>

namespace discovery {

struct Fetched {
    QUrl url; ///< where it came from in the end
    std::vector<QUrl> redirects; ///< where it was sent on, in that order; the last is `url`
    http::Fields fields;
    std::string mediaType;
    QByteArray body;
    std::int64_t fetchedAtMs = 0; ///< Unix time at which the bytes came
    bool isRemembered = false; ///< not asked for again, or not changed since
    wire::nanoseconds took { 0 };
};

class Documents {
public:
    using Outcome = std::expected<Fetched, wire::Error>;

    Documents() = default;
    Documents(const Documents&) = delete;
    Documents& operator=(const Documents&) = delete;
    virtual ~Documents() = default;

    /// Any status but 200 is ErrorKind::Http; a redirect that may not be followed is ErrorKind::Refused.
    /// Cancelling the future gives the answer up.
    virtual QFuture<Outcome> get(const QUrl& url, const std::string& accept) = 0;
};

} // namespace discovery
