// SPDX-License-Identifier: Apache-2.0
// Whether a GET of a document goes on where it was redirected to (decision D24). Nothing else follows
// redirects.
#pragma once

#include <QUrl>

#include <cstdint>
#include <optional>

namespace http {

enum class RedirectRefusal : std::uint8_t {
    Nowhere, ///< no http or https URL
    Weaker, ///< from https to http
    TooMany
};

bool isRedirect(int status);
/// `to`: resolved against `from`. `followed`: redirects of this GET so far. nullopt: it goes on.
std::optional<RedirectRefusal> judgeRedirect(const QUrl& from, const QUrl& to, int followed);

} // namespace http
