// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/bytesearch.h"

#include <array>
#include <cstring>

namespace widgets {

namespace {

constexpr std::array<char, 256> kLower = [] {
    std::array<char, 256> table {};
    for (std::size_t i = 0; i < table.size(); ++i)
        table.at(i) = static_cast<char>(i >= 'A' && i <= 'Z' ? i + ('a' - 'A') : i);
    return table;
}();

char lower(char c)
{
    return kLower[static_cast<unsigned char>(c)];
}

} // namespace

std::vector<qsizetype> findAll(
    const QByteArray& bytes, const QByteArray& needle, std::size_t limit, const Generation::Ticket& ticket)
{
    constexpr qsizetype kCheckEvery = 1 << 20;
    std::vector<qsizetype> found;
    QByteArray wanted = needle;
    std::transform(wanted.cbegin(), wanted.cend(), wanted.begin(), lower);
    const char first = wanted.front();
    const qsizetype last = bytes.size() - wanted.size();
    for (qsizetype at = 0; at <= last && found.size() < limit; ++at) {
        if (at % kCheckEvery == 0 && ticket.isStale())
            return {};
        if (lower(bytes.at(at)) != first)
            continue;
        const char* const here = bytes.constData() + at;
        if (std::equal(wanted.cbegin(), wanted.cend(), here, [](char a, char b) { return a == lower(b); }))
            found.push_back(at);
    }
    return found;
}

ByteSearch::ByteSearch(const QByteArray& bytes, QObject* parent)
    : QObject(parent)
    , m_bytes(bytes)
{
}

void ByteSearch::start(const QByteArray& needle)
{
    m_generation.next();
    m_isRunning = false;
    m_needle = needle;
    m_matches.clear();
    m_searched = 0;
    if (isOn())
        run(0);
    else
        Q_EMIT matchesChanged();
}

void ByteSearch::extend()
{
    if (isOn() && !m_isRunning && m_bytes.size() > m_searched)
        run(qMax<qsizetype>(0, m_searched - m_needle.size() + 1));
}

void ByteSearch::run(qsizetype from)
{
    m_isRunning = true;
    m_searched = m_bytes.size();
    const Generation::Ticket ticket = m_generation.next();
    // A part is copied: sharing all would make the next append copy all.
    runOnWorker([part = from > 0 ? m_bytes.mid(from) : m_bytes, needle = m_needle,
                    limit = kMaxMatches - qMin(kMaxMatches, m_matches.size()), ticket] {
        return findAll(part, needle, limit, ticket);
    }).then(this, [this, from, ticket](const std::vector<qsizetype>& matches) {
        if (!ticket.isStale())
            take(matches, from);
    });
}

void ByteSearch::take(const std::vector<qsizetype>& matches, qsizetype from)
{
    m_isRunning = false;
    for (const qsizetype match : matches)
        m_matches.push_back(match + from);
    Q_EMIT matchesChanged();
    extend();
}

} // namespace widgets
