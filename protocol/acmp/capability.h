// SPDX-License-Identifier: Apache-2.0
// The ACMP capability declaration, Layer 1 §1: what a peer accepts, emits and can do.
#pragma once

#include "protocol/acmp/messages.h"

#include <chrono>

namespace acmp {

inline constexpr std::string_view kExtensionId = "org.a2agora/acmp";
inline constexpr std::string_view kVersion = "0.1.0";

struct Features {
    std::optional<bool> outputStreaming;
    std::optional<bool> inputStreaming;
    std::optional<std::int64_t> heartbeatIntervalMs;
    Extra extra;
    bool operator==(const Features&) const = default;
};

struct Capability {
    std::string version;
    std::optional<std::string> role;
    std::optional<std::vector<std::string>> accepts;
    std::optional<std::vector<std::string>> emits;
    std::optional<Features> features;
    std::optional<std::string> providerId; ///< Layer 1 §4
    std::optional<std::string> did; ///< Layer 7
    Extra extra;

    /// False only if there is a list without it: what is not said is unknown, not absent (decision D28).
    bool doesAccept(std::string_view method) const;
    bool doesEmit(std::string_view method) const;
    bool outputStreaming() const { return features && features->outputStreaming.value_or(false); }
    bool inputStreaming() const { return features && features->inputStreaming.value_or(false); }
    /// nullopt: none advertised, or one that is not above 0; at most 366 days.
    std::optional<std::chrono::milliseconds> heartbeatInterval() const;
    bool operator==(const Capability&) const = default;
};

enum class VersionMatch { Compatible, Other, Unreadable };
/// Decision D20: same MAJOR, for 0.x the same MINOR.
VersionMatch matchVersion(std::string_view version);

/// What a buyer of this program declares (decision D1).
Capability buyerCapability();

} // namespace acmp
