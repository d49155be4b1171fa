// SPDX-License-Identifier: Apache-2.0
#include "protocol/acmp/rules.h"

#include "protocol/acmp/a2arules.h"
#include "protocol/acmp/layer1rules.h"
#include "protocol/acmp/layer5rules.h"
#include "protocol/acmp/layer6rules.h"

#include <QtGlobal>

#include <algorithm>
#include <array>

namespace acmp {
namespace {

template <std::size_t... sizes>
consteval auto sortedById(const std::array<Rule, sizes>&... parts)
{
    std::array<Rule, (sizes + ...)> all {};
    auto end = all.begin();
    ((end = std::ranges::copy(parts, end).out), ...);
    std::ranges::sort(all, {}, &Rule::id);
    return all;
}

constexpr auto kRules = sortedById(table::kA2aRules, table::kDeclarationRules, table::kTaskRules,
    table::kStreamRules, table::kNegotiationRules, table::kSubstrateRules, table::kDiscoveryRules);

static_assert(std::ranges::adjacent_find(kRules, {}, &Rule::id) == kRules.end(), "two rules of one id");
static_assert(std::ranges::none_of(
    kRules, [](const Rule& rule) { return rule.id.empty() || rule.section.empty() || rule.text.empty(); }));

} // namespace

std::span<const Rule> rules()
{
    return kRules;
}

const Rule& rule(std::string_view id)
{
    const auto found = std::ranges::lower_bound(kRules, id, {}, &Rule::id);
    if (found == kRules.end() || found->id != id)
        qFatal("no rule \"%.*s\"", static_cast<int>(id.size()), id.data());
    return *found;
}

std::string_view toString(Level level)
{
    switch (level) {
    case Level::Note:
        return "note";
    case Level::Warning:
        return "warning";
    case Level::Error:
        return "error";
    }
    return {};
}

} // namespace acmp
