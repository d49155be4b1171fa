// SPDX-License-Identifier: Apache-2.0
// Gets the document that an agent card is in.
#pragma once

#include "protocol/transport/http/client.h"

#include <QFuture>

namespace a2a {

struct CardRequest {
    QUrl url;
    std::string token; ///< bearer; none is sent if empty, nor to another origin that it is redirected to
    std::string etag; ///< of what is known already (A2A §8.6); empty: nothing is
};

struct FetchedCard {
    std::optional<wire::Error> error {}; ///< then nothing else is there
    bool isUnchanged = false; ///< then there is no body
    QByteArray body {};
    QUrl url {}; ///< where it was in the end
    std::string etag {}, mediaType {};
    wire::RecordNo record = wire::kNoRecord;
    wire::nanoseconds roundTrip { 0 };
};

/// Follows redirects as decision D24 allows. `clock` and `http` must outlive it; ends with `parent`.
QFuture<FetchedCard> fetchCard(wire::Clock& clock, http::Client& http, CardRequest request, QObject* parent);

} // namespace a2a
