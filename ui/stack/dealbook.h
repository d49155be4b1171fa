// SPDX-License-Identifier: GPL-3.0-or-later
// The accepted offers of the open workspace and what ran under them, kept in its file as they come. Of any
// thread.
#pragma once

#include "protocol/workspace/dealsfile.h"

#include <memory>
#include <mutex>

namespace stack {

class DealBook final {
public:
    using Deals = std::shared_ptr<const std::vector<workspace::KeptDeal>>;
    struct State {
        std::uint64_t opened = 0; ///< grows with each open(): other deals
        std::uint64_t version = 0; ///< grows with each change
        Deals deals; ///< the oldest first; never null
        std::optional<wire::Error> problem; ///< why some are missing, or could not be kept
    };

    /// From now on those there. `carriedFrom`: a file that is copied there first, unless something else is
    /// there. On an error what comes is kept, but in no file.
    std::expected<void, wire::Error> open(const QString& file, const QString& carriedFrom = {});
    void add(workspace::KeptDeal deal);
    void add(const workspace::TaskOfDeal& task);

    State state() const;
    std::uint64_t version() const;

private:
    void changed(const std::expected<void, wire::Error>& written);

    mutable std::mutex m_mutex;
    workspace::DealsFile m_file;
    State m_state { 0, 0, std::make_shared<const std::vector<workspace::KeptDeal>>(), {} };
};

} // namespace stack
