// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/paramheaders.h"

#include "protocol/binding/mcp/meta.h"
#include "protocol/transport/http/message.h"
#include "protocol/transport/http/token.h"
#include "protocol/wire/error.h"

#include <algorithm>

namespace mcp {

namespace {

constexpr std::string_view kAnnotation = "x-mcp-header";

class Walk final {
public:
    void schema(const json::View& schema, bool isReachable);
    std::string mistake;
    std::vector<ParameterHeader> found;

private:
    void annotation(const json::View& schema, const json::View& value, bool isReachable);
    void fail(const json::View& where, std::string_view what);

    std::vector<std::string> m_path;
};

void Walk::fail(const json::View& where, std::string_view what)
{
    if (mistake.empty())
        mistake = wire::excerpt(where.lexeme()) + " at " + where.pointer() + ": " + std::string(what);
}

void Walk::annotation(const json::View& schema, const json::View& value, bool isReachable)
{
    const std::string name = value.textOrEmpty();
    const json::View type = schema["type"];
    if (!http::isToken(name))
        return fail(value, "not the name of an HTTP header");
    if (!isReachable || m_path.empty())
        return fail(value, "not on a property that is reached by properties alone");
    if (!type.equals("string") && !type.equals("integer") && !type.equals("boolean"))
        return fail(value, "on a parameter that is no string, integer or boolean");
    ParameterHeader parameter { std::string(header::kParameterPrefix) + name, m_path,
        type.equals("integer") };
    if (std::ranges::any_of(found, [&](const ParameterHeader& other) {
            return http::equalsIgnoringCase(other.name, parameter.name);
        }))
        return fail(value, "used twice");
    found.push_back(std::move(parameter));
}

// What a schema holds as data is no schema: enum, const, default, examples.
void Walk::schema(const json::View& schema, bool isReachable)
{
    if (schema.isArray()) {
        for (const json::View part : schema.elements())
            this->schema(part, false);
    }
    for (const json::Member member : schema.members()) {
        const std::string key = member.name();
        if (key == kAnnotation) {
            annotation(schema, member.value, isReachable);
        } else if (key == "properties") {
            for (const json::Member property : member.value.members()) {
                m_path.push_back(property.name());
                this->schema(property.value, isReachable);
                m_path.pop_back();
            }
        } else if (key != "enum" && key != "const" && key != "default" && key != "examples") {
            this->schema(member.value, false);
        }
    }
}

} // namespace

std::expected<std::vector<ParameterHeader>, std::string> parameterHeaders(const json::View& inputSchema)
{
    Walk walk;
    walk.schema(inputSchema, true);
    if (!walk.mistake.empty())
        return std::unexpected(std::move(walk.mistake));
    return std::move(walk.found);
}

std::optional<std::string> valueOf(const ParameterHeader& parameter, const json::View& arguments)
{
    json::View value = arguments;
    for (const std::string& step : parameter.path)
        value = value[step];
    if (!value || value.isNull())
        return std::nullopt;
    if (const auto text = value.text())
        return text;
    if (const auto number = value.toInt64())
        return std::to_string(*number);
    return std::string(value.lexeme());
}

} // namespace mcp
