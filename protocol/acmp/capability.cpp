// SPDX-License-Identifier: Apache-2.0
#include "protocol/acmp/capability.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace acmp {
namespace {

/// An interval beyond this is as good as none, and multiples of it still fit every clock.
constexpr std::int64_t kLongestIntervalMs = std::int64_t { 366 } * 24 * 60 * 60 * 1000;

/// What no list says is unknown, not absent (decision D28).
bool lists(const std::optional<std::vector<std::string>>& methods, std::string_view method)
{
    return !methods || std::ranges::find(*methods, method) != methods->end();
}

/// Takes one number of a version off the front of `text`.
std::optional<std::uint32_t> takeNumber(std::string_view& text)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || (length > 1 && text.front() == '0'))
        return std::nullopt;
    text.remove_prefix(length);
    return number;
}

using VersionNumbers = std::array<std::uint32_t, 3>;

std::optional<VersionNumbers> readVersion(std::string_view text)
{
    VersionNumbers numbers {};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) {
            if (!text.starts_with('.'))
                return std::nullopt;
            text.remove_prefix(1);
        }
        const std::optional<std::uint32_t> number = takeNumber(text);
        if (!number)
            return std::nullopt;
        numbers[i] = *number;
    }
    const bool isWhole = text.empty() || (text.size() > 1 && (text.front() == '-' || text.front() == '+'));
    return isWhole ? std::optional(numbers) : std::nullopt;
}

} // namespace

bool Capability::doesAccept(std::string_view method) const
{
    return lists(accepts, method);
}

bool Capability::doesEmit(std::string_view method) const
{
    return lists(emits, method);
}

std::optional<std::chrono::milliseconds> Capability::heartbeatInterval() const
{
    if (!features || features->heartbeatIntervalMs.value_or(0) <= 0)
        return std::nullopt;
    return std::chrono::milliseconds(std::min(*features->heartbeatIntervalMs, kLongestIntervalMs));
}

VersionMatch matchVersion(std::string_view version)
{
    const std::optional<VersionNumbers> theirs = readVersion(version);
    if (!theirs)
        return VersionMatch::Unreadable;
    const VersionNumbers ours = *readVersion(kVersion);
    const bool isSame = (*theirs)[0] == ours[0] && (ours[0] > 0 || (*theirs)[1] == ours[1]);
    return isSame ? VersionMatch::Compatible : VersionMatch::Other;
}

Capability buyerCapability()
{
    Capability capability;
    capability.version = kVersion;
    capability.role = "buyer";
    capability.accepts = { std::string(method::kStreamChunk), std::string(method::kHeartbeat) };
    capability.emits = { std::string(method::kInvoke), std::string(method::kCancel),
        std::string(method::kInputChunk), std::string(method::kOfferRequest), std::string(method::kAccept) };
    capability.features.emplace();
    return capability;
}

} // namespace acmp
