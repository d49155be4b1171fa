// SPDX-License-Identifier: Apache-2.0
// Writes the A2A Message that carries one ACMP message, in camelCase (decision D19). What only a server
// writes (tasks, updates) is the host's.
#pragma once

#include "protocol/a2a/names.h"
#include "protocol/a2a/payload.h"
#include "protocol/json/writer.h"

namespace a2a {

struct MessageHead {
    std::string messageId;
    Role role = Role::User;
    std::string contextId, taskId; ///< left out if empty
};

/// {"data":…,"mediaType":"application/acmp+json"}; `payload`: anything that writePayload() takes.
template <class T>
void writePart(json::Writer& writer, const T& payload)
{
    writer.beginObject();
    writer.key("data");
    writePayload(writer, payload);
    writer.key("mediaType").string(type::kAcmp);
    writer.endObject();
}

/// Everything of the message but its parts, which follow; the object stays open.
void beginMessage(json::Writer& writer, const MessageHead& head);

/// A message with one part. It names the ACMP extension (A2A §4.6.2).
template <class T>
void writeMessage(json::Writer& writer, const MessageHead& head, const T& payload)
{
    beginMessage(writer, head);
    writer.key("parts").beginArray();
    writePart(writer, payload);
    writer.endArray().endObject();
}

/// "extensions":[the ACMP extension], within an object.
void writeExtensions(json::Writer& writer);

} // namespace a2a
