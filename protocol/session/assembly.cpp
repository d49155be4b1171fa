// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/assembly.h"

#include "protocol/session/outputstore.h"

#include <functional>
#include <limits>
#include <map>

namespace session {

namespace {

// Chunks this far back are compared with one of the same seq; a sender that repeats older ones is told apart
// no more.
constexpr std::size_t kCompared = 65'536;
// What an entry of the map costs besides its strings.
constexpr std::size_t kEarlyOverhead = 128;

std::uint64_t fingerprint(std::string_view type, std::string_view data)
{
    return std::hash<std::string_view> {}(data) ^ (std::hash<std::string_view> {}(type) * 3);
}

} // namespace

struct Assembly::Private {
    struct EarlyChunk {
        std::string type;
        std::string data;

        std::size_t memory() const { return kEarlyOverhead + type.size() + data.size(); }
    };

    void take(std::string_view type, std::string_view data);
    void takeEarly();
    void setFinal(std::int64_t seq);
    Outcome compare(std::int64_t seq, std::string_view type, std::string_view data) const;

    OutputStore output;
    std::int64_t next = 0;
    std::int64_t highest = -1;
    std::optional<std::int64_t> final;
    std::map<std::int64_t, EarlyChunk> early;
    std::size_t earlyBytes = 0;
    std::vector<std::uint64_t> fingerprints; // of the latest seqs, at seq modulo kCompared
};

void Assembly::Private::take(std::string_view type, std::string_view data)
{
    const std::size_t slot = static_cast<std::size_t>(next) % kCompared;
    if (slot >= fingerprints.size()) {
        fingerprints.push_back(0);
    }
    fingerprints[slot] = fingerprint(type, data);
    output.add(type, data);
    ++next;
}

void Assembly::Private::takeEarly()
{
    for (auto entry = early.begin(); entry != early.end() && entry->first == next;
        entry = early.erase(entry)) {
        take(entry->second.type, entry->second.data);
        earlyBytes -= entry->second.memory();
    }
}

void Assembly::Private::setFinal(std::int64_t seq)
{
    final = seq;
    for (auto entry = early.upper_bound(seq); entry != early.end(); entry = early.erase(entry)) {
        earlyBytes -= entry->second.memory();
    }
}

Assembly::Outcome Assembly::Private::compare(
    std::int64_t seq, std::string_view type, std::string_view data) const
{
    if (seq >= next) {
        const auto entry = early.find(seq);
        const bool same = entry->second.type == type && entry->second.data == data;
        return same ? Outcome::Duplicate : Outcome::Conflict;
    }
    if (next - seq > static_cast<std::int64_t>(kCompared)) {
        return Outcome::DuplicateNotCompared;
    }
    const std::uint64_t earlier = fingerprints[static_cast<std::size_t>(seq) % kCompared];
    return earlier == fingerprint(type, data) ? Outcome::Duplicate : Outcome::Conflict;
}

Assembly::Assembly()
    : d(std::make_unique<Private>())
{
}

Assembly::~Assembly() = default;
Assembly::Assembly(Assembly&&) noexcept = default;
Assembly& Assembly::operator=(Assembly&&) noexcept = default;

Assembly::Outcome Assembly::add(std::int64_t seq, const acmp::Content& chunk, bool final)
{
    const std::string_view data = chunk.data.isEmpty() ? std::string_view("null") : chunk.data.text();
    if (seq < 0) {
        return Outcome::Negative;
    }
    if (d->final && seq > *d->final) {
        return Outcome::AfterFinal;
    }
    if (seq < d->next || d->early.contains(seq)) {
        return d->compare(seq, chunk.type, data);
    }
    d->highest = std::max(d->highest, seq);
    if (final) {
        d->setFinal(seq);
    }
    if (seq == d->next) {
        d->take(chunk.type, data);
        d->takeEarly();
        return Outcome::InOrder;
    }
    // Copies: a Raw would keep the whole read buffer alive.
    Private::EarlyChunk early { chunk.type, std::string(data) };
    if (d->earlyBytes + early.memory() > kKeptBytes) {
        return Outcome::TooEarly;
    }
    d->earlyBytes += early.memory();
    d->early.emplace(seq, std::move(early));
    return Outcome::Early;
}

void Assembly::restart()
{
    d = std::make_unique<Private>();
}

std::int64_t Assembly::nextSeq() const
{
    return d->next;
}

std::int64_t Assembly::highestSeq() const
{
    return d->highest;
}

bool Assembly::isComplete() const
{
    return d->final && d->next > *d->final;
}

bool Assembly::sawFinal() const
{
    return d->final.has_value();
}

std::uint64_t Assembly::dataBytes() const
{
    return d->output.dataBytes();
}

std::optional<Assembly::Gap> Assembly::gap() const
{
    // One below the largest integer, so that the count fits whatever a peer sends.
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max() - 1;
    const std::int64_t highest = std::min({ d->highest, d->final.value_or(kLargest), kLargest });
    if (highest < d->next) {
        return std::nullopt;
    }
    // Chunks dropped for being too early are missing like those that never came.
    return Gap { .first = d->next,
        .count = highest - d->next + 1 - static_cast<std::int64_t>(d->early.size()) };
}

std::optional<acmp::Content> Assembly::content(std::string_view outputType) const
{
    return d->output.content(outputType);
}

bool Assembly::overLimit() const
{
    return d->output.overLimit();
}

bool Assembly::sawDataUrl() const
{
    return d->output.sawDataUrl();
}

const std::string* Assembly::text() const
{
    return d->output.text();
}

std::vector<Assembly::Reading> Assembly::hashes(std::string_view outputType) const
{
    return d->output.hashes(outputType);
}

} // namespace session
