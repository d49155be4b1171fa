// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/registryanswer.h"

#include "protocol/discovery/findings.h"
#include "protocol/discovery/weburl.h"
#include "protocol/json/document.h"
#include "protocol/transport/http/challenge.h"
#include "protocol/transport/http/redirect.h"

#include <algorithm>

namespace discovery {

using wire::Error;
using wire::ErrorKind;

namespace {

/// Ten times what a registry may be asked for.
constexpr std::size_t kMaxResults = 1000;
constexpr qsizetype kMaxBytes = qsizetype { 8 } << 20;
constexpr std::size_t kMaxTokenBytes = 8192;
constexpr std::size_t kMaxBuckets = 10'000;

std::string shown(const QUrl& url)
{
    return wire::excerpt(url.toString().toStdString());
}

/// The document, if its root has the member that makes it an answer.
std::expected<json::Document, Error> documentOf(
    const RegistryAnswer& answer, const char* member, json::Kind kind, const char* expected)
{
    const auto refuse = [&](ErrorKind error, const char* message, std::string wanted, std::string found) {
        return std::unexpected(
            Error { error, message, std::move(wanted), std::move(found), shown(answer.url), false });
    };
    if (answer.body.size() > kMaxBytes)
        return refuse(ErrorKind::TooLarge, "the registry's answer is too long",
            "at most " + std::to_string(kMaxBytes) + " bytes", std::to_string(answer.body.size()));
    auto document = json::Document::parse(answer.body);
    if (!document)
        return refuse(ErrorKind::Protocol, "the registry's answer is no JSON",
            document.error().expected + " at byte " + std::to_string(document.error().offset),
            (answer.mediaType.empty() ? std::string("no Content-Type") : answer.mediaType) + ", "
                + wire::excerpt(answer.body.toStdString()));
    if (!document->root()[member].is(kind))
        return refuse(ErrorKind::Protocol, "this is no answer of a registry", expected,
            wire::excerpt(document->root().lexeme()));
    return std::move(*document);
}

/// The token of the next page; empty if it leads nowhere.
std::string readToken(const json::View& root, const std::string& before, Findings& findings)
{
    const json::View value = root["pageToken"];
    if (!value || value.isNull())
        return {};
    auto token = value.text();
    if (!token) {
        findings.add("ARD-5.3-answer", "a string", value);
        return {};
    }
    const bool isUsable = token->size() <= kMaxTokenBytes && (token->empty() || *token != before);
    if (!isUsable)
        findings.add("ARD-5.3-page", "another token than that of this page, of at most 8192 bytes", value);
    return isUsable ? std::move(*token) : std::string();
}

/// What is asked for by `pageSize` stands in `values`, and not more than we take.
void checkCount(const json::View& values, int pageSize, Findings& findings)
{
    if (values.size() > static_cast<std::size_t>(std::clamp(pageSize, 1, 100)))
        findings.add("ARD-5.3-page", "at most " + std::to_string(pageSize), values,
            std::to_string(values.size()) + (values.size() > kMaxResults ? ", of which 1000 are read" : ""));
}

Hit readHit(const json::View& value, const QUrl& base)
{
    Hit hit { .entry = readEntry(value, Container::Projection), .source = base.toString().toStdString() };
    if (!value.isObject())
        return hit;
    Findings findings(hit.entry.findings, value);
    const auto tell = [&](const char* rule, const char* expected, const json::View& at) {
        if (at)
            findings.add(rule, expected, at);
        else
            findings.add(rule, expected, value, "none");
    };
    const json::View score = value["score"];
    const auto number = score.toInt64();
    if (number && *number >= 0 && *number <= 100)
        hit.score = static_cast<int>(*number);
    else
        tell("ARD-5.3.2-score", "an integer from 0 to 100", score);
    const json::View source = value["source"];
    const auto url = source.text();
    if (url && isWebUrl(*url))
        hit.source = *url;
    else
        tell("ARD-5.3.2-source", "the URL of the registry that has the entry", source);
    return hit;
}

void readReferrals(const json::View& root, SearchPage& page, Findings& findings)
{
    const json::View referrals = root["referrals"];
    if (!referrals || referrals.isNull())
        return;
    if (!referrals.isArray())
        return findings.add("ARD-5.3-answer", "an array", referrals);
    for (const json::View value : referrals.elements()) {
        if (page.referrals.size() == kMaxResults)
            return;
        Entry entry = readEntry(value, Container::Projection);
        if (entry.kind() == Kind::Registry && isWebUrl(entry.url))
            page.referrals.push_back(std::move(entry));
        else
            findings.add("ARD-5.4-referral", "a type and the URL of a registry", value);
    }
}

std::optional<std::int64_t> readCount(const json::View& value, Findings& findings)
{
    if (!value || value.isNull())
        return std::nullopt;
    const auto count = value.toInt64();
    if (count && *count >= 0)
        return count;
    findings.add("ARD-5.3-answer", "an integer that is not negative", value);
    return std::nullopt;
}

Facet readFacet(const std::string& field, const json::View& value, Findings& findings)
{
    Facet facet { .field = field };
    const json::View buckets = value["buckets"];
    if (!buckets.isArray()) {
        findings.add("ARD-5.3-answer", "an object with an array of buckets", value);
        return facet;
    }
    for (const json::View bucket : buckets.elements()) {
        if (facet.buckets.size() == kMaxBuckets)
            break;
        if (auto text = bucket["value"].text())
            facet.buckets.push_back({ std::move(*text), readCount(bucket["count"], findings) });
        else
            findings.add("ARD-5.3-answer", "an object with a value, which is a string", bucket);
    }
    facet.otherCount = readCount(value["otherCount"], findings);
    return facet;
}

/// Seconds, or a date as it stands (RFC 9110 §10.2.3).
std::string waitOf(const http::Fields& fields)
{
    const auto after = fields.find("Retry-After");
    if (!after)
        return {};
    const bool isSeconds = !after->empty() && after->find_first_not_of("0123456789") == after->npos;
    return "; ask again " + std::string(isSeconds ? "in " : "after ") + wire::excerpt(*after, 40)
        + (isSeconds ? " s" : "");
}

const char* meaningOf(int status)
{
    switch (status) {
    case 400:
        return "the registry can't make sense of the question";
    case 401:
        return "the registry wants to know who asks";
    case 403:
        return "the registry refuses this caller";
    case 404:
        return "the registry has no such entry";
    case 429:
        return "the registry was asked too often";
    case 501:
        return "the registry can't do this";
    default:
        return "the registry could not answer";
    }
}

ErrorKind kindOf(int status, bool hasCode)
{
    if (status == 501)
        return ErrorKind::NotAdvertised;
    // Without a code it may be any server's own page.
    return hasCode || status == 401 || status == 403 || status == 429 ? ErrorKind::Refused : ErrorKind::Http;
}

} // namespace

Error registryError(const http::ResponseHead& head, const QByteArray& body, const QUrl& url)
{
    const std::string status = "HTTP " + std::to_string(head.status);
    if (http::isRedirect(head.status))
        return { ErrorKind::Refused, "a question is not sent elsewhere: POST is never redirected", "HTTP 200",
            status + " to " + wire::excerpt(head.fields.find("Location").value_or("nowhere")), shown(url),
            false };
    const auto document = json::Document::parse(body);
    const json::View root = document ? document->root() : json::View();
    const auto code = root["errorCode"].text();
    const auto message = root["message"].text();
    Error error;
    error.kind = kindOf(head.status, code.has_value());
    error.message = meaningOf(head.status);
    if (message)
        error.message += " (" + wire::excerpt(*message, 300) + ')';
    for (const http::Challenge& challenge : http::readChallenges(head.fields))
        error.message += "; it takes " + wire::excerpt(challenge.scheme, 40);
    error.message += waitOf(head.fields);
    error.expected = "HTTP 200";
    error.found = status + (code ? ' ' + wire::excerpt(*code, 60) : std::string());
    error.where = shown(url);
    error.transient = head.status == 429 || (head.status >= 500 && head.status != 501);
    return error;
}

std::expected<SearchPage, Error> readSearch(
    const RegistryAnswer& answer, const QUrl& base, const RegistryQuery& query)
{
    const auto document
        = documentOf(answer, "results", json::Kind::Array, "an object with an array of results (ARD §5.3.2)");
    if (!document)
        return std::unexpected(document.error());
    const json::View root = document->root();
    SearchPage page;
    Findings findings(page.findings, root);
    const json::View results = root["results"];
    checkCount(results, query.pageSize, findings);
    for (const json::View value : results.elements()) {
        if (page.hits.size() == kMaxResults)
            break;
        page.hits.push_back(readHit(value, base));
    }
    readReferrals(root, page, findings);
    page.pageToken = readToken(root, query.pageToken, findings);
    return page;
}

std::expected<Facets, Error> readFacets(const RegistryAnswer& answer, const std::vector<FacetQuery>& asked)
{
    const auto document
        = documentOf(answer, "facets", json::Kind::Object, "an object with facets (ARD §5.3.3)");
    if (!document)
        return std::unexpected(document.error());
    const json::View root = document->root();
    Facets facets;
    Findings findings(facets.findings, root);
    if (!root["resultType"].equals("facets"))
        findings.add("ARD-5.3-answer", "a resultType facets", root);
    for (const FacetQuery& facet : asked) {
        if (const json::View value = root["facets"][facet.field])
            facets.facets.push_back(readFacet(facet.field, value, findings));
        else
            findings.add("ARD-5.3-answer", "a facet " + wire::excerpt(facet.field), root["facets"], "none");
    }
    return facets;
}

std::expected<ListPage, Error> readList(const RegistryAnswer& answer, const ListQuery& query)
{
    const auto document
        = documentOf(answer, "items", json::Kind::Array, "an object with an array of items (ARD §5.3.5)");
    if (!document)
        return std::unexpected(document.error());
    const json::View root = document->root();
    ListPage page;
    Findings findings(page.findings, root);
    const json::View items = root["items"];
    checkCount(items, query.pageSize, findings);
    for (const json::View value : items.elements()) {
        if (page.entries.size() == kMaxResults)
            break;
        page.entries.push_back(readEntry(value, Container::Projection));
    }
    page.total = readCount(root["total"], findings);
    page.pageToken = readToken(root, query.pageToken, findings);
    return page;
}

std::expected<Entry, Error> readRetrieved(const RegistryAnswer& answer, const std::string& identifier)
{
    const auto document
        = documentOf(answer, "identifier", json::Kind::String, "an entry with its identifier (ARD §5.3.4)");
    if (!document)
        return std::unexpected(document.error());
    const json::View root = document->root();
    if (!root["identifier"].equals(identifier))
        return std::unexpected(
            Error { ErrorKind::Protocol, "the registry gave another entry", wire::excerpt(identifier),
                wire::excerpt(root["identifier"].lexeme()), shown(answer.url), false });
    return readEntry(root, Container::Ard);
}

} // namespace discovery
