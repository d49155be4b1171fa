// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/envelope.h"

namespace a2a {

void beginMessage(json::Writer& writer, const MessageHead& head)
{
    writer.beginObject();
    writer.key("messageId").string(head.messageId);
    if (!head.contextId.empty())
        writer.key("contextId").string(head.contextId);
    if (!head.taskId.empty())
        writer.key("taskId").string(head.taskId);
    writer.key("role").string(toString(head.role));
    writeExtensions(writer);
}

void writeExtensions(json::Writer& writer)
{
    writer.key("extensions").beginArray().string(kExtensionUri).endArray();
}

} // namespace a2a
