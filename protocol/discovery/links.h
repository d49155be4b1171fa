// SPDX-License-Identifier: Apache-2.0
// Where a site says that its entries are: Link header fields (RFC 8288), an HTML page's <link> elements and
// JSON-LD scripts, robots.txt's Agentmap lines. What is no such thing is skipped, as a browser does. Pure.
#pragma once

#include <QUrl>

#include <string>
#include <string_view>
#include <vector>

namespace discovery {

struct Link {
    std::string rel; ///< one relation type, in lower case
    std::string target; ///< as written: relative perhaps
    bool operator==(const Link&) const = default;
};

/// The value of one Link header field; a link of several types is several.
std::vector<Link> linksOfHeader(std::string_view value);

struct Page {
    std::vector<Link> links; ///< of <link>
    std::string base; ///< of <base href>; empty if there is none
    std::vector<std::string> jsonLd; ///< the texts of <script type="application/ld+json">
};
/// Takes at most so many links and scripts; the rest is not looked for.
inline constexpr std::size_t kMaxOfPage = 100;
Page readPage(std::string_view html);

/// URLs of "Agentmap:" lines, as written.
std::vector<std::string> agentmapsOf(std::string_view robots);

/// `target` from a document at `document`; invalid unless it is http or https.
QUrl resolve(const QUrl& document, std::string_view base, std::string_view target);

} // namespace discovery
