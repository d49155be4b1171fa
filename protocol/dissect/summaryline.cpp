// SPDX-License-Identifier: Apache-2.0
#include "protocol/dissect/summary.h"

#include "protocol/wire/error.h"

namespace dissect {

namespace {

constexpr std::size_t kMaxPart = 80, kMaxNote = 200;

void append(std::string& line, std::string_view part)
{
    if (part.empty()) {
        return;
    }
    if (!line.empty()) {
        line += ' ';
    }
    line += wire::excerpt(part, kMaxPart);
}

void appendPair(std::string& line, std::string_view name, std::string_view value)
{
    if (!value.empty()) {
        append(line, std::string(name) + '=' + std::string(value));
    }
}

void appendHead(std::string& line, const HttpHead& head)
{
    append(line, head.method);
    append(line, head.target);
    if (head.status != 0) {
        append(line, std::to_string(head.status));
    }
    append(line, head.reason);
    append(line, head.contentType);
}

void appendMessage(std::string& line, const Summary& summary)
{
    if (summary.message == MessageKind::None) {
        return;
    }
    if (summary.method.empty()) {
        append(line, name(summary.message));
    }
    append(line, summary.method);
    if (summary.message == MessageKind::Batch) {
        append(line, "of " + std::to_string(summary.batchSize));
    }
    if (summary.errorCode) {
        append(line, std::to_string(*summary.errorCode));
    }
    append(line, summary.errorMessage);
    appendPair(line, "id", summary.id);
    appendPair(line, "task", summary.taskId);
    if (summary.seq) {
        appendPair(line, "seq", std::to_string(*summary.seq));
    }
    if (!summary.carrier.empty()) {
        append(line, "in " + summary.carrier);
    }
    append(line, summary.problem);
}

} // namespace

std::string_view name(MessageKind kind)
{
    switch (kind) {
    case MessageKind::None:
        return "none";
    case MessageKind::Partial:
        return "partial";
    case MessageKind::NotJson:
        return "not JSON";
    case MessageKind::OtherJson:
        return "other JSON";
    case MessageKind::Batch:
        return "batch";
    case MessageKind::Request:
        return "request";
    case MessageKind::Notification:
        return "notification";
    case MessageKind::Result:
        return "result";
    case MessageKind::Error:
        return "error";
    }
    return "unknown";
}

std::string toLine(const Summary& summary)
{
    std::string line;
    if (summary.head) {
        appendHead(line, *summary.head);
    }
    appendMessage(line, summary);
    if (!summary.note.empty()) {
        line += wire::excerpt(summary.note, kMaxNote);
    }
    return line;
}

} // namespace dissect
