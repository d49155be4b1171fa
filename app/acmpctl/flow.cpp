// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/flow.h"

namespace acmpctl {

Flow::Wake Flow::wait(const std::function<bool()>& done, std::optional<wire::milliseconds> deadline)
{
    std::unique_lock lock(m_mutex);
    const auto awake = [&] { return done() || m_interrupted; };
    if (!deadline)
        m_changed.wait(lock, awake);
    else if (!m_changed.wait_for(lock, *deadline, awake))
        return Wake::TimedOut;
    if (done())
        return Wake::Done;
    m_interrupted = false;
    return Wake::Interrupted;
}

void Flow::finish(const std::function<void()>& change)
{
    {
        const std::lock_guard lock(m_mutex);
        change();
    }
    m_changed.notify_all();
}

void Flow::interrupt()
{
    finish([this] {
        m_interrupted = true;
        ++m_interruptions;
    });
}

} // namespace acmpctl
