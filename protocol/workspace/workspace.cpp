// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/workspace.h"

#include "protocol/json/text.h"
#include "protocol/workspace/reader.h"

#include <array>

namespace workspace {

using json::View;
using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::array kTlsFields {
    Field<TlsAccess> { "ca_file", [](Reader& r, const View& v, TlsAccess& t) { r.readName(v, t.caFile); } },
    Field<TlsAccess> { "certificate_file",
        [](Reader& r, const View& v, TlsAccess& t) { r.readName(v, t.certificateFile); } },
    Field<TlsAccess> { "key_file", [](Reader& r, const View& v, TlsAccess& t) { r.readName(v, t.keyFile); } },
    Field<TlsAccess> {
        "passphrase_ref", [](Reader& r, const View& v, TlsAccess& t) { r.readName(v, t.passphraseRef); } },
    Field<TlsAccess> { "pin", [](Reader& r, const View& v, TlsAccess& t) { r.readName(v, t.pin); } },
};

constexpr std::array kVariableFields {
    Field<Variable> { "name", [](Reader& r, const View& v, Variable& x) { r.readName(v, x.name); }, true },
    Field<Variable> { "value", [](Reader& r, const View& v, Variable& x) { r.read(v, x.value); }, true },
};

void readEnvironment(Reader& reader, const View& value, Endpoint& out)
{
    if (!value.isArray())
        return reader.fail(value, "an array of variables");
    for (const View item : value.elements())
        out.access.environment.push_back(reader.readObject<Variable>(item, kVariableFields));
}

constexpr std::array kHeaderFields {
    Field<Header> { "name", [](Reader& r, const View& v, Header& h) { r.readName(v, h.name); }, true },
    Field<Header> { "value", [](Reader& r, const View& v, Header& h) { r.read(v, h.value); } },
    Field<Header> { "value_ref", [](Reader& r, const View& v, Header& h) { r.readName(v, h.valueRef); } },
};

void readHeaders(Reader& reader, const View& value, Endpoint& out)
{
    if (!value.isArray())
        return reader.fail(value, "an array of headers");
    for (const View item : value.elements())
        out.access.headers.push_back(reader.readObject<Header>(item, kHeaderFields));
}

constexpr std::array kEndpointFields {
    Field<Endpoint> { "id", [](Reader& r, const View& v, Endpoint& e) { r.readName(v, e.id); }, true },
    Field<Endpoint> { "name", [](Reader& r, const View& v, Endpoint& e) { r.read(v, e.name); } },
    Field<Endpoint> { "url", [](Reader& r, const View& v, Endpoint& e) { r.read(v, e.url); }, true },
    Field<Endpoint> { "token_ref", [](Reader& r, const View& v, Endpoint& e) { r.readName(v, e.tokenRef); } },
    Field<Endpoint> { "tls",
        [](Reader& r, const View& v, Endpoint& e) {
            e.access.tls = r.readObject<TlsAccess>(v, kTlsFields);
        } },
    Field<Endpoint> { "proxy", [](Reader& r, const View& v, Endpoint& e) { r.readName(v, e.access.proxy); } },
    Field<Endpoint> {
        "directory", [](Reader& r, const View& v, Endpoint& e) { r.readName(v, e.access.directory); } },
    Field<Endpoint> { "environment", readEnvironment },
    Field<Endpoint> {
        "traceparent", [](Reader& r, const View& v, Endpoint& e) { r.readName(v, e.access.traceparent); } },
    Field<Endpoint> { "connect_timeout_ms",
        [](Reader& r, const View& v, Endpoint& e) {
            r.read(v, e.access.connectTimeoutMs, 1, kLongestConnectMs);
        } },
    Field<Endpoint> { "headers", readHeaders },
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

constexpr std::array kBudgetFields {
    Field<Budget> { "all_cu", [](Reader& r, const View& v, Budget& b) { r.read(v, b.all); } },
    Field<Budget> {
        "per_provider_cu", [](Reader& r, const View& v, Budget& b) { r.read(v, b.perProvider); } },
    Field<Budget> { "per_day_cu", [](Reader& r, const View& v, Budget& b) { r.read(v, b.perDay); } },
};

constexpr std::array kWorkspaceFields {
    Field<Workspace> { "format", [](Reader&, const View&, Workspace&) {}, true },
    Field<Workspace> { "endpoints", readEndpoints },
    Field<Workspace> { "scenarios", readScenarios },
    Field<Workspace> { "budget",
        [](Reader& r, const View& v, Workspace& w) { w.budget = r.readObject<Budget>(v, kBudgetFields); } },
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

/// The members of an object; one that is empty is left out.
class Members final {
public:
    void add(const char* name, const std::string& json) { m_lines.push_back(quotedName(name) + json); }
    void addText(const char* name, const QString& text)
    {
        if (!text.isEmpty())
            add(name, quoted(text));
    }
    void add(const Unknown& unknown) { m_lines.insert(m_lines.end(), unknown.begin(), unknown.end()); }
    bool isEmpty() const { return m_lines.empty(); }
    std::string toText(std::size_t depth) const { return block('{', m_lines, '}', depth); }

private:
    static std::string quotedName(const char* name) { return '"' + std::string(name) + "\": "; }

    std::vector<std::string> m_lines;
};

std::string toText(const Budget& budget)
{
    Members members;
    const auto add = [&](const char* name, const std::optional<json::Decimal>& cu) {
        if (cu)
            members.add(name, cu->text());
    };
    add("all_cu", budget.all);
    add("per_provider_cu", budget.perProvider);
    add("per_day_cu", budget.perDay);
    members.add(budget.unknown);
    return members.toText(1);
}

std::string toText(const Variable& variable)
{
    Members members;
    members.add("name", quoted(variable.name));
    members.add("value", quoted(variable.value));
    members.add(variable.unknown);
    return members.toText(4);
}

std::string toText(const Header& header)
{
    Members members;
    members.add("name", quoted(header.name));
    if (header.valueRef.isEmpty())
        members.add("value", quoted(header.value));
    members.addText("value_ref", header.valueRef);
    members.add(header.unknown);
    return members.toText(4);
}

template <class T>
void addList(Members& out, const char* name, const std::vector<T>& values)
{
    std::vector<std::string> items;
    items.reserve(values.size());
    for (const T& value : values)
        items.push_back(toText(value));
    if (!items.empty())
        out.add(name, block('[', items, ']', 3));
}

void addTo(Members& out, const Access& access)
{
    Members tls;
    tls.addText("ca_file", access.tls.caFile);
    tls.addText("certificate_file", access.tls.certificateFile);
    tls.addText("key_file", access.tls.keyFile);
    tls.addText("passphrase_ref", access.tls.passphraseRef);
    tls.addText("pin", access.tls.pin);
    tls.add(access.tls.unknown);
    if (!tls.isEmpty())
        out.add("tls", tls.toText(3));
    out.addText("proxy", access.proxy);
    out.addText("directory", access.directory);
    addList(out, "environment", access.environment);
    out.addText("traceparent", access.traceparent);
    if (access.connectTimeoutMs != 0)
        out.add("connect_timeout_ms", std::to_string(access.connectTimeoutMs));
    addList(out, "headers", access.headers);
}

std::string toText(const Endpoint& endpoint)
{
    Members members;
    members.add("id", quoted(endpoint.id));
    members.add("name", quoted(endpoint.name));
    members.add("url", quoted(endpoint.url));
    members.addText("token_ref", endpoint.tokenRef);
    addTo(members, endpoint.access);
    members.addText("notes", endpoint.notes);
    members.add(endpoint.unknown);
    return members.toText(2);
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
    items.reserve(endpoints.size());
    for (const Endpoint& endpoint : endpoints)
        items.push_back(toText(endpoint));
    members.push_back("\"endpoints\": " + block('[', items, ']', 1));
    if (!scenarios.empty()) {
        items.clear();
        for (const QString& file : scenarios)
            items.push_back(quoted(file));
        members.push_back("\"scenarios\": " + block('[', items, ']', 1));
    }
    if (budget != Budget())
        members.push_back("\"budget\": " + toText(budget));
    members.insert(members.end(), unknown.begin(), unknown.end());
    return QByteArray::fromStdString(block('{', members, '}', 0) + '\n');
}

} // namespace workspace
