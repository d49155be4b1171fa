// SPDX-License-Identifier: Apache-2.0
// Where ids and other random bytes come from, injected: the system's generator, or a seed whose bytes are the
// same in every run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace wire {

class IdSource {
public:
    virtual ~IdSource() = default;

    virtual void fill(std::span<unsigned char> bytes) = 0;

    /// `prefix` and 128 random bits in lower-case hex: `task_…`, `req_…` (Layer 1 §3.1: globally unique).
    std::string make(std::string_view prefix);
};

class SystemIdSource final : public IdSource {
public:
    void fill(std::span<unsigned char> bytes) override;
};

/// SplitMix64: not for secrets.
class SeededIdSource final : public IdSource {
public:
    explicit SeededIdSource(std::uint64_t seed)
        : m_state(seed)
    {
    }
    void fill(std::span<unsigned char> bytes) override;
    std::uint64_t next();

private:
    std::uint64_t m_state;
};

} // namespace wire
