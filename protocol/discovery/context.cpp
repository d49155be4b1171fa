// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/context.h"

#include "protocol/json/document.h"
#include "protocol/wire/error.h"

#include <QUrl>

#include <algorithm>
#include <array>

namespace discovery {

const char kArdContextText[] = R"({
    "@vocab": "https://agenticresourcediscovery.org/ns#", "ard": "https://agenticresourcediscovery.org/ns#",
    "id": "@id", "identifier": "ard:identifier", "displayName": "ard:displayName", "type": "ard:mediaType",
    "url": {"@id": "ard:url", "@type": "@id"}, "data": {"@id": "ard:data", "@type": "@json"},
    "representativeQueries": "ard:representativeQueries", "capabilities": "ard:capabilities",
    "tags": "ard:tags", "description": "ard:description", "version": "ard:version",
    "updatedAt": "ard:updatedAt", "metadata": {"@id": "ard:metadata", "@type": "@json"},
    "trustManifest": {"@id": "ard:trustManifest", "@type": "@json"}})";

namespace {

bool isKeyword(std::string_view text)
{
    static constexpr std::array<std::string_view, 24> kKeywords { "@base", "@container", "@context",
        "@default", "@direction", "@embed", "@explicit", "@graph", "@id", "@included", "@index", "@json",
        "@language", "@list", "@nest", "@none", "@omitDefault", "@prefix", "@preserve", "@protected",
        "@requireAll", "@reverse", "@set", "@type" };
    return std::ranges::find(kKeywords, text) != kKeywords.end() || text == "@value" || text == "@version"
        || text == "@vocab" || text == "@propagate" || text == "@import";
}

/// "@" and letters: reserved, whatever it may mean one day.
bool isLikeKeyword(std::string_view text)
{
    return text.size() > 1 && text.front() == '@' && std::ranges::all_of(text.substr(1), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
}

/// scheme ":" …, without blanks.
bool isAbsolute(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == text.npos || colon == 0)
        return false;
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto isOfScheme
        = [&](char c) { return isLetter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'; };
    return isLetter(text.front()) && std::ranges::all_of(text.substr(0, colon), isOfScheme)
        && text.find_first_of(" \t\r\n<>\"{}|\\^`") == text.npos;
}

bool endsLikePrefix(std::string_view iri)
{
    return !iri.empty() && std::string_view(":/?#[]@").find(iri.back()) != std::string_view::npos;
}

/// A colon that is not the last character, or a slash: it reads as an IRI itself.
bool looksLikeIri(std::string_view term)
{
    if (term.find('/') != term.npos)
        return true;
    for (std::size_t i = 0; i + 1 < term.size(); ++i) {
        if (term[i] == ':' && term[i + 1] != ':')
            return true;
    }
    return false;
}

/// RFC 3986 §5; without a base as it is.
std::string resolvedAgainst(const std::string& base, const std::string& reference)
{
    if (base.empty() || isAbsolute(reference))
        return reference;
    const QUrl url = QUrl(QString::fromStdString(base)).resolved(QUrl(QString::fromStdString(reference)));
    return url.toString(QUrl::FullyEncoded).toStdString();
}

std::string shown(const json::View& value)
{
    return wire::excerpt(value.lexeme(), 80);
}

} // namespace

/// Reads one object of definitions, each when it is first needed: they may stand in any order.
class ContextReader final {
public:
    ContextReader(Context& context, const json::View& local, std::vector<Context::Unused>& unused)
        : m_context(context)
        , m_local(local)
        , m_unused(unused)
    {
    }
    void read();

private:
    enum class State { Open, Done };

    void readBase(const json::View& value);
    void readVocabulary(const json::View& value);
    void checkLanguage(const json::View& language);
    void define(const std::string& term);
    void defineFrom(const std::string& term, const json::View& value);
    std::optional<std::string> iriFor(const std::string& term, const json::View& value);
    std::optional<std::string> iriWithoutId(const std::string& term);
    std::optional<std::string> expand(const std::string& text);
    std::optional<std::string> readsAs(const std::string& text);
    void refuse(const json::View& at, std::string expected, std::string found);
    void refuse(const json::View& at, std::string expected) { refuse(at, std::move(expected), shown(at)); }

    Context& m_context;
    json::View m_local;
    std::vector<Context::Unused>& m_unused;
    std::map<std::string, State, std::less<>> m_states;
    int m_depth = 0;
};

void ContextReader::refuse(const json::View& at, std::string expected, std::string found)
{
    m_unused.push_back({ at, std::move(expected), std::move(found) });
}

void ContextReader::read()
{
    if (const json::View base = m_local["@base"])
        readBase(base);
    if (const json::View language = m_local["@language"])
        checkLanguage(language);
    if (const json::View vocabulary = m_local["@vocab"])
        readVocabulary(vocabulary);
    for (const json::Member& member : m_local.members()) {
        const std::string name = member.name();
        if (name == "@import")
            refuse(member.value, "no other context to be fetched");
        if (!isKeyword(name))
            define(name);
    }
}

void ContextReader::readBase(const json::View& value)
{
    const auto text = value.text();
    const std::string base = text ? resolvedAgainst(m_context.m_base, *text) : std::string();
    if (value.isNull() || (text && isAbsolute(base)))
        m_context.m_base = base;
    else
        refuse(value, "an absolute IRI, or null");
}

/// The language of a text does not matter to what it says here.
void ContextReader::checkLanguage(const json::View& language)
{
    if (!language.isString() && !language.isNull())
        refuse(language, "a language tag, or null");
}

void ContextReader::readVocabulary(const json::View& value)
{
    const auto text = value.text();
    const auto iri = text ? m_context.iriOf(*text) : std::nullopt;
    // A term that was taken away stands for null, too.
    if (value.isNull() || (text && !iri)) {
        m_context.m_vocabulary.reset();
        return;
    }
    if (!iri || !isAbsolute(*iri))
        return refuse(value, "an absolute IRI");
    m_context.m_vocabulary = *iri;
}

void ContextReader::define(const std::string& term)
{
    // A chain of prefixes is no longer than a reader would follow.
    constexpr int kMaxDepth = 64;
    if (const auto known = m_states.find(term); known != m_states.end()) {
        if (known->second == State::Open)
            refuse(m_local[term], "a definition that does not lead back to itself");
        return;
    }
    if (m_depth >= kMaxDepth)
        return refuse(m_local[term], "at most 64 definitions that lead to each other", "more");
    m_states[term] = State::Open;
    ++m_depth;
    m_context.m_terms.erase(term);
    if (isLikeKeyword(term) || term.empty())
        refuse(m_local[term], "a name that is not reserved", '"' + term + '"');
    else
        defineFrom(term, m_local[term]);
    --m_depth;
    m_states[term] = State::Done;
}

void ContextReader::defineFrom(const std::string& term, const json::View& value)
{
    const bool isSimple = value.isString();
    const json::View id = value["@id"];
    if (value.isNull() || (id && id.isNull())) {
        m_context.m_terms[term] = std::nullopt;
        return;
    }
    if (!isSimple && !value.isObject())
        return refuse(value, "an IRI, null or a definition");
    const auto iri = iriFor(term, value);
    if (!iri)
        return;
    const json::View container = value["@container"];
    Context::Definition definition { .iri = *iri,
        .isJson = value["@type"].equals("@json"),
        .isReference = value["@type"].equals("@id"),
        .isMap = container.equals("@language") || container.equals("@index") };
    if (const json::View language = value["@language"])
        checkLanguage(language);
    const bool hasColon = term.find(':', 1) != term.npos;
    definition.isPrefix = isSimple && !hasColon && endsLikePrefix(*iri);
    if (const json::View prefix = value["@prefix"]) {
        if (!prefix.boolean() || hasColon || term.find('/') != term.npos)
            return refuse(prefix, "true or false, of a name without colon and slash");
        definition.isPrefix = *prefix.boolean();
    }
    m_context.m_terms[term] = std::move(definition);
}

/// What the term stands for; an error has been told.
std::optional<std::string> ContextReader::iriFor(const std::string& term, const json::View& value)
{
    const json::View id = value.isString() ? value : value["@id"];
    if (!id || id.equals(term))
        return iriWithoutId(term);
    const auto text = id.text();
    if (!text) {
        refuse(id, "an IRI");
        return std::nullopt;
    }
    if (isLikeKeyword(*text) && !isKeyword(*text)) {
        refuse(id, "an IRI or a keyword of JSON-LD");
        return std::nullopt;
    }
    auto iri = expand(*text);
    if (!iri || *iri == "@context" || (!isAbsolute(*iri) && !isKeyword(*iri))) {
        refuse(id, "what leads to an absolute IRI");
        return std::nullopt;
    }
    if (looksLikeIri(term) && readsAs(term) != iri) {
        refuse(id, "the IRI that the name itself reads as");
        return std::nullopt;
    }
    return iri;
}

std::optional<std::string> ContextReader::iriWithoutId(const std::string& term)
{
    const auto colon = term.find(':', 1);
    if (colon != term.npos) {
        const std::string prefix = term.substr(0, colon);
        if (m_local[prefix])
            define(prefix);
        const auto known = m_context.m_terms.find(prefix);
        if (known == m_context.m_terms.end())
            return term;
        if (known->second)
            return known->second->iri + term.substr(colon + 1);
        m_context.m_terms[term] = std::nullopt;
        return std::nullopt;
    }
    if (m_context.m_vocabulary)
        return *m_context.m_vocabulary + term;
    refuse(m_local[term], "an @id, as there is no @vocab");
    return std::nullopt;
}

std::optional<std::string> ContextReader::expand(const std::string& text)
{
    if (m_local[text] && !isKeyword(text))
        define(text);
    return readsAs(text);
}

/// What it stands for without a definition of its own from here.
std::optional<std::string> ContextReader::readsAs(const std::string& text)
{
    const auto colon = text.find(':');
    if (colon != text.npos && colon > 0 && text.compare(colon + 1, 2, "//") != 0) {
        const std::string prefix = text.substr(0, colon);
        if (m_local[prefix] && !isKeyword(prefix))
            define(prefix);
    }
    return m_context.iriOf(text);
}

const Context& Context::ard()
{
    static const Context context = [] {
        Context base;
        const auto document = json::Document::parse(kArdContextText);
        std::vector<Unused> unused;
        ContextReader(base, document->root(), unused).read();
        Q_ASSERT(unused.empty());
        return base;
    }();
    return context;
}

void Context::add(const json::View& context, std::vector<Unused>& unused)
{
    if (context.isArray()) {
        for (const json::View element : context.elements()) {
            if (element.isArray())
                unused.push_back({ element, "a URL, null or an object", "an array" });
            else
                add(element, unused);
        }
    } else if (context.isNull()) {
        // "An entry's context does not remove the base" (ARD §4.1).
        *this = ard();
    } else if (context.equals(kArdContext)) {
        for (const auto& [name, definition] : ard().m_terms)
            m_terms.insert_or_assign(name, definition);
        m_vocabulary = ard().m_vocabulary;
    } else if (context.isObject()) {
        ContextReader(*this, context, unused).read();
    } else if (context.isString()) {
        unused.push_back(
            { context, "definitions in the entry itself: other contexts are not fetched", shown(context) });
    } else {
        unused.push_back({ context, "a URL, null or an object", shown(context) });
    }
}

const Context::Definition* Context::find(std::string_view name) const
{
    const auto found = m_terms.find(name);
    return found != m_terms.end() && found->second ? &*found->second : nullptr;
}

std::string Context::resolved(std::string_view reference) const
{
    const auto colon = reference.find(':');
    if (colon != reference.npos && colon > 0) {
        const Definition* const prefix = find(reference.substr(0, colon));
        const std::string_view rest = reference.substr(colon + 1);
        if (prefix && prefix->isPrefix && !rest.starts_with("//"))
            return prefix->iri + std::string(rest);
    }
    return resolvedAgainst(m_base, std::string(reference));
}

std::optional<std::string> Context::iriOf(std::string_view name) const
{
    if (isKeyword(name))
        return std::string(name);
    if (isLikeKeyword(name))
        return std::nullopt;
    if (const auto found = m_terms.find(name); found != m_terms.end())
        return found->second ? std::optional(found->second->iri) : std::nullopt;
    const auto colon = name.find(':');
    if (colon != name.npos && colon > 0) {
        const std::string_view prefix = name.substr(0, colon);
        const std::string_view rest = name.substr(colon + 1);
        if (prefix == "_" || rest.starts_with("//"))
            return std::string(name);
        const Definition* const defined = find(prefix);
        if (defined && defined->isPrefix)
            return defined->iri + std::string(rest);
        if (isAbsolute(name))
            return std::string(name);
    }
    return m_vocabulary ? std::optional(*m_vocabulary + std::string(name)) : std::string(name);
}

} // namespace discovery
