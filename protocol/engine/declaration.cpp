// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/declaration.h"

namespace engine {

namespace method = acmp::method;

acmp::Capability declarationOf(const Scenario& scenario)
{
    const auto heartbeat = scenario.heartbeatInterval();
    acmp::Capability capability;
    capability.version = acmp::kVersion;
    capability.role = "provider";
    auto& accepts = capability.accepts.emplace({ std::string(method::kInvoke) });
    if (scenario.cancel.advertise) {
        accepts.emplace_back(method::kCancel);
    }
    if (scenario.features.inputStreaming) {
        accepts.emplace_back(method::kInputChunk);
    }
    accepts.emplace_back(method::kOfferRequest);
    accepts.emplace_back(method::kAccept);
    auto& emits = capability.emits.emplace();
    if (scenario.streamsOutput()) {
        emits.emplace_back(method::kStreamChunk);
    }
    if (heartbeat) {
        emits.emplace_back(method::kHeartbeat);
    }
    acmp::Features& features = capability.features.emplace();
    features.outputStreaming = scenario.streamsOutput();
    features.inputStreaming = scenario.features.inputStreaming;
    if (heartbeat) {
        features.heartbeatIntervalMs = heartbeat->count();
    }
    capability.providerId = scenario.providerId;
    return capability;
}

} // namespace engine
