// SPDX-License-Identifier: GPL-3.0-or-later
// A list that one thread appends to and edits, and whose states others keep: a state shares its blocks with
// the list until they are edited, so taking one costs a pointer per block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace analysis {

template <class T, std::size_t kBlockSize = 64>
class BlockList final {
public:
    std::size_t size() const { return m_size; }
    const T& operator[](std::size_t index) const
    {
        return (*m_blocks[index / kBlockSize].items)[index % kBlockSize];
    }
    /// Calls `f(index)` for each item that is new or differs from `before`, an earlier state of this list.
    template <class F>
    void forEachChange(const BlockList& before, F f) const
    {
        for (std::size_t block = 0; block < m_blocks.size(); ++block) {
            if (block < before.m_blocks.size() && before.m_blocks[block].items == m_blocks[block].items)
                continue;
            const std::size_t begin = block * kBlockSize;
            for (std::size_t i = begin; i < std::min(m_size, begin + kBlockSize); ++i) {
                if (i >= before.m_size || !(before[i] == (*this)[i]))
                    f(i);
            }
        }
    }

    // --- for its one writer ---
    void append(T item)
    {
        if (m_size % kBlockSize == 0)
            m_blocks.push_back({ std::make_shared<Items>() });
        own(m_blocks.back()).push_back(std::move(item));
        ++m_size;
    }
    T& edit(std::size_t index) { return own(m_blocks[index / kBlockSize])[index % kBlockSize]; }
    /// How it stands; nothing done to the list later shows in it.
    BlockList state()
    {
        for (Block& block : m_blocks)
            block.isShared = true;
        return *this;
    }

private:
    using Items = std::vector<T>;
    struct Block {
        std::shared_ptr<Items> items;
        bool isShared = false;
    };

    static Items& own(Block& block)
    {
        if (block.isShared)
            block = { std::make_shared<Items>(*block.items) };
        return *block.items;
    }

    std::vector<Block> m_blocks;
    std::size_t m_size = 0;
};

} // namespace analysis
