// SPDX-License-Identifier: Apache-2.0
// The payload of a request that has no type of its own in acmp/, and of its answer: acmp/proveIdentity.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/json/writer.h"

#include <string>

namespace a2a {

struct PlainCall {
    std::string method;
    acmp::Extra params;
};

struct PlainResult {
    acmp::Extra members;
};

/// {"acmp_method":…,"params":{…}}
void writePayload(json::Writer& writer, const PlainCall& call);
/// {"acmp_result":{…}}
void writePayload(json::Writer& writer, const PlainResult& result);

} // namespace a2a
