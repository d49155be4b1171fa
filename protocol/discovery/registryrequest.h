// SPDX-License-Identifier: Apache-2.0
// Where a registry is asked, and in which words (ARD §5.3). Pure. Internal to discovery/.
#pragma once

#include "protocol/discovery/registrytypes.h"

#include <QByteArray>
#include <QUrl>

#include <expected>

namespace discovery {

/// Of what an entry, a referral or a user names: a trailing "/search" and "/" are no part of it. An error if
/// it can't be asked.
std::expected<QUrl, wire::Error> registryBase(const QUrl& url);
/// `name`: "search", "explore", "agents".
QUrl endpointOf(const QUrl& base, const char* name);
QUrl listUrl(const QUrl& base, const ListQuery& query);
/// The identifier is one segment of its path, whatever is in it.
std::expected<QUrl, wire::Error> retrieveUrl(const QUrl& base, const std::string& identifier);

/// What a filter asks, as far as a registry can be asked for it.
std::vector<Constraint> constraintsOf(const RegistryQuery& query);
/// Without those on terms of ACMP; true if there were some.
bool dropAcmp(std::vector<Constraint>& constraints);
QByteArray searchBody(const RegistryQuery& query, const std::vector<Constraint>& constraints);
QByteArray exploreBody(const std::string& text, const std::vector<Constraint>& constraints,
    const std::vector<FacetQuery>& facets);

} // namespace discovery
