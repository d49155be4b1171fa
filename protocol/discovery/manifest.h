// SPDX-License-Identifier: Apache-2.0
// A document that lists entries: ARD's manifest (/.well-known/ard.json, ARD §5.1), or its predecessor, an AI
// Catalog.
#pragma once

#include "protocol/discovery/entry.h"
#include "protocol/wire/error.h"

#include <QByteArray>

#include <expected>

namespace discovery {

struct Manifest {
    static constexpr std::size_t kMaxBytes = std::size_t { 32 } << 20;
    static constexpr std::size_t kMaxEntries = 100'000;

    Container container = Container::Ard;
    std::vector<Entry> entries;
    std::size_t dropped = 0; ///< entries beyond kMaxEntries
    std::vector<acmp::Finding> findings; ///< about the whole, not about one entry

    /// What is wrong with an entry is a finding of it; an error is a text that lists none.
    static std::expected<Manifest, wire::Error> parse(const QByteArray& text);
};

} // namespace discovery
