// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/links.h"

#include "protocol/wire/ascii.h"

#include <algorithm>
#include <optional>

namespace discovery {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\f";

void addEach(std::vector<Link>& links, std::string_view rels, std::string_view target)
{
    for (auto begin = rels.find_first_not_of(kBlanks); begin != rels.npos;) {
        const auto end = std::min(rels.find_first_of(kBlanks, begin), rels.size());
        links.push_back({ wire::lower(rels.substr(begin, end - begin)), std::string(target) });
        begin = rels.find_first_not_of(kBlanks, end);
    }
}

/// Reads a text from its front.
class Cursor final {
public:
    explicit Cursor(std::string_view text)
        : m_rest(text)
    {
    }
    bool atEnd() const { return m_rest.empty(); }
    char next() const { return m_rest.front(); }
    void skipBlanks() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(kBlanks), m_rest.size())); }
    bool take(char c)
    {
        if (atEnd() || next() != c)
            return false;
        m_rest.remove_prefix(1);
        return true;
    }
    /// Up to the first of these, which stays.
    std::string_view until(std::string_view stops)
    {
        const std::string_view taken = m_rest.substr(0, m_rest.find_first_of(stops));
        m_rest.remove_prefix(taken.size());
        return taken;
    }
    /// Behind the opening quote, up to the closing one, which is taken; `isEscaped`: a backslash hides one.
    std::string quoted(char quote, bool isEscaped)
    {
        std::string text;
        while (!atEnd() && !take(quote)) {
            if (isEscaped && next() == '\\' && m_rest.size() > 1)
                m_rest.remove_prefix(1);
            text += next();
            m_rest.remove_prefix(1);
        }
        return text;
    }

private:
    std::string_view m_rest;
};

/// The value of a "name=value" behind its name; empty if there is none.
std::string parameterOf(Cursor& cursor)
{
    cursor.skipBlanks();
    if (!cursor.take('='))
        return {};
    cursor.skipBlanks();
    return cursor.take('"') ? cursor.quoted('"', true)
                            : std::string(wire::trimmed(cursor.until(";,"), kBlanks));
}

struct Tag {
    std::string name; ///< in lower case
    std::vector<std::pair<std::string, std::string>> attributes;

    std::string_view operator[](std::string_view attribute) const
    {
        const auto found
            = std::ranges::find(attributes, attribute, &std::pair<std::string, std::string>::first);
        return found == attributes.end() ? std::string_view() : std::string_view(found->second);
    }
};

/// The few character references that a URL in an attribute is written with.
std::string unescaped(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        constexpr std::string_view kAmp = "&amp;";
        out += text[i];
        if (text.substr(i).starts_with(kAmp))
            i += kAmp.size() - 1;
    }
    return out;
}

/// Behind "<".
Tag readTag(std::string_view text)
{
    Cursor cursor(text);
    Tag tag;
    tag.name = wire::lower(cursor.until(" \t\r\n\f/>"));
    while (!cursor.atEnd() && cursor.next() != '>') {
        cursor.skipBlanks();
        if (cursor.take('/'))
            continue;
        const std::string name = wire::lower(cursor.until(" \t\r\n\f/>="));
        cursor.skipBlanks();
        std::string value;
        if (cursor.take('=')) {
            cursor.skipBlanks();
            value = cursor.take('"') ? cursor.quoted('"', false)
                : cursor.take('\'')  ? cursor.quoted('\'', false)
                                     : std::string(cursor.until(" \t\r\n\f>"));
        }
        if (!name.empty() && tag[name].empty())
            tag.attributes.emplace_back(name, unescaped(value));
    }
    return tag;
}

/// Where `needle` begins, whatever its case; the end if nowhere.
std::size_t find(std::string_view text, std::string_view needle, std::size_t from)
{
    const auto found
        = std::search(text.begin() + static_cast<std::ptrdiff_t>(std::min(from, text.size())), text.end(),
            needle.begin(), needle.end(), [](char a, char b) { return wire::lower(a) == wire::lower(b); });
    return static_cast<std::size_t>(found - text.begin());
}

/// The end of the tag that begins at `from`; quotes may hide a ">".
std::size_t endOfTag(std::string_view html, std::size_t from)
{
    char quote = 0;
    for (std::size_t i = from; i < html.size(); ++i) {
        const char c = html[i];
        if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if (c == '>')
            return i + 1;
        else if ((c == '"' || c == '\'') && i > 0
            && (html[i - 1] == '=' || kBlanks.find(html[i - 1]) != kBlanks.npos))
            quote = c;
    }
    return html.size();
}

/// Elements whose text is no markup.
bool isRaw(std::string_view name)
{
    return name == "script" || name == "style" || name == "textarea" || name == "title" || name == "noscript";
}

} // namespace

std::vector<Link> linksOfHeader(std::string_view value)
{
    std::vector<Link> links;
    Cursor cursor(value);
    while (!cursor.atEnd()) {
        cursor.until("<");
        if (!cursor.take('<'))
            break;
        const std::string target(wire::trimmed(cursor.until(">"), kBlanks));
        cursor.take('>');
        std::string rel;
        for (cursor.skipBlanks(); cursor.take(';'); cursor.skipBlanks()) {
            cursor.skipBlanks();
            const std::string name = wire::lower(wire::trimmed(cursor.until("=;,"), kBlanks));
            const std::string parameter = parameterOf(cursor);
            if (name == "rel" && rel.empty()) // RFC 8288 §3.3: the first counts
                rel = parameter;
        }
        addEach(links, rel, target);
    }
    return links;
}

Page readPage(std::string_view html)
{
    Page page;
    for (std::size_t at = html.find('<'); at < html.size(); at = html.find('<', at)) {
        if (html.substr(at).starts_with("<!--")) {
            at = std::min(find(html, "-->", at + 4), html.size());
            continue;
        }
        const std::size_t end = endOfTag(html, at + 1);
        const Tag tag = readTag(html.substr(at + 1, end - at - 1));
        at = end;
        if (tag.name == "base" && page.base.empty())
            page.base = tag["href"];
        if (tag.name == "link" && !tag["href"].empty() && page.links.size() < kMaxOfPage)
            addEach(page.links, tag["rel"], wire::trimmed(tag["href"], kBlanks));
        if (!isRaw(tag.name))
            continue;
        const std::size_t close = find(html, "</" + tag.name, at);
        if (tag.name == "script"
            && wire::equalsIgnoringCase(wire::trimmed(tag["type"], kBlanks), "application/ld+json")
            && page.jsonLd.size() < kMaxOfPage)
            page.jsonLd.emplace_back(html.substr(at, close - at));
        at = close;
    }
    return page;
}

std::vector<std::string> agentmapsOf(std::string_view robots)
{
    std::vector<std::string> urls;
    while (!robots.empty() && urls.size() < kMaxOfPage) {
        const std::string_view line = robots.substr(0, robots.find_first_of("\r\n"));
        robots.remove_prefix(std::min(line.size() + 1, robots.size()));
        const auto colon = line.find(':');
        if (colon == line.npos
            || !wire::equalsIgnoringCase(wire::trimmed(line.substr(0, colon), kBlanks), "agentmap"))
            continue;
        std::string_view url = wire::trimmed(line.substr(colon + 1), kBlanks);
        url = url.substr(0, url.find_first_of(kBlanks));
        if (!url.empty())
            urls.emplace_back(url);
    }
    return urls;
}

QUrl resolve(const QUrl& document, std::string_view base, std::string_view target)
{
    const auto url = [](std::string_view text) {
        return QUrl(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    };
    const QUrl from = base.empty() ? document : document.resolved(url(base));
    QUrl resolved = from.resolved(url(target));
    resolved.setFragment(QString());
    const bool isWeb
        = resolved.scheme() == QStringLiteral("http") || resolved.scheme() == QStringLiteral("https");
    return isWeb && !resolved.host().isEmpty() ? resolved : QUrl();
}

} // namespace discovery
