// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/plaincall.h"

namespace a2a {

namespace {

void writeMembers(json::Writer& writer, const acmp::Extra& members)
{
    writer.beginObject();
    for (const auto& [name, value] : members)
        writer.key(name).raw(value);
    writer.endObject();
}

} // namespace

void writePayload(json::Writer& writer, const PlainCall& call)
{
    writer.beginObject();
    writer.key("acmp_method").string(call.method);
    writer.key("params");
    writeMembers(writer, call.params);
    writer.endObject();
}

void writePayload(json::Writer& writer, const PlainResult& result)
{
    writer.beginObject();
    writer.key("acmp_result");
    writeMembers(writer, result.members);
    writer.endObject();
}

} // namespace a2a
