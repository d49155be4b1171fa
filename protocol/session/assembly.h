// SPDX-License-Identifier: Apache-2.0
// Puts the chunks of a stream together by seq (decision D10) and hashes what comes of it as it grows (D11).
// Keeps the assembled output up to a limit; hashing, counting and the checks of seq go on beyond it.
#pragma once

#include "protocol/acmp/messages.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace session {

class Assembly final {
public:
    static constexpr std::size_t kKeptBytes = std::size_t { 16 }
        << 20; ///< of output, and again of chunks out of order

    /// What became of a chunk.
    enum class Outcome : std::uint8_t {
        InOrder,
        Early, ///< chunks before it are missing; kept until they come
        Duplicate, ///< same seq, same data
        DuplicateNotCompared, ///< same seq, so long ago that its data are not known any more
        Conflict, ///< same seq, other data: the first stays
        AfterFinal,
        Negative, ///< seq below 0
        TooEarly, ///< out of order beyond the limit: dropped
    };

    Assembly();
    ~Assembly();
    Assembly(Assembly&&) noexcept;
    Assembly& operator=(Assembly&&) noexcept;

    Outcome add(std::int64_t seq, const acmp::Content& chunk, bool final);
    /// Forgets all, for a stream sent anew.
    void restart();

    std::int64_t nextSeq() const; ///< the seq that would be in order
    std::int64_t highestSeq() const; ///< seen, in order or not; -1 before the first
    bool isComplete() const; ///< final seen and everything before it
    bool sawFinal() const;
    std::uint64_t dataBytes() const; ///< of all chunks' data in order, as JSON text
    /// First missing seq and how many are missing below the highest seen; nullopt: none.
    struct Gap {
        std::int64_t first = 0;
        std::int64_t count = 0;
    };
    std::optional<Gap> gap() const;

    /// What was assembled: text for strings, a base64 string for binary types (D29), an array of the data
    /// otherwise. nullopt beyond kKeptBytes, or if nothing came.
    std::optional<acmp::Content> content(std::string_view outputType) const;
    bool overLimit() const;
    bool sawDataUrl() const; ///< binary data came as data: URLs (D29)
    /// Data of the latest text in order, for live views: valid until the next add().
    const std::string* text() const; ///< nullptr if the chunks are no text or over the limit

    /// "sha256:…" over JCS of each reading of the output (D11), best first, with the reading's name
    /// ("concatenation as text", "merge as json", "array as json", "the only chunk as json").
    struct Reading {
        std::string name;
        std::string hash; ///< empty if it could not be taken
        std::string whyNot; ///< … and why
    };
    std::vector<Reading> hashes(std::string_view outputType) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace session
