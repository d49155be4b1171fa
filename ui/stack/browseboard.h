// SPDX-License-Identifier: GPL-3.0-or-later
// What the threads that read have published of each address, for any thread to read. Internal to stack/.
#pragma once

#include "ui/stack/browsestate.h"

#include <functional>
#include <map>
#include <mutex>

namespace stack {

class BrowseBoard final {
public:
    /// `changed` is called on the thread that publishes, after each call of publish().
    explicit BrowseBoard(std::function<void()> changed);

    std::vector<std::shared_ptr<const BrowseState>> states() const; ///< in the order started
    std::shared_ptr<const BrowseState> state(BrowseId id) const;
    void add(std::shared_ptr<const BrowseState> state);
    /// Of one that was not removed meanwhile.
    void publish(std::shared_ptr<const BrowseState> state);
    void remove(BrowseId id);
    /// Nobody is told any more.
    void close();

private:
    mutable std::mutex m_mutex;
    std::map<BrowseId, std::shared_ptr<const BrowseState>> m_states;
    std::function<void()> m_changed;
};

} // namespace stack
