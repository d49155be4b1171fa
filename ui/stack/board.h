// SPDX-License-Identifier: GPL-3.0-or-later
// What the I/O thread has published, for any thread to read. Internal to stack/.
#pragma once

#include "ui/stack/stack.h"

#include <map>
#include <mutex>

namespace stack {

class Board final {
public:
    std::shared_ptr<const RunState> run(RunId id) const;
    void set(std::shared_ptr<const RunState> state);
    void remove(RunId id);
    std::shared_ptr<const RoundState> round(RoundId id) const;
    void set(std::shared_ptr<const RoundState> state);
    void removeRound(RoundId id);
    std::vector<StallState> stalls() const;
    /// False if nothing changed.
    bool set(std::vector<StallState> stalls);
    Listed listed() const;
    void set(Listed listed);
    Status status() const;
    void set(const Status& status);

private:
    mutable std::mutex m_mutex;
    std::map<RunId, std::shared_ptr<const RunState>> m_runs;
    std::map<RoundId, std::shared_ptr<const RoundState>> m_rounds;
    std::vector<StallState> m_stalls;
    Listed m_listed;
    Status m_status;
};

} // namespace stack
