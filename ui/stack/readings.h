// SPDX-License-Identifier: GPL-3.0-or-later
// What an address lists, each time that it is read, and what is different from the last time. Internal to
// stack/.
#pragma once

#include "ui/stack/browsestate.h"

#include <functional>
#include <unordered_map>

namespace stack {

class Readings final {
public:
    /// An entry as whoever reads has it now.
    struct Listed {
        const discovery::Entry& entry;
        int source;
        const std::vector<int>& alsoIn;
        std::int64_t fetchedAtMs;
        std::optional<int> relevance = {};
    };

    /// `wasWhole`: the one before read everything that there is.
    void begin(bool wasWhole);
    unsigned number() const { return m_number; }
    /// Takes what is listed now: the first of the `count` are those of the last call, some better known.
    void catchUp(std::size_t count, const std::function<Listed(std::size_t)>& at);
    /// Of this reading; once it is through, with those of the last that are not among them.
    ListedEntries entries(bool isThrough, bool isWhole) const;

private:
    std::shared_ptr<const ListedEntry> make(const Listed& listed) const;

    unsigned m_number = 0;
    ListedEntries m_entries;
    std::unordered_map<std::string, std::shared_ptr<const ListedEntry>> m_before;
};

} // namespace stack
