// SPDX-License-Identifier: Apache-2.0
#include "protocol/identity/payload.h"

#include "protocol/identity/encoding.h"
#include "protocol/identity/failure.h"
#include "protocol/json/canonical.h"
#include "protocol/json/pythonform.h"

#include <array>
#include <span>

namespace identity {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 3> kLeftOut { "sig", "resultType", "_meta" };
constexpr Names kSigOnly(kLeftOut.data(), 1);

Payload named(std::string bytes, bool isJcs, Names without)
{
    std::string hash = hashName(sha256(bytes));
    return { std::move(bytes), std::move(hash), isJcs, without.size() > 1 };
}

} // namespace

std::expected<Payload, wire::Error> payloadOf(const json::View& object, std::string_view payloadHash)
{
    auto canonical = json::canonicalWithout(object, kSigOnly);
    if (!canonical) {
        return wrong(
            "the object has no canonical form: " + canonical.error().what, {}, {}, canonical.error().pointer);
    }
    Payload whole = named(std::move(*canonical), true, kSigOnly);
    if (whole.hash == payloadHash) {
        return whole;
    }
    const bool hasSubstrate = object[kLeftOut[1]].isValid() || object[kLeftOut[2]].isValid();
    if (hasSubstrate) {
        Payload inner
            = named(json::canonicalWithout(object, kLeftOut).value_or(std::string()), true, kLeftOut);
        if (inner.hash == payloadHash) {
            return inner;
        }
    }
    for (const Names without : { kSigOnly, Names(kLeftOut) }) {
        Payload python = named(json::pythonForm(object, without), false, without);
        if (python.hash == payloadHash) {
            return python;
        }
    }
    return whole;
}

std::string inexactNumber(const json::View& value)
{
    if (value.isNumber()) {
        const auto exact = value.decimal();
        const std::string counted = json::canonicalNumber(value.toDouble().value_or(0));
        const bool isSame = exact && json::Decimal::parse(counted) == exact;
        return isSame ? std::string()
                      : value.pointer() + ": " + wire::excerpt(value.lexeme()) + " counts as " + counted;
    }
    for (const json::Member member : value.members()) {
        if (std::string found = inexactNumber(member.value); !found.empty()) {
            return found;
        }
    }
    for (const json::View element : value.elements()) {
        if (std::string found = inexactNumber(element); !found.empty()) {
            return found;
        }
    }
    return {};
}

} // namespace identity
