// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/registry/registryanswers.h"

#include "protocol/json/writer.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace hosts {

namespace {

/// Serves indexing, not choosing (ARD §5.3.2).
constexpr std::string_view kQueries = "representativeQueries";

bool isShown(const std::string& name, bool isTerse)
{
    static constexpr std::array<std::string_view, 6> kTerse { "identifier", "displayName", "type", "url",
        "data", "description" };
    if (name == kQueries || name == "score" || name == "source")
        return false;
    return !isTerse || std::ranges::find(kTerse, name) != kTerse.end();
}

void writeResult(json::Writer& writer, const RankedEntry& ranked, bool isTerse)
{
    const auto document = json::Document::parse(QByteArray::fromStdString(ranked.text));
    writer.beginObject();
    for (const json::Member& member : (document ? document->root() : json::View()).members()) {
        const std::string name = member.name();
        if (isShown(name, isTerse))
            writer.key(name).raw(member.value.lexeme());
    }
    writer.key("score").integer(ranked.score);
    writer.key("source").string(ranked.source);
    writer.endObject();
}

void writeFacet(
    json::Writer& writer, const std::vector<RegistryIndex::Match>& matches, const FacetQuestion& facet)
{
    std::map<std::string, std::int64_t> counts;
    for (const RegistryIndex::Match& match : matches) {
        for (std::string& value : match.item->valuesAt(facet.path))
            ++counts[std::move(value)];
    }
    std::vector<std::pair<std::string, std::int64_t>> buckets(counts.begin(), counts.end());
    std::ranges::stable_sort(buckets, std::ranges::greater(), &std::pair<std::string, std::int64_t>::second);
    std::int64_t others = 0;
    std::size_t written = 0;
    writer.key(facet.field).beginObject();
    writer.key("buckets").beginArray();
    for (const auto& [value, count] : buckets) {
        if (count < facet.minCount)
            break;
        if (written++ >= facet.limit) {
            others += count;
            continue;
        }
        writer.beginObject();
        writer.key("value").string(value);
        writer.key("count").integer(count);
        writer.endObject();
    }
    writer.endArray();
    if (others > 0)
        writer.key("otherCount").integer(others);
    writer.endObject();
}

bool isOneOf(const std::vector<std::string>& all, const std::string& one)
{
    return all.empty() || std::ranges::find(all, one) != all.end();
}

std::string textOf(const RegistryItem& item, const std::string& member)
{
    return item.root()[member].textOrEmpty();
}

bool isAfter(const RegistryItem& item, const char* member, const QDateTime& time)
{
    if (!time.isValid())
        return true;
    const QDateTime own = timeOf(textOf(item, member));
    return own.isValid() && own > time;
}

bool matches(const RegistryItem& item, const ListQuestion& question)
{
    const discovery::Entry& entry = item.entry();
    const QString name = QString::fromStdString(entry.displayName);
    return name.contains(QString::fromStdString(question.displayName), Qt::CaseInsensitive)
        && isOneOf(question.types, entry.type)
        && isOneOf(question.publishers, entry.urn ? entry.urn->publisher : std::string())
        && isAfter(item, "createdAt", question.createdAfter)
        && isAfter(item, "updatedAt", question.updatedAfter);
}

std::vector<const RegistryItem*> sorted(const RegistryIndex& index, const ListQuestion& question)
{
    std::vector<const RegistryItem*> all;
    for (const RegistryItem& item : index.items()) {
        if (matches(item, question))
            all.push_back(&item);
    }
    // The last field first: each sort keeps the order of what is equal.
    for (const auto& [name, isDescending] : std::views::reverse(question.orderBy)) {
        const auto field = [&key = name](const RegistryItem* item) { return textOf(*item, key); };
        if (isDescending)
            std::ranges::stable_sort(all, std::ranges::greater(), field);
        else
            std::ranges::stable_sort(all, std::ranges::less(), field);
    }
    return all;
}

} // namespace

std::string errorBody(const RegistryRefusal& refusal)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("errorCode").string(refusal.code);
    writer.key("message").string(refusal.message);
    writer.endObject();
    return writer.text();
}

std::string searchBody(std::span<const RankedEntry> page, const std::vector<Upstream>& referrals,
    const std::string& nextToken, bool isTerse)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("results").beginArray();
    for (const RankedEntry& ranked : page)
        writeResult(writer, ranked, isTerse);
    writer.endArray();
    if (!referrals.empty()) {
        writer.key("referrals").beginArray();
        for (const Upstream& upstream : referrals) {
            writer.beginObject();
            writer.key("identifier").string(upstream.identifier);
            writer.key("displayName").string(upstream.displayName);
            writer.key("type").string("application/ai-registry+json");
            writer.key("url").string(upstream.url + (upstream.url.ends_with('/') ? "search" : "/search"));
            writer.endObject();
        }
        writer.endArray();
    }
    if (!nextToken.empty())
        writer.key("pageToken").string(nextToken);
    writer.endObject();
    return writer.text();
}

std::string exploreBody(const RegistryIndex& index, const ExploreQuestion& question)
{
    const auto found = index.search(question.text, question.constraints);
    json::Writer writer;
    writer.beginObject();
    writer.key("resultType").string("facets");
    writer.key("facets").beginObject();
    for (const FacetQuestion& facet : question.facets)
        writeFacet(writer, found, facet);
    writer.endObject().endObject();
    return writer.text();
}

std::string listBody(const RegistryIndex& index, const ListQuestion& question)
{
    const std::vector<const RegistryItem*> all = sorted(index, question);
    const std::size_t begin = std::min(question.offset, all.size());
    const std::size_t end = begin + std::min(question.pageSize, all.size() - begin);
    json::Writer writer;
    writer.beginObject();
    writer.key("items").beginArray();
    for (std::size_t i = begin; i < end; ++i)
        writer.raw(all[i]->root().lexeme());
    writer.endArray();
    writer.key("total").integer(static_cast<std::int64_t>(all.size()));
    if (end < all.size())
        writer.key("pageToken").string(pageToken(end, question.fingerprint));
    writer.endObject();
    return writer.text();
}

} // namespace hosts
