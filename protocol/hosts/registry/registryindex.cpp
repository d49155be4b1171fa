// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/registry/registryindex.h"

#include <algorithm>

namespace hosts {

using discovery::Context;
using discovery::Entry;

namespace {

std::string ard(std::string_view term)
{
    return std::string(discovery::kArdNamespace).append(term);
}

/// What JSON-LD does not look into (ARD §5.3.1).
bool isOpaque(const std::string& iri)
{
    return iri == ard("trustManifest") || iri == ard("metadata") || iri == ard("data");
}

std::vector<std::string> split(std::string_view text, char at)
{
    std::vector<std::string> parts;
    for (auto end = text.find(at); end != text.npos; end = text.find(at)) {
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.emplace_back(text);
    return parts;
}

void addScalar(const json::View& value, std::vector<std::string>& into)
{
    if (auto text = value.text())
        into.push_back(std::move(*text));
    else if (value.isNumber() || value.boolean())
        into.emplace_back(value.lexeme());
}

/// Any element of an array counts (ARD §5.3.1 "Filter Semantics").
void collect(const json::View& value, std::span<const std::string> within, std::vector<std::string>& into)
{
    if (value.isArray()) {
        for (const json::View element : value.elements())
            collect(element, within, into);
    } else if (!within.empty()) {
        if (const json::View member = value[within.front()])
            collect(member, within.subspan(1), into);
    } else {
        addScalar(value, into);
    }
}

/// What stands for the same in JSON-LD: {"@value": x}, lists and sets.
void collectExpanded(const json::View& value, std::vector<std::string>& into)
{
    for (const char* const wrapper : { "@value", "@list", "@set" }) {
        if (const json::View inner = value[wrapper])
            return collectExpanded(inner, into);
    }
    if (!value.isArray())
        return addScalar(value, into);
    for (const json::View element : value.elements())
        collectExpanded(element, into);
}

bool isSame(const std::string& found, const std::string& asked)
{
    if (found == asked)
        return true;
    const auto a = json::Decimal::parse(found);
    const auto b = json::Decimal::parse(asked);
    return a && b && *a == *b;
}

QByteArray bytesOf(std::string_view text)
{
    return { text.data(), static_cast<qsizetype>(text.size()) };
}

} // namespace

std::expected<TermPath, std::string> TermPath::parse(std::string_view key, const Context& context)
{
    const std::string_view head = key.substr(0, key.find('.'));
    const auto headIri = context.iriOf(head);
    if (headIri && isOpaque(*headIri)) {
        if (head.size() + 1 >= key.size())
            return std::unexpected("a path into " + std::string(head));
        return TermPath { *headIri, split(key.substr(head.size() + 1), '.') };
    }
    const auto iri = context.iriOf(key);
    // A keyword, or what no entry can have.
    if (key.empty() || !iri || iri->starts_with('@') || iri->find(':') == iri->npos)
        return std::unexpected("a term");
    return TermPath { *iri, {} };
}

bool TermPath::isPublisher() const
{
    return iri == ard("publisher");
}

RegistryItem::RegistryItem(std::string_view text)
{
    if (auto document = json::Document::parse(bytesOf(text)))
        m_document = std::move(*document);
    if (!m_document.isValid())
        return;
    m_entry = discovery::readEntry(root(), discovery::Container::Ard);
    Context context = Context::ard();
    std::vector<Context::Unused> unused;
    if (const json::View given = root()["@context"])
        context.add(given, unused);
    for (const json::Member& member : root().members()) {
        if (const auto iri = context.iriOf(member.name()))
            m_terms.emplace_back(*iri, member.value);
    }
}

std::vector<std::string> RegistryItem::valuesAt(const TermPath& path) const
{
    std::vector<std::string> values;
    if (path.isPublisher() && m_entry.urn)
        values.push_back(m_entry.urn->publisher);
    for (const auto& [iri, value] : m_terms) {
        if (iri != path.iri || path.isPublisher())
            continue;
        if (path.within.empty())
            collectExpanded(value, values);
        else
            collect(value, path.within, values);
    }
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return values;
}

bool RegistryItem::matches(const std::vector<TermConstraint>& constraints) const
{
    return std::ranges::all_of(constraints, [this](const TermConstraint& constraint) {
        const std::vector<std::string> found = valuesAt(constraint.path);
        return std::ranges::any_of(constraint.values, [&](const std::string& asked) {
            return std::ranges::any_of(found, [&](const std::string& one) { return isSame(one, asked); });
        });
    });
}

void RegistryIndex::set(const std::vector<std::string>& entries)
{
    m_items.clear();
    m_byIdentifier.clear();
    m_texts = {};
    for (const std::string& text : entries) {
        RegistryItem& item = m_items.emplace_back(text);
        const Entry& entry = item.entry();
        if (!m_byIdentifier.emplace(entry.identifier, &item).second) {
            m_items.pop_back();
            continue;
        }
        const std::size_t number = m_items.size() - 1;
        m_texts.add(number, entry.displayName, 4);
        for (const std::string& capability : entry.capabilities)
            m_texts.add(number, capability, 4);
        for (const auto* const list : { &entry.tags, &entry.representativeQueries }) {
            for (const std::string& one : *list)
                m_texts.add(number, one, 3);
        }
        m_texts.add(number, entry.description, 2);
        m_texts.add(number, entry.identifier, 1);
    }
}

const RegistryItem* RegistryIndex::find(const std::string& identifier) const
{
    const auto found = m_byIdentifier.find(identifier);
    return found == m_byIdentifier.end() ? nullptr : found->second;
}

std::vector<RegistryIndex::Match> RegistryIndex::search(
    const std::string& text, const std::vector<TermConstraint>& constraints) const
{
    const std::vector<int> scores = text.empty() ? std::vector<int>() : m_texts.scores(text);
    std::vector<Match> matches;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const int score = text.empty() ? 100 : scores[i];
        if (score > 0 && m_items[i].matches(constraints))
            matches.push_back({ &m_items[i], score });
    }
    std::ranges::stable_sort(matches, std::ranges::greater(), &Match::score);
    return matches;
}

} // namespace hosts
