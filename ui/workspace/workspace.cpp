// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/workspace.h"

#include "protocol/json/text.h"
#include "ui/workspace/reader.h"

#include <array>

namespace workspace {

using json::View;
using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::array kEndpointFields {
    Field<Endpoint> { "id", [](Reader& r, const View& v, Endpoint& e) { r.readName(v, e.id); }, true },
    Field<Endpoint> { "name", [](Reader& r, const View& v, Endpoint& e) { r.read(v, e.name); } },
    Field<Endpoint> { "url", [](Reader& r, const View& v, Endpoint& e) { r.read(v, e.url); }, true },
    Field<Endpoint> { "token_ref", [](Reader& r, const View& v, Endpoint& e) { r.readName(v, e.tokenRef); } },
    Field<Endpoint> { "notes", [](Reader& r, const View& v, Endpoint& e) { r.read(v, e.notes); } },
};

void readEndpoints(Reader& reader, const View& value, Workspace& out)
{
    if (!value.isArray())
        return reader.fail(value, "an array of endpoints");
    for (const View item : value.elements()) {
        Endpoint endpoint = reader.readObject<Endpoint>(item, kEndpointFields);
        const auto isTwin = [&](const Endpoint& other) { return other.id == endpoint.id; };
        if (std::ranges::any_of(out.endpoints, isTwin))
            reader.fail(item["id"], "an id that no other endpoint has");
        out.endpoints.push_back(std::move(endpoint));
    }
}

void readScenarios(Reader& reader, const View& value, Workspace& out)
{
    if (!value.isArray())
        return reader.fail(value, "an array of file names");
    for (const View item : value.elements())
        reader.readName(item, out.scenarios.emplace_back());
}

constexpr std::array kWorkspaceFields {
    Field<Workspace> { "format", [](Reader&, const View&, Workspace&) { }, true },
    Field<Workspace> { "endpoints", readEndpoints },
    Field<Workspace> { "scenarios", readScenarios },
};

std::optional<Error> checkFormat(const View& root)
{
    const View format = root["format"];
    if (!root.isObject() || !format)
        return std::nullopt;
    const auto number = format.toInt64();
    if (number == Workspace::kFormat)
        return std::nullopt;
    const bool isNewer = number.value_or(0) > Workspace::kFormat;
    return Error { ErrorKind::Usage,
        isNewer ? "the workspace was written by a newer version of this program, which has to open it"
                : "the workspace is of no known format",
        std::to_string(Workspace::kFormat), wire::excerpt(format.lexeme()), Reader::whereOf(format), false };
}

std::string quoted(const QString& text)
{
    std::string out;
    json::appendQuoted(out, text.toStdString());
    return out;
}

std::string block(char open, const std::vector<std::string>& lines, char close, std::size_t depth)
{
    std::string out(1, open);
    for (std::size_t i = 0; i < lines.size(); ++i)
        out += (i == 0 ? "\n" : ",\n") + std::string(2 * (depth + 1), ' ') + lines[i];
    if (!lines.empty())
        out += '\n' + std::string(2 * depth, ' ');
    return out + close;
}

std::string toText(const Endpoint& endpoint)
{
    std::vector<std::string> members { "\"id\": " + quoted(endpoint.id), "\"name\": " + quoted(endpoint.name),
        "\"url\": " + quoted(endpoint.url) };
    if (!endpoint.tokenRef.isEmpty())
        members.push_back("\"token_ref\": " + quoted(endpoint.tokenRef));
    if (!endpoint.notes.isEmpty())
        members.push_back("\"notes\": " + quoted(endpoint.notes));
    members.insert(members.end(), endpoint.unknown.begin(), endpoint.unknown.end());
    return block('{', members, '}', 2);
}

} // namespace

std::expected<Workspace, Error> Workspace::parse(const QByteArray& json)
{
    if (json.size() > kMaxBytes)
        return std::unexpected(Error { ErrorKind::TooLarge, "the file is too long for a workspace",
            "at most " + std::to_string(kMaxBytes) + " bytes", std::to_string(json.size()), {}, false });
    const auto document = json::Document::parse(json);
    if (!document)
        return std::unexpected(
            Error { ErrorKind::Usage, "the workspace is no JSON", document.error().expected,
                document.error().found, "byte " + std::to_string(document.error().offset), false });
    if (auto error = checkFormat(document->root()))
        return std::unexpected(std::move(*error));
    Reader reader;
    auto workspace = reader.readObject<Workspace>(document->root(), kWorkspaceFields);
    if (reader.error())
        return std::unexpected(*reader.error());
    return workspace;
}

QByteArray Workspace::toJson() const
{
    std::vector<std::string> members { "\"format\": " + std::to_string(kFormat) };
    std::vector<std::string> items;
    for (const Endpoint& endpoint : endpoints)
        items.push_back(toText(endpoint));
    members.push_back("\"endpoints\": " + block('[', items, ']', 1));
    if (!scenarios.empty()) {
        items.clear();
        for (const QString& file : scenarios)
            items.push_back(quoted(file));
        members.push_back("\"scenarios\": " + block('[', items, ']', 1));
    }
    members.insert(members.end(), unknown.begin(), unknown.end());
    return QByteArray::fromStdString(block('{', members, '}', 0) + '\n');
}

} // namespace workspace
