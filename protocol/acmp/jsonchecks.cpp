// SPDX-License-Identifier: Apache-2.0
// Findings from what the scanner flagged and from what the codec could not read.
#include "protocol/acmp/checks.h"

#include "protocol/json/document.h"
#include "protocol/wire/error.h"

#include <algorithm>
#include <array>

namespace acmp {
namespace {

struct Oddity {
    json::Flag flag;
    std::string_view ruleId;
    std::string_view expected;
};

constexpr std::array kOddities {
    Oddity { json::kDuplicateKey, "JSON-duplicate-key", "a name used once" },
    Oddity { json::kLoneSurrogate, "JSON-lone-surrogate", "a pair of surrogates" },
    Oddity { json::kOutOfRange, "JSON-number-range", "a number that fits a double" },
    Oddity { json::kEscapedNul, "JSON-nul", "a string without U+0000" },
};

/// A text may hold a million of one kind: the first ones tell.
constexpr std::size_t kMostOfAKind = 16;

void addOddities(Findings& findings, const json::View& root, const Oddity& oddity)
{
    const json::Document& document = *root.document();
    const std::vector<json::Token>& tokens = document.tape().tokens;
    std::size_t count = 0;
    for (std::uint32_t i = root.tokenIndex(); i < tokens[root.tokenIndex()].next; ++i) {
        const json::Token& token = tokens[i];
        if (!(token.flags & oddity.flag))
            continue;
        findings.push_back({ &rule(oddity.ruleId), std::string(oddity.expected),
            wire::excerpt(document.text().substr(token.offset, token.length)),
            { .record = wire::kNoRecord,
                .pointer = document.pointerAt(token.offset),
                .offset = token.offset } });
        if (++count == kMostOfAKind)
            return;
    }
}

} // namespace

Findings checkJson(const json::View& root)
{
    Findings findings;
    if (!root.isValid())
        return findings;
    const std::uint8_t flags = root.document()->flags();
    if ((flags & json::kBom) && root.tokenIndex() == 0)
        findings.push_back({ &rule("JSON-bom"), "no byte order mark", "\\xef\\xbb\\xbf", {} });
    for (const Oddity& oddity : kOddities) {
        if (flags & oddity.flag)
            addOddities(findings, root, oddity);
    }
    return findings;
}

Findings toFindings(const std::vector<FieldError>& errors)
{
    Findings findings;
    findings.reserve(errors.size());
    for (const FieldError& error : errors) {
        const auto found = std::ranges::find_if(rules(), [&error](const Rule& rule) {
            return rule.section == error.section && rule.id.ends_with("-field");
        });
        Q_ASSERT(found != rules().end());
        findings.push_back({ &*found, error.expected, error.found,
            { .record = wire::kNoRecord, .pointer = error.pointer, .offset = error.offset } });
    }
    return findings;
}

void locate(std::span<Finding> findings, const json::Document& message)
{
    for (Finding& finding : findings) {
        if (finding.where.offset != 0 || finding.where.pointer.empty())
            continue;
        if (const json::View nearest = message.nearest(finding.where.pointer))
            finding.where.offset = nearest.offset();
    }
}

} // namespace acmp
