// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/registryrequest.h"

#include "protocol/discovery/context.h"
#include "protocol/discovery/weburl.h"
#include "protocol/json/writer.h"

#include <algorithm>

namespace discovery {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr int kMaxPageSize = 100;

bool isAcmp(std::string_view path)
{
    return path.starts_with("acmp:") || path.starts_with(kAcmpNamespace);
}

void writeQuery(
    json::Writer& writer, const std::string& text, const std::vector<Constraint>& constraints, bool bindsAcmp)
{
    writer.key("query").beginObject();
    if (bindsAcmp)
        writer.key("@context").beginObject().key("acmp").string(kAcmpNamespace).endObject();
    if (!text.empty())
        writer.key("text").string(text);
    if (!constraints.empty()) {
        writer.key("filter").beginObject();
        for (const Constraint& constraint : constraints) {
            writer.key(constraint.path).beginArray();
            for (const std::string& value : constraint.values)
                writer.string(value);
            writer.endArray();
        }
        writer.endObject();
    }
    writer.endObject();
}

bool hasAcmp(const std::vector<Constraint>& constraints)
{
    return std::ranges::any_of(constraints, isAcmp, &Constraint::path);
}

} // namespace

std::string_view toString(Federation federation)
{
    switch (federation) {
    case Federation::None:
        return "none";
    case Federation::Referrals:
        return "referrals";
    case Federation::Auto:
        return "auto";
    }
    Q_UNREACHABLE();
}

std::expected<QUrl, Error> registryBase(const QUrl& url)
{
    if (!isWebUrl(url.toEncoded().toStdString()) || url.hasQuery())
        return std::unexpected(Error { ErrorKind::Usage, "no registry can be asked there",
            "an http or https URL without a query", wire::excerpt(url.toString().toStdString()), {}, false });
    QString path = url.path(QUrl::FullyEncoded);
    const auto cut = [&path](QLatin1String end) {
        if (path.endsWith(end))
            path.chop(end.size());
    };
    cut(QLatin1String("/"));
    cut(QLatin1String("/search"));
    QUrl base = url.adjusted(QUrl::RemoveUserInfo | QUrl::RemoveFragment);
    base.setPath(path, QUrl::StrictMode);
    return base;
}

/// `segments` are encoded already.
static QUrl below(const QUrl& base, const QByteArray& segments)
{
    QUrl url = base;
    url.setPath(
        base.path(QUrl::FullyEncoded) + QLatin1Char('/') + QString::fromLatin1(segments), QUrl::StrictMode);
    return url;
}

QUrl endpointOf(const QUrl& base, const char* name)
{
    return below(base, name);
}

QUrl listUrl(const QUrl& base, const ListQuery& query)
{
    QByteArray text;
    const auto add = [&text](const char* name, const std::string& value) {
        if (!value.empty())
            text += (text.isEmpty() ? "" : "&") + QByteArray(name) + '='
                + QByteArray::fromStdString(value).toPercentEncoding();
    };
    add("filter", query.filter);
    add("orderBy", query.orderBy);
    add("pageSize", std::to_string(std::clamp(query.pageSize, 1, kMaxPageSize)));
    add("pageToken", query.pageToken);
    QUrl url = endpointOf(base, "agents");
    url.setQuery(QString::fromLatin1(text), QUrl::StrictMode);
    return url;
}

std::expected<QUrl, Error> retrieveUrl(const QUrl& base, const std::string& identifier)
{
    // These two would be no segment at all.
    if (identifier.empty() || identifier == "." || identifier == "..")
        return std::unexpected(Error { ErrorKind::Usage, "no entry can be retrieved by this identifier",
            "urn:air:PUBLISHER:NAME", '"' + identifier + '"', {}, false });
    return below(base, "agents/" + QByteArray::fromStdString(identifier).toPercentEncoding());
}

std::vector<Constraint> constraintsOf(const RegistryQuery& query)
{
    std::vector<Constraint> constraints = query.constraints;
    // Two constraints on one path can't be sent: any of their values would do.
    const auto add = [&](const char* path, const std::string& value) {
        if (!value.empty() && std::ranges::find(constraints, path, &Constraint::path) == constraints.end())
            constraints.push_back({ path, { value } });
    };
    add("capabilities", query.filter.capability);
    add("acmp:tier", query.filter.tier);
    add("acmp:proof_methods", query.filter.proof);
    return constraints;
}

bool dropAcmp(std::vector<Constraint>& constraints)
{
    return std::erase_if(constraints, [](const Constraint& each) { return isAcmp(each.path); }) > 0;
}

QByteArray searchBody(const RegistryQuery& query, const std::vector<Constraint>& constraints)
{
    json::Writer writer;
    writer.beginObject();
    writeQuery(writer, query.filter.words, constraints, hasAcmp(constraints));
    writer.key("federation").string(toString(query.federation));
    writer.key("pageSize").integer(std::clamp(query.pageSize, 1, kMaxPageSize));
    if (!query.pageToken.empty())
        writer.key("pageToken").string(query.pageToken);
    return writer.endObject().toBytes();
}

QByteArray exploreBody(const std::string& text, const std::vector<Constraint>& constraints,
    const std::vector<FacetQuery>& facets)
{
    json::Writer writer;
    writer.beginObject();
    writeQuery(writer, text, constraints,
        hasAcmp(constraints) || std::ranges::any_of(facets, isAcmp, &FacetQuery::field));
    writer.key("resultType").beginObject().key("facets").beginArray();
    for (const FacetQuery& facet : facets) {
        writer.beginObject();
        writer.key("field").string(facet.field);
        writer.key("limit").integer(facet.limit);
        writer.key("minCount").integer(facet.minCount);
        writer.endObject();
    }
    return writer.endArray().endObject().endObject().toBytes();
}

} // namespace discovery
