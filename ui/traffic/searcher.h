// SPDX-License-Identifier: GPL-3.0-or-later
// Searches a record in the background, and goes on as it grows. A new search takes the place of the one
// before, whose results may stay in use. Belongs to the window; begin() and wake() are for one thread.
#pragma once

#include "ui/traffic/search.h"

#include "protocol/capture/record.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace analysis {
class Analysis;
}

namespace traffic {

class Searcher final {
public:
    /// Both must outlive it.
    Searcher(const capture::Record& record, const analysis::Analysis& analysis);
    /// Stops promptly.
    ~Searcher();
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    std::shared_ptr<const Search> begin(Filter filter);
    void end();
    /// Look at what has come since.
    void wake();

private:
    void run(const std::stop_token& stop);
    void set(std::shared_ptr<Search> search);

    const capture::Record& m_record;
    const analysis::Analysis& m_analysis;
    std::mutex m_mutex;
    std::condition_variable_any m_wakeUp;
    std::shared_ptr<Search> m_search; // null: none
    bool m_isWoken = false;
    std::jthread m_thread; // last: it uses all of the above
};

} // namespace traffic
