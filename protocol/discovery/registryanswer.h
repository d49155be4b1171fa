// SPDX-License-Identifier: Apache-2.0
// What a registry answered (ARD §5.3, Appendix B). Pure and total: an error is an answer that is none, the
// rest is findings. Internal to discovery/.
#pragma once

#include "protocol/discovery/registrytypes.h"
#include "protocol/transport/http/message.h"

#include <QByteArray>
#include <QUrl>

#include <expected>

namespace discovery {

/// The body of an answer with status 200, and where it came from.
struct RegistryAnswer {
    QByteArray body;
    std::string mediaType;
    QUrl url;
};

/// Of any other status: what it means, by the registry's own errorCode and message.
wire::Error registryError(const http::ResponseHead& head, const QByteArray& body, const QUrl& url);

std::expected<SearchPage, wire::Error> readSearch(
    const RegistryAnswer& answer, const QUrl& base, const RegistryQuery& query);
std::expected<Facets, wire::Error> readFacets(
    const RegistryAnswer& answer, const std::vector<FacetQuery>& asked);
std::expected<ListPage, wire::Error> readList(const RegistryAnswer& answer, const ListQuery& query);
std::expected<Entry, wire::Error> readRetrieved(const RegistryAnswer& answer, const std::string& identifier);

} // namespace discovery
