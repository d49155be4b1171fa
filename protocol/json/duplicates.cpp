// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/duplicates.h"

#include "protocol/json/text.h"

#include <QHashFunctions>

#include <array>
#include <bit>

namespace json {

namespace {

constexpr std::size_t kFewMembers = 64;
constexpr std::uint32_t kShortKey = 256;

// Of few, short, unescaped keys: compares with the earlier ones only where a bit of their look is taken
// already.
class FewKeys {
public:
    FewKeys(std::string_view text, std::vector<Token>& tokens)
        : m_text(text)
        , m_tokens(tokens)
    {
    }

    // False if this key is one too many or not so simple: the object is for the hash set then.
    bool add(std::uint32_t index)
    {
        Token& key = m_tokens[index];
        if (m_count == kFewMembers || key.length > kShortKey || (key.flags & kEscaped) != 0) {
            return false;
        }
        const std::string_view name = innerText(m_text, key);
        const std::uint64_t bit = std::uint64_t { 1 } << look(name);
        if ((m_seen & bit) != 0 && contains(name)) {
            key.flags |= kDuplicateKey;
            m_found = true;
        }
        m_seen |= bit;
        m_keys[m_count++] = index;
        return true;
    }

    bool found() const { return m_found; }

private:
    // A number below 64 that keys seldom share.
    static unsigned look(std::string_view name)
    {
        if (name.empty()) {
            return 0;
        }
        const auto byte
            = [&](std::size_t i) { return std::uint32_t { static_cast<unsigned char>(name[i]) }; };
        const std::size_t last = name.size() - 1;
        const auto size = static_cast<std::uint32_t>(name.size());
        const std::uint32_t sample = byte(0) | byte(name.size() / 2) << 8 | byte(last) << 16 | size << 24;
        return (sample * 0x9E3779B1U) >> 26;
    }

    bool contains(std::string_view name) const
    {
        for (std::size_t i = 0; i < m_count; ++i) {
            if (innerText(m_text, m_tokens[m_keys[i]]) == name) {
                return true;
            }
        }
        return false;
    }

    std::string_view m_text;
    std::vector<Token>& m_tokens;
    std::array<std::uint32_t, kFewMembers>
        m_keys; // m_count are set; clearing all would cost most of the time
    std::size_t m_count = 0;
    std::uint64_t m_seen = 0;
    bool m_found = false;
};

// Open addressing over keys; Qt's hash is seeded anew in each process, so nobody can aim at it. Slots are
// small since a large object's cost is the memory it touches: a name is looked up again where two hashes are
// equal.
class KeySet {
public:
    KeySet(std::string_view text, const std::vector<Token>& tokens, std::size_t most)
        : m_text(text)
        , m_tokens(tokens)
        , m_slots(std::bit_ceil(most * 2))
    {
    }

    // False if a key of its name is in already.
    bool insert(std::uint32_t index)
    {
        std::string buffer;
        const std::string_view name = nameOf(index, buffer);
        const std::size_t hash = qHashBits(name.data(), name.size(), QHashSeed::globalSeed());
        const auto mark = static_cast<std::uint32_t>(std::uint64_t { hash } >> 32);
        for (std::size_t i = hash;; ++i) {
            Slot& slot = m_slots[i & (m_slots.size() - 1)];
            if (slot.key == 0) {
                slot = { index, mark };
                return true;
            }
            std::string other;
            if (slot.mark == mark && nameOf(slot.key, other) == name) {
                return false;
            }
        }
    }

private:
    struct Slot {
        std::uint32_t key = 0; // never of a key: token 0 is the root
        std::uint32_t mark = 0;
    };

    std::string_view nameOf(std::uint32_t index, std::string& buffer) const
    {
        const Token& key = m_tokens[index];
        const std::string_view inner = innerText(m_text, key);
        if ((key.flags & kEscaped) == 0) {
            return inner;
        }
        buffer = unescape(inner);
        return buffer;
    }

    std::string_view m_text;
    const std::vector<Token>& m_tokens;
    std::vector<Slot> m_slots;
};

bool markByHash(std::string_view text, std::vector<Token>& tokens, std::uint32_t object)
{
    const std::uint32_t end = tokens[object].next;
    std::size_t count = 0;
    for (std::uint32_t i = object + 1; i < end; i = tokens[i + 1].next) {
        ++count;
    }
    KeySet keys(text, tokens, count);
    bool found = false;
    for (std::uint32_t i = object + 1; i < end; i = tokens[i + 1].next) {
        if (!keys.insert(i)) {
            tokens[i].flags |= kDuplicateKey;
            found = true;
        }
    }
    return found;
}

} // namespace

bool markDuplicateKeys(std::string_view text, std::vector<Token>& tokens, std::uint32_t object)
{
    FewKeys keys(text, tokens);
    const std::uint32_t end = tokens[object].next;
    for (std::uint32_t i = object + 1; i < end; i = tokens[i + 1].next) {
        if (!keys.add(i)) {
            return markByHash(text, tokens, object);
        }
    }
    return keys.found();
}

} // namespace json
