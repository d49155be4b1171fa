// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/formcheck.h"

#include "protocol/wire/error.h"

#include <algorithm>
#include <array>

namespace a2a {

namespace {

constexpr auto kCamelCased = std::to_array<std::string_view>({ "statusUpdate", "artifactUpdate", "messageId",
    "taskId", "contextId", "mediaType", "artifactId", "lastChunk", "referenceTaskIds" });
constexpr auto kIntegers = std::to_array<std::string_view>(
    { "seq", "tokens_used", "code", "latency_sla_ms", "challenge_window_ms", "valid_until_ms" });

acmp::Finding breach(std::string_view rule, std::string_view expected, const json::View& found)
{
    return { &acmp::rule(rule), std::string(expected), wire::excerpt(found.lexeme(), 80),
        { .record = wire::kNoRecord, .pointer = found.pointer(), .offset = found.offset() } };
}

class FormCheck final {
public:
    explicit FormCheck(const Event& event)
        : m_event(event)
    {
    }

    acmp::Findings take(const json::View& root)
    {
        checkNames(root);
        checkNames(m_event.body);
        switch (m_event.kind) {
        case EventKind::None:
            break;
        case EventKind::Task:
            checkRequired(m_event.body, "id");
            checkStatus(m_event.body["status"]);
            break;
        case EventKind::Message:
            checkMessage(m_event.body);
            break;
        case EventKind::StatusUpdate:
            checkRequired(m_event.body, "taskId");
            checkContext();
            checkStatus(m_event.body["status"]);
            break;
        case EventKind::ArtifactUpdate:
            checkRequired(m_event.body, "taskId");
            checkContext();
            checkRequired(m_event.body["artifact"], "artifactId");
            checkNames(m_event.body["artifact"]);
            break;
        }
        return std::move(m_findings);
    }

    acmp::Findings takeRequest(const json::View& params)
    {
        checkNames(params);
        checkMessage(params["message"]);
        const Message message = readMessage(params["message"]);
        for (const Carried& carried : carriedBy(message)) {
            const bool isFirst = carried.payload.method == acmp::method::kInvoke;
            if (isFirst && !message.taskId.empty() && message.taskId == carried.payload.taskId())
                add(breach("A2A-ab-literal", "no taskId", member(params["message"], "taskId")));
        }
        return std::move(m_findings);
    }

private:
    void add(acmp::Finding finding)
    {
        const bool isKnown = std::ranges::any_of(
            m_findings, [&finding](const acmp::Finding& known) { return known.rule == finding.rule; });
        if (!isKnown)
            m_findings.push_back(std::move(finding));
    }

    void checkNames(const json::View& object)
    {
        for (const json::Member member : object.members()) {
            const std::string name = member.name();
            for (const std::string_view camel : kCamelCased) {
                if (name.find('_') != name.npos && name == snakeCase(camel)) {
                    acmp::Finding finding = breach("A2A-snake-case", camel, member.value);
                    finding.found = name;
                    add(std::move(finding));
                }
            }
            if (name == "kind" || (name == "final" && m_event.kind == EventKind::StatusUpdate)) {
                acmp::Finding finding = breach("A2A-legacy-member", "no such member", member.value);
                finding.found = name;
                add(std::move(finding));
            }
        }
    }

    void checkRequired(const json::View& object, std::string_view name)
    {
        if (!object || !memberText(object, name).empty())
            return;
        acmp::Finding finding = breach("A2A-missing-member", std::string(name).append(", a string"), object);
        finding.found = "nothing";
        finding.where.pointer.append("/").append(name);
        add(std::move(finding));
    }

    void checkContext()
    {
        if (memberText(m_event.body, "contextId").empty()) {
            acmp::Finding finding = breach("A2A-context-id", "contextId", m_event.body);
            finding.found = "nothing";
            add(std::move(finding));
        }
    }

    template <class Enum>
    void checkEnum(const json::View& value, Enum read)
    {
        if (value && !value.equals(toString(read)))
            add(breach("A2A-enum", read == Enum {} ? "a name of A2A 1.0" : toString(read), value));
    }

    void checkStatus(const json::View& status)
    {
        checkEnum(status["state"], readState(status["state"]));
        if (status["message"].isObject())
            checkMessage(status["message"]);
    }

    void checkMessage(const json::View& message)
    {
        checkNames(message);
        checkRequired(message, "messageId");
        checkEnum(message["role"], readRole(message["role"]));
        for (const json::View part : message["parts"].elements())
            checkNames(part);
    }

    const Event m_event;
    acmp::Findings m_findings;
};

} // namespace

acmp::Findings checkForm(const json::View& root, const Event& event)
{
    const json::View result = root["result"];
    return FormCheck(event).take(result ? result : root);
}

acmp::Findings checkRequestForm(const json::View& params)
{
    return FormCheck({}).takeRequest(params);
}

acmp::Findings checkPart(const Carried& carried)
{
    acmp::Findings findings;
    if (!member(carried.part, "mediaType").equals(type::kAcmp)) {
        acmp::Finding finding = breach("A2A-media-type", type::kAcmp, carried.part);
        finding.found = "no mediaType";
        findings.push_back(std::move(finding));
    }
    for (const std::string_view name : kIntegers) {
        const json::View value = carried.payload.value[name];
        if (value.isNumber() && (value.flags() & json::kFractional) && value.toInt64()) {
            findings.push_back(breach("A2A-number", std::to_string(*value.toInt64()), value));
            break;
        }
    }
    return findings;
}

} // namespace a2a
