// SPDX-License-Identifier: Apache-2.0
// The checks of a capability declaration, Layer 1 §1.
#include "protocol/acmp/checks.h"

#include "protocol/acmp/report.h"

#include <algorithm>

namespace acmp {
namespace {

bool names(const std::optional<std::vector<std::string>>& methods, std::string_view method)
{
    return methods && std::ranges::find(*methods, method) != methods->end();
}

/// `emits` must list a notification exactly if the feature behind it is advertised.
void checkEmits(Report& report, const Capability& declaration, std::string_view method, bool isAdvertised,
    std::string_view feature)
{
    const bool isListed = names(declaration.emits, method);
    if (isListed && !isAdvertised)
        report.add("L1-1-emits-mismatch", "/emits", feature, method);
    if (isAdvertised && declaration.emits && !isListed)
        report.add("L1-1-emits-missing", "/emits", method, "emits without it");
}

void checkProvider(Report& report, const Capability& declaration)
{
    if (names(declaration.accepts, method::kInputChunk) && !declaration.inputStreaming())
        report.add("L1-1-accepts-mismatch", "/accepts", "input_streaming: true", method::kInputChunk);
    checkEmits(
        report, declaration, method::kStreamChunk, declaration.outputStreaming(), "output_streaming: true");
    checkEmits(report, declaration, method::kHeartbeat,
        declaration.features && declaration.features->heartbeatIntervalMs.has_value(),
        "heartbeat_interval_ms");
    if (!declaration.doesAccept(method::kInvoke))
        report.add("L1-1-no-invoke", "/accepts", method::kInvoke, "accepts without it");
    for (const std::string_view negotiation : { method::kOfferRequest, method::kAccept }) {
        if (!declaration.doesAccept(negotiation))
            report.add("L6-accepts-absent", "/accepts", negotiation, "accepts without it");
    }
}

void checkVersion(Report& report, const std::string& version)
{
    switch (matchVersion(version)) {
    case VersionMatch::Compatible:
        break;
    case VersionMatch::Other:
        report.add("L1-6-version", "/version", kVersion, version);
        break;
    case VersionMatch::Unreadable:
        report.add("L1-6-version-form", "/version", "MAJOR.MINOR.PATCH", version);
        break;
    }
}

} // namespace

Findings check(const Capability& declaration)
{
    Report report;
    checkVersion(report, declaration.version);
    const std::string role = declaration.role.value_or("provider");
    if (role == "provider")
        checkProvider(report, declaration);
    else if (role != "buyer" && role != "escrow-agent")
        report.add("L1-1-role", "/role", "provider, buyer or escrow-agent", role);
    if (declaration.features && declaration.features->heartbeatIntervalMs.value_or(1) < 1) {
        report.add("L1-1-interval", "/features/heartbeat_interval_ms", "heartbeat_interval_ms ≥ 1",
            std::to_string(*declaration.features->heartbeatIntervalMs));
    }
    report.checkProviderId(declaration.providerId);
    if (declaration.did && !declaration.did->starts_with("did:"))
        report.add("L7-did-form", "/did", "did:<method>:<id>", *declaration.did);
    return report.take();
}

} // namespace acmp
