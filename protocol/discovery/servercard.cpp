// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/servercard.h"

#include "protocol/discovery/findings.h"

#include <algorithm>

namespace discovery {

namespace {

constexpr std::size_t kMaxElements = 64;
constexpr std::size_t kMaxDescription = 100;

bool isName(std::string_view text)
{
    const auto isOf = [](std::string_view part, std::string_view others) {
        return !part.empty() && std::ranges::all_of(part, [&](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                || others.find(c) != others.npos;
        });
    };
    const auto slash = text.find('/');
    return slash != text.npos && text.size() <= 200 && isOf(text.substr(0, slash), ".-")
        && isOf(text.substr(slash + 1), "._-");
}

/// {name} of a template, each once.
std::vector<std::string> variablesOf(std::string_view text)
{
    std::vector<std::string> names;
    for (auto open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
        const auto close = text.find('}', open);
        if (close == text.npos)
            break;
        std::string name(text.substr(open + 1, close - open - 1));
        if (!name.empty() && std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

class CardReader final {
public:
    explicit CardReader(const json::View& root)
        : m_root(root)
        , m_findings(m_card.findings, root)
    {
    }
    ServerCard read();

private:
    std::string text(const json::View& object, std::string_view name, bool isRequired = false);
    CardRemote readRemote(const json::View& value);
    CardInput readInput(std::string name, const json::View& value);
    std::vector<CardInput> readVariables(const json::View& value);
    void checkVariables(std::string_view of, const std::vector<CardInput>& variables, const json::View& at);
    void refuse(std::string expected, const json::View& at)
    {
        m_findings.add("MCP-card-field", std::move(expected), at);
    }

    json::View m_root;
    ServerCard m_card;
    Findings m_findings;
};

ServerCard CardReader::read()
{
    if (!m_root.isObject()) {
        refuse("an object", m_root);
        return std::move(m_card);
    }
    const std::string schema = text(m_root, "$schema", true);
    if (!schema.empty() && !schema.ends_with("/v1/server-card.schema.json"))
        m_findings.add("MCP-card-schema", ".../v1/server-card.schema.json", m_root["$schema"]);
    m_card.name = text(m_root, "name", true);
    if (!m_card.name.empty() && !isName(m_card.name))
        refuse("a name such as com.example/server", m_root["name"]);
    m_card.version = text(m_root, "version", true);
    m_card.description = text(m_root, "description", true);
    if (m_card.description.size() > kMaxDescription)
        m_findings.add("MCP-card-description", "at most 100 characters", m_root["description"]);
    m_card.title = text(m_root, "title");
    const json::View remotes = m_root["remotes"];
    if (remotes && !remotes.isArray())
        refuse("an array", remotes);
    for (const json::View value : remotes.elements()) {
        if (m_card.remotes.size() == kMaxElements)
            break;
        if (value.isObject())
            m_card.remotes.push_back(readRemote(value));
        else
            refuse("an object", value);
    }
    return std::move(m_card);
}

std::string CardReader::text(const json::View& object, std::string_view name, bool isRequired)
{
    const json::View value = object[name];
    auto found = value.text();
    if (value && !found)
        refuse("a string", value);
    else if (isRequired && (!found || found->empty()))
        m_findings.add("MCP-card-field", "a member " + std::string(name), object, value ? "empty" : "none");
    return found ? std::move(*found) : std::string();
}

CardRemote CardReader::readRemote(const json::View& value)
{
    CardRemote remote { text(value, "type", true), text(value, "url", true), {},
        readVariables(value["variables"]), {} };
    if (!remote.type.empty() && remote.type != "streamable-http" && remote.type != "sse")
        refuse("streamable-http or sse", value["type"]);
    checkVariables(remote.url, remote.variables, value["url"]);
    for (const json::View header : value["headers"].elements()) {
        if (remote.headers.size() == kMaxElements)
            break;
        CardInput input = readInput(text(header, "name", true), header);
        input.variables = readVariables(header["variables"]);
        checkVariables(input.fixed.value_or(std::string()), input.variables, header["value"]);
        remote.headers.push_back(std::move(input));
    }
    for (const json::View version : value["supportedProtocolVersions"].elements()) {
        if (auto one = version.text(); one && remote.protocolVersions.size() < kMaxElements)
            remote.protocolVersions.push_back(std::move(*one));
    }
    return remote;
}

std::vector<CardInput> CardReader::readVariables(const json::View& value)
{
    std::vector<CardInput> variables;
    if (value && !value.isObject())
        refuse("an object", value);
    for (const json::Member& member : value.members()) {
        if (variables.size() < kMaxElements)
            variables.push_back(readInput(member.name(), member.value));
    }
    return variables;
}

CardInput CardReader::readInput(std::string name, const json::View& value)
{
    CardInput input { .name = std::move(name) };
    if (!value.isObject()) {
        refuse("an object", value);
        return input;
    }
    input.description = text(value, "description");
    input.placeholder = text(value, "placeholder");
    input.format = text(value, "format");
    input.isRequired = value["isRequired"].boolean().value_or(false);
    input.isSecret = value["isSecret"].boolean().value_or(false);
    if (value["default"])
        input.preset = text(value, "default");
    if (value["value"])
        input.fixed = text(value, "value");
    for (const json::View choice : value["choices"].elements()) {
        if (auto one = choice.text(); one && input.choices.size() < kMaxElements)
            input.choices.push_back(std::move(*one));
    }
    return input;
}

void CardReader::checkVariables(
    std::string_view of, const std::vector<CardInput>& variables, const json::View& at)
{
    for (const std::string& name : variablesOf(of)) {
        if (std::ranges::find(variables, name, &CardInput::name) == variables.end())
            m_findings.add("MCP-card-variable", "a variable " + wire::excerpt(name, 40), at);
    }
}

/// What a template leaves open; one that is nowhere described is needed all the same.
void ask(std::vector<CardQuestion>& questions, const std::string& header, std::string_view of,
    const std::vector<CardInput>& variables, bool isSecret)
{
    for (const std::string& name : variablesOf(of)) {
        const auto known = std::ranges::find(variables, name, &CardInput::name);
        CardInput input = known == variables.end() ? CardInput { .name = name, .isRequired = true } : *known;
        if (input.fixed)
            continue;
        input.isSecret = input.isSecret || isSecret;
        questions.push_back({ header, std::move(input) });
    }
}

} // namespace

const CardRemote* ServerCard::streamableHttp() const
{
    const auto found = std::ranges::find(remotes, "streamable-http", &CardRemote::type);
    return found == remotes.end() ? nullptr : &*found;
}

ServerCard readServerCard(const json::View& root)
{
    return CardReader(root).read();
}

std::vector<CardQuestion> questionsOf(const CardRemote& remote)
{
    std::vector<CardQuestion> questions;
    ask(questions, {}, remote.url, remote.variables, false);
    for (const CardInput& header : remote.headers) {
        if (header.fixed)
            ask(questions, header.name, *header.fixed, header.variables, header.isSecret);
        else
            questions.push_back({ header.name, header });
    }
    return questions;
}

} // namespace discovery
