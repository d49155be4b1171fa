// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/filter.h"

#include "protocol/capture/printer.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace traffic {

namespace {

constexpr std::string_view kConnection = "connection:", kExchange = "exchange:", kKind = "kind:";

constexpr std::array<char, 256> kLower = [] {
    std::array<char, 256> table {};
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = static_cast<char>(i >= 'A' && i <= 'Z' ? i - 'A' + 'a' : i);
    return table;
}();

char lower(char c)
{
    return kLower[static_cast<unsigned char>(c)];
}

std::optional<std::uint32_t> number(std::string_view text)
{
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<wire::SliceKind> kindNamed(std::string_view name)
{
    constexpr int kFirst = static_cast<int>(wire::SliceKind::HttpHead);
    constexpr int kLast = static_cast<int>(wire::SliceKind::ControlFrame);
    for (int kind = kFirst; kind <= kLast; ++kind) {
        if (capture::name(static_cast<wire::SliceKind>(kind)) == name)
            return static_cast<wire::SliceKind>(kind);
    }
    return std::nullopt;
}

bool takePlace(std::string_view word, Filter& filter)
{
    if (word.starts_with(kConnection)) {
        const auto connection = number(word.substr(kConnection.size()));
        if (connection)
            filter.connection = wire::ConnectionId { *connection };
        return connection.has_value();
    }
    if (word.starts_with(kKind)) {
        filter.kind = kindNamed(word.substr(kKind.size()));
        return filter.kind.has_value();
    }
    const std::size_t slash = word.find('/');
    if (!word.starts_with(kExchange) || slash == word.npos)
        return false;
    const auto connection = number(word.substr(kExchange.size(), slash - kExchange.size()));
    const auto exchange = number(word.substr(slash + 1));
    if (!connection || !exchange)
        return false;
    filter.connection = wire::ConnectionId { *connection };
    filter.exchange = exchange;
    return true;
}

void addWord(std::string word, bool wasQuoted, Filter& filter)
{
    std::ranges::transform(word, word.begin(), lower);
    if (!word.empty() && (wasQuoted || !takePlace(word, filter)))
        filter.words.push_back(std::move(word));
}

} // namespace

Filter Filter::parse(const QString& text, std::optional<acmp::Level> atLeast)
{
    Filter filter;
    filter.atLeast = atLeast;
    std::string word;
    bool inQuotes = false, wasQuoted = false;
    for (const char c : text.toStdString()) {
        if (c == '"') {
            inQuotes = !inQuotes;
            wasQuoted = true;
        } else if (!inQuotes && (c == ' ' || c == '\t')) {
            addWord(std::exchange(word, {}), std::exchange(wasQuoted, false), filter);
        } else {
            word += c;
        }
    }
    addWord(std::move(word), wasQuoted, filter);
    return filter;
}

QString Filter::word(const QString& text)
{
    const QLatin1Char quote('"');
    const bool isPlain
        = std::ranges::none_of(text, [=](QChar c) { return c.isSpace() || c == u':' || c == quote; });
    // A quote itself can't be asked for: what stands around it is.
    return isPlain ? text : quote + QString(text).replace(quote, QStringLiteral("\" \"")) + quote;
}

QString Filter::connectionWord(wire::ConnectionId connection)
{
    return QStringLiteral("connection:%1").arg(static_cast<std::uint32_t>(connection));
}

QString Filter::exchangeWord(wire::ConnectionId connection, std::uint32_t exchange)
{
    return QStringLiteral("exchange:%1/%2").arg(static_cast<std::uint32_t>(connection)).arg(exchange);
}

// Horspool.
Needle::Needle(std::string word)
    : m_word(std::move(word))
    , m_skip()
{
    m_skip.fill(static_cast<std::uint32_t>(m_word.size()));
    for (std::size_t i = 0; i + 1 < m_word.size(); ++i)
        m_skip[static_cast<unsigned char>(m_word[i])] = static_cast<std::uint32_t>(m_word.size() - 1 - i);
}

bool Needle::isIn(std::string_view text) const
{
    if (m_word.empty())
        return true;
    for (std::size_t end = m_word.size() - 1; end < text.size();) {
        const char last = lower(text[end]);
        const auto begin = text.begin() + static_cast<std::ptrdiff_t>(end + 1 - m_word.size());
        if (last == m_word.back()
            && std::equal(m_word.begin(), m_word.end(), begin, [](char a, char b) { return a == lower(b); }))
            return true;
        end += m_skip[static_cast<unsigned char>(last)];
    }
    return false;
}

} // namespace traffic
