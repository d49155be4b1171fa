// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/card.h"

#include "protocol/acmp/codec.h"

#include <span>

namespace a2a {

using wire::Error;
using wire::ErrorKind;

namespace {

struct Required {
    std::string_view name, expected;
    bool (*isRight)(const json::View& value);
};

bool isText(const json::View& value)
{
    return value.isString();
}

bool isFilledArray(const json::View& value)
{
    return value.isArray() && value.size() > 0;
}

constexpr std::string_view kText = "a string";
constexpr std::string_view kArray = "an array of at least one element";

constexpr Required kCardMembers[] {
    { "name", kText, isText },
    { "description", kText, isText },
    { "version", kText, isText },
    { "supportedInterfaces", kArray, isFilledArray },
    { "capabilities", "an object", [](const json::View& value) { return value.isObject(); } },
    { "defaultInputModes", kArray, isFilledArray },
    { "defaultOutputModes", kArray, isFilledArray },
    { "skills", kArray, isFilledArray },
};
constexpr Required kInterfaceMembers[] {
    { "url", "an http or https URL", isText },
    { "protocolBinding", kText, isText },
    { "protocolVersion", kText, isText },
};
constexpr Required kSkillMembers[] {
    { "id", kText, isText },
    { "name", kText, isText },
    { "description", kText, isText },
    { "tags", "an array", [](const json::View& value) { return value.isArray(); } },
};

/// A card may list ten thousand skills; the first ones tell.
constexpr std::size_t kMostElements = 16;

class Reader final {
public:
    explicit Reader(const json::View& root)
        : m_root(root)
    {
    }

    AgentCard read()
    {
        check(m_root, kCardMembers);
        m_card.name = m_root["name"].textOrEmpty();
        m_card.version = m_root["version"].textOrEmpty();
        m_card.streams = m_root["capabilities"]["streaming"].boolean().value_or(false);
        readInterfaces();
        checkSkills();
        checkSchemes();
        readExtensions();
        return std::move(m_card);
    }

private:
    void report(
        std::string_view rule, std::string_view expected, const json::View& found, std::string pointer)
    {
        m_card.findings.push_back({ &acmp::rule(rule), std::string(expected),
            found ? wire::excerpt(found.lexeme(), 80) : std::string("nothing"),
            { .record = wire::kNoRecord,
                .pointer = std::move(pointer),
                .offset = found ? found.offset() : std::size_t { 0 } } });
    }

    bool check(const json::View& object, std::span<const Required> members)
    {
        bool isRight = true;
        for (const Required& member : members) {
            const json::View value = object[member.name];
            if (member.isRight(value))
                continue;
            isRight = false;
            report(
                "A2A-card-field", member.expected, value, object.pointer().append("/").append(member.name));
        }
        return isRight;
    }

    void readInterfaces()
    {
        std::size_t count = 0;
        for (const json::View entry : m_root["supportedInterfaces"].elements()) {
            if (++count > kMostElements)
                return;
            if (!check(entry, kInterfaceMembers))
                continue;
            const QUrl url(QString::fromStdString(entry["url"].textOrEmpty()), QUrl::StrictMode);
            const bool isHttp
                = url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https");
            const std::string ride = entry["protocolBinding"].textOrEmpty();
            // Of a binding that this program doesn't speak the address may be anything.
            if (ride != bindingname::kGrpc && (!url.isValid() || !isHttp || url.host().isEmpty())) {
                report("A2A-card-field", "an http or https URL", entry["url"], entry["url"].pointer());
                continue;
            }
            m_card.interfaces.push_back(
                { url, ride, entry["protocolVersion"].textOrEmpty(), entry["tenant"].textOrEmpty() });
        }
    }

    void checkSkills()
    {
        std::size_t count = 0;
        for (const json::View skill : m_root["skills"].elements()) {
            if (++count > kMostElements)
                return;
            check(skill, kSkillMembers);
        }
    }

    // What a library keeps in its memory for a protocol buffer's choice.
    void checkSchemes()
    {
        for (const json::Member scheme : m_root["securitySchemes"].members()) {
            for (const json::Member choice : scheme.value.members()) {
                if (const json::View leak = choice.value["$case"])
                    return report("A2A-card-form", "the choice as a member's name", leak, leak.pointer());
            }
        }
    }

    void readExtensions()
    {
        for (const json::View extension : m_root["capabilities"]["extensions"].elements()) {
            const json::View uri = extension["uri"];
            if (uri.equals(kExtensionUri))
                return readCapability(extension["params"], extension.pointer());
            if (uri.textOrEmpty().starts_with(kExtensionPrefix))
                report("A2A-other-extension", kExtensionUri, uri, uri.pointer());
        }
    }

    void readCapability(const json::View& params, const std::string& at)
    {
        auto capability = acmp::decode<acmp::Capability>(params);
        acmp::Findings found = capability ? acmp::check(*capability) : acmp::toFindings(capability.error());
        for (acmp::Finding& finding : found) {
            if (capability)
                finding.where.pointer.insert(0, at + "/params");
            m_card.findings.push_back(std::move(finding));
        }
        if (!capability)
            return;
        const json::View features = params["features"];
        if (capability->inputStreaming())
            report("A2A-input-streaming", "false", features["input_streaming"],
                features["input_streaming"].pointer());
        if (!m_card.streams && capability->heartbeatInterval()) {
            const json::View interval = features["heartbeat_interval_ms"];
            report("A2A-heartbeat-unstreamed", "capabilities.streaming", interval, interval.pointer());
            // No liveness window can be built on heartbeats that can't come.
            capability->features->heartbeatIntervalMs.reset();
        }
        m_card.capability = std::move(*capability);
    }

    json::View m_root;
    AgentCard m_card;
};

bool isLegacy(const json::View& root)
{
    return !root["supportedInterfaces"] && root["url"].isString()
        && (root["protocolVersion"] || root["preferredTransport"] || root["skills"].isArray());
}

/// "HTTP+JSON 1.0, GRPC 1.0"
std::string listed(const std::vector<Interface>& interfaces)
{
    std::string all;
    for (const Interface& entry : interfaces) {
        all.append(all.empty() ? "" : ", ").append(wire::excerpt(entry.protocolBinding, 40));
        all.append(" ").append(wire::excerpt(entry.protocolVersion, 20));
    }
    return all.empty() ? "none that can be read" : all;
}

bool isSpoken(const Interface& entry, Preference preference)
{
    const bool isJsonRpc = entry.protocolBinding == bindingname::kJsonRpc;
    const bool isRest = entry.protocolBinding == bindingname::kRest;
    const bool isWanted = preference == Preference::CardsOrder ? isJsonRpc || isRest
        : preference == Preference::JsonRpc                    ? isJsonRpc
                                                               : isRest;
    // A minor version adds only (A2A §3.6).
    return isWanted && entry.protocolVersion.starts_with("1.");
}

} // namespace

bool looksLikeCard(const json::View& root)
{
    return root["supportedInterfaces"].isArray() || isLegacy(root);
}

std::expected<AgentCard, Error> readCard(const json::View& root)
{
    if (isLegacy(root)) {
        const json::View version = root["protocolVersion"];
        return std::unexpected(Error { ErrorKind::Protocol,
            "this is the card of an A2A agent before 1.0, which ACMP's binding does not ride on",
            "supportedInterfaces (A2A 1.0 §4.4.1)",
            "a card of A2A "
                + (version.isString() ? wire::excerpt(version.textOrEmpty(), 20) : std::string("0.3")),
            version ? "/protocolVersion" : "/url", false });
    }
    if (!root.isObject() || !looksLikeCard(root)) {
        return std::unexpected(Error { ErrorKind::Protocol, "this is no agent card",
            "an object with supportedInterfaces (A2A §4.4.1)",
            root ? wire::excerpt(root.lexeme(), 80) : std::string("no JSON"), {}, false });
    }
    return Reader(root).read();
}

std::expected<Interface, Error> chooseInterface(const AgentCard& card, Preference preference)
{
    for (const Interface& entry : card.interfaces) {
        if (isSpoken(entry, preference))
            return entry;
    }
    const char* const expected = preference == Preference::CardsOrder ? "JSONRPC or HTTP+JSON of A2A 1.0"
        : preference == Preference::JsonRpc                           ? "JSONRPC of A2A 1.0"
                                                                      : "HTTP+JSON of A2A 1.0";
    return std::unexpected(Error { ErrorKind::NotAdvertised, "the agent offers no interface that can be used",
        expected, listed(card.interfaces), "/supportedInterfaces", false });
}

std::vector<QUrl> cardUrls(const QUrl& target)
{
    const QString path = target.path();
    QUrl known = target;
    known.setQuery(QString());
    known.setPath((path.endsWith(u'/') ? path.chopped(1) : path)
        + QString::fromUtf8(kCardPath.data(), static_cast<qsizetype>(kCardPath.size())));
    if (path.isEmpty() || path == QStringLiteral("/"))
        return { known };
    if (path.endsWith(QStringLiteral(".json")))
        return { target };
    return { target, known };
}

} // namespace a2a
