// SPDX-License-Identifier: Apache-2.0
// What is asked of a registry, read as ARD §5.3 and its OpenAPI description have it. Pure.
#pragma once

#include "protocol/discovery/registrytypes.h"
#include "protocol/hosts/registry/registryindex.h"
#include "protocol/hosts/registry/registryoptions.h"

#include <QDateTime>

namespace hosts {

/// As an answer has it (ARD Appendix B).
struct RegistryRefusal {
    int status = 400;
    std::string code = "INVALID_ARGUMENT";
    std::string message = {};
};

struct SearchQuestion {
    std::string text;
    std::vector<TermConstraint> constraints;
    discovery::Federation federation = discovery::Federation::Auto;
    std::size_t pageSize = 10;
    std::size_t offset = 0; ///< of the page
    std::string fingerprint; ///< the same for every page of the same question
};
struct FacetQuestion {
    std::string field; ///< as it was asked
    TermPath path;
    std::size_t limit = 20;
    std::int64_t minCount = 1;
};
struct ExploreQuestion {
    std::string text;
    std::vector<TermConstraint> constraints;
    std::vector<FacetQuestion> facets;
};
struct ListQuestion {
    std::string displayName; ///< part of it, in any case
    std::vector<std::string> types, publishers; ///< one of them; empty: any
    QDateTime createdAfter, updatedAfter; ///< invalid: any
    std::vector<std::pair<std::string, bool>> orderBy; ///< a member of an entry, and whether it descends
    std::size_t pageSize = 20;
    std::size_t offset = 0;
    std::string fingerprint;
};

/// For a question that can't be read: 400.
std::unexpected<RegistryRefusal> refused(std::string message);

template <typename Question>
using Asked = std::expected<Question, RegistryRefusal>;

Asked<SearchQuestion> readSearch(const QByteArray& body, const RegistryRules& rules);
Asked<ExploreQuestion> readExplore(const QByteArray& body, const RegistryRules& rules);
/// `query`: what stands behind the question mark.
Asked<ListQuestion> readList(std::string_view query, const RegistryRules& rules);

/// Of ISO 8601; invalid if it is none.
QDateTime timeOf(const std::string& text);

// A page's token names the question that it belongs to.
std::string fingerprintOf(const std::string& question);
std::string pageToken(std::size_t offset, const std::string& fingerprint);
Asked<std::size_t> offsetOf(const std::string& token, const std::string& fingerprint);

} // namespace hosts
