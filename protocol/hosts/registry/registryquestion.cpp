// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/registry/registryquestion.h"

#include <QCryptographicHash>

#include <algorithm>

namespace hosts {

using discovery::Context;

std::unexpected<RegistryRefusal> refused(std::string message)
{
    return std::unexpected(RegistryRefusal { .message = std::move(message) });
}

namespace {

constexpr std::int64_t kMaxPageSize = 100;
constexpr std::int64_t kMaxBuckets = 1000;
constexpr std::size_t kMaxConstraints = 100;

std::unexpected<RegistryRefusal> refusedAt(
    const std::string& where, std::string_view expected, const json::View& at)
{
    return refused(where + ": expected " + std::string(expected) + ", found "
        + (at ? wire::excerpt(at.lexeme(), 80) : std::string("none")));
}

/// Members that stand there, in the order in which they are looked at.
class Reader final {
public:
    Reader(const json::View& root, const RegistryRules& rules)
        : m_root(root)
        , m_rules(rules)
    {
    }

    Asked<void> onlyMembers(const json::View& object, const std::string& where,
        std::initializer_list<std::string_view> names) const;
    /// Into `text` and `constraints` of any question.
    template <typename Question>
    Asked<void> readQuery(Question& into) const;
    Asked<std::int64_t> readInteger(
        const json::View& value, const std::string& where, std::int64_t otherwise, std::int64_t most) const;

private:
    Asked<TermConstraint> readConstraint(
        const std::string& key, const json::View& value, const Context& context) const;

    json::View m_root;
    const RegistryRules& m_rules;
};

Asked<void> Reader::onlyMembers(
    const json::View& object, const std::string& where, std::initializer_list<std::string_view> names) const
{
    if (!object.isObject())
        return refusedAt(where, "an object", object);
    for (const json::Member& member : object.members()) {
        const std::string name = member.name();
        if (!m_rules.isLenient && std::ranges::find(names, name) == names.end())
            return refused(where + ": there is no member " + wire::excerpt(name, 80));
    }
    return {};
}

Asked<TermPath> readPath(const std::string& key, const Context& context, const RegistryRules& rules)
{
    auto path = TermPath::parse(key, context);
    if (!path)
        return refused(wire::excerpt(key, 80) + ": expected " + path.error());
    for (const std::string& prefix : rules.unfilterable) {
        if (path->iri.starts_with(prefix))
            return refused(wire::excerpt(key, 80) + ": this registry does not index terms of " + prefix);
    }
    return std::move(*path);
}

Asked<TermConstraint> Reader::readConstraint(
    const std::string& key, const json::View& value, const Context& context) const
{
    auto path = readPath(key, context, m_rules);
    if (!path)
        return std::unexpected(std::move(path.error()));
    TermConstraint constraint { key, std::move(*path), {} };
    if (auto one = value.text())
        constraint.values.push_back(std::move(*one));
    else if (!value.isArray())
        return refusedAt("filter." + wire::excerpt(key, 80), "a string or an array of strings", value);
    for (const json::View element : value.elements()) {
        auto text = element.text();
        if (!text)
            return refusedAt("filter." + wire::excerpt(key, 80), "strings", element);
        constraint.values.push_back(std::move(*text));
    }
    return constraint;
}

/// The context that a question binds the prefixes of its terms in.
Asked<Context> contextOf(const json::View& query)
{
    Context context = Context::ard();
    std::vector<Context::Unused> unused;
    if (const json::View given = query["@context"])
        context.add(given, unused);
    if (!unused.empty())
        return refused(
            "query.@context: expected " + unused.front().expected + ", found " + unused.front().found);
    return context;
}

template <typename Question>
Asked<void> Reader::readQuery(Question& into) const
{
    const json::View query = m_root["query"];
    if (auto fine = onlyMembers(query, "query", { "@context", "text", "filter" }); !fine)
        return fine;
    if (const json::View text = query["text"]) {
        if (!text.isString())
            return refusedAt("query.text", "a string", text);
        into.text = *text.text();
    }
    const json::View filter = query["filter"];
    if (!filter)
        return {};
    if (!filter.isObject() || filter.size() > kMaxConstraints)
        return refusedAt("query.filter", "an object with at most 100 members", filter);
    const auto context = contextOf(query);
    if (!context)
        return std::unexpected(context.error());
    for (const json::Member& member : filter.members()) {
        auto constraint = readConstraint(member.name(), member.value, *context);
        if (!constraint)
            return std::unexpected(std::move(constraint.error()));
        into.constraints.push_back(std::move(*constraint));
    }
    return {};
}

Asked<std::int64_t> Reader::readInteger(
    const json::View& value, const std::string& where, std::int64_t otherwise, std::int64_t most) const
{
    if (!value)
        return otherwise;
    const auto number = value.toInt64();
    if (!number || *number < 1)
        return refusedAt(where, "an integer from 1", value);
    return std::min(*number, most);
}

std::optional<discovery::Federation> federationOf(const json::View& value)
{
    using discovery::Federation;
    for (const Federation each : { Federation::None, Federation::Referrals, Federation::Auto }) {
        if (value.equals(toString(each)))
            return each;
    }
    return std::nullopt;
}

Asked<json::Document> documentOf(const QByteArray& body)
{
    auto document = json::Document::parse(body);
    if (!document)
        return refused("the body is no JSON: " + json::toString(document.error()));
    return std::move(*document);
}

/// The same question has the same, whatever its page.
std::string textOf(const SearchQuestion& question)
{
    std::string text = std::string(toString(question.federation)) + '\n' + question.text;
    for (const TermConstraint& constraint : question.constraints) {
        text += '\n' + constraint.key;
        for (const std::string& value : constraint.values)
            text += '\t' + value;
    }
    return text;
}

Asked<FacetQuestion> readFacet(
    const Reader& reader, const json::View& value, const Context& context, const RegistryRules& rules)
{
    if (auto fine = reader.onlyMembers(value, "a facet", { "field", "limit", "minCount" }); !fine)
        return std::unexpected(std::move(fine.error()));
    const auto field = value["field"].text();
    if (!field)
        return refusedAt("field of a facet", "a string", value["field"]);
    auto path = readPath(*field, context, rules);
    if (!path)
        return std::unexpected(std::move(path.error()));
    const auto limit = reader.readInteger(value["limit"], "limit of a facet", 20, kMaxBuckets);
    if (!limit)
        return std::unexpected(limit.error());
    const auto minCount = reader.readInteger(value["minCount"], "minCount of a facet", 1, INT32_MAX);
    if (!minCount)
        return std::unexpected(minCount.error());
    return FacetQuestion { *field, std::move(*path), static_cast<std::size_t>(*limit), *minCount };
}

} // namespace

std::string fingerprintOf(const std::string& text)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256)
        .toHex()
        .left(16)
        .toStdString();
}

Asked<std::size_t> offsetOf(const std::string& token, const std::string& fingerprint)
{
    if (token.empty())
        return 0;
    const QByteArray text
        = QByteArray::fromBase64(QByteArray::fromStdString(token), QByteArray::Base64UrlEncoding);
    const qsizetype dot = text.indexOf('.');
    bool isNumber = false;
    const auto offset = text.left(std::max<qsizetype>(dot, 0)).toULongLong(&isNumber);
    if (!isNumber || text.mid(dot + 1).toStdString() != fingerprint)
        return refused("pageToken: expected one that this registry gave for the same question, found "
            + wire::excerpt(token, 80));
    return offset;
}

std::string pageToken(std::size_t offset, const std::string& fingerprint)
{
    return QByteArray::fromStdString(std::to_string(offset) + '.' + fingerprint)
        .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals)
        .toStdString();
}

Asked<SearchQuestion> readSearch(const QByteArray& body, const RegistryRules& rules)
{
    const auto document = documentOf(body);
    if (!document)
        return std::unexpected(document.error());
    const json::View root = document->root();
    const Reader reader(root, rules);
    if (auto fine = reader.onlyMembers(root, "the body", { "query", "federation", "pageSize", "pageToken" });
        !fine)
        return std::unexpected(std::move(fine.error()));
    SearchQuestion question;
    if (auto fine = reader.readQuery(question); !fine)
        return std::unexpected(std::move(fine.error()));
    if (wordsOf(question.text).empty())
        return refusedAt("query.text", "some words", root["query"]["text"]);
    if (const json::View federation = root["federation"]) {
        const auto known = federationOf(federation);
        if (!known)
            return refusedAt("federation", "auto, referrals or none", federation);
        question.federation = *known;
    }
    const auto pageSize = reader.readInteger(root["pageSize"], "pageSize", 10, kMaxPageSize);
    if (!pageSize)
        return std::unexpected(pageSize.error());
    question.pageSize = static_cast<std::size_t>(*pageSize);
    question.fingerprint = fingerprintOf(textOf(question));
    const json::View token = root["pageToken"];
    if (token && !token.isString())
        return refusedAt("pageToken", "a string", token);
    const auto offset = offsetOf(token.textOrEmpty(), question.fingerprint);
    if (!offset)
        return std::unexpected(offset.error());
    question.offset = *offset;
    return question;
}

Asked<ExploreQuestion> readExplore(const QByteArray& body, const RegistryRules& rules)
{
    const auto document = documentOf(body);
    if (!document)
        return std::unexpected(document.error());
    const json::View root = document->root();
    const Reader reader(root, rules);
    if (auto fine = reader.onlyMembers(root, "the body", { "query", "resultType" }); !fine)
        return std::unexpected(std::move(fine.error()));
    ExploreQuestion question;
    if (root["query"]) {
        if (auto fine = reader.readQuery(question); !fine)
            return std::unexpected(std::move(fine.error()));
    }
    const json::View facets = root["resultType"]["facets"];
    if (!facets.isArray() || facets.size() == 0 || facets.size() > kMaxConstraints)
        return refusedAt("resultType.facets", "an array of 1 to 100 facets", facets);
    const auto context = contextOf(root["query"]);
    if (!context)
        return std::unexpected(context.error());
    for (const json::View value : facets.elements()) {
        auto facet = readFacet(reader, value, *context, rules);
        if (!facet)
            return std::unexpected(std::move(facet.error()));
        question.facets.push_back(std::move(*facet));
    }
    return question;
}

} // namespace hosts
