// SPDX-License-Identifier: Apache-2.0
// The part of Task that makes and hands out chunks.
#include "protocol/engine/task.h"

namespace engine {

namespace {

/// Chunks made in one go before the event loop gets its turn.
constexpr std::int64_t kBatch = 256;

} // namespace

void Task::pump()
{
    const wire::Instant now = m_clock.now();
    bool hasMore = false;
    if (hasEnded()) {
        for (Delivery& delivery : m_deliveries) {
            hasMore = deliver(delivery, m_record->chunks) || hasMore;
        }
    } else if (m_schedule) {
        const std::int64_t due = m_schedule->dueBy(now);
        for (Delivery& delivery : m_deliveries) {
            hasMore = deliver(delivery, due) || hasMore;
        }
        if (std::ranges::none_of(m_deliveries, &Delivery::draws)) {
            hasMore = produceUnheard(due) || hasMore;
        }
        answerIfDue(now);
    }
    if (hasEnded()) {
        finishServed();
        if (m_deliveries.empty()) {
            m_owner.taskDrained(*this);
            return;
        }
    }
    wakeFor(now, hasMore);
}

/// True if it stopped only to let others run.
bool Task::deliver(Delivery& delivery, std::int64_t due)
{
    if (!delivery.draws()) {
        return false;
    }
    auto& chunk = std::get<acmp::StreamChunk>(m_chunk);
    const Output& output = *m_record->output;
    const std::int64_t last = output.chunks() - 1;
    const std::int64_t stop = std::min(due, delivery.next + kBatch);
    while (delivery.next < stop && delivery.responder->isWritable()) {
        chunk.seq = delivery.next++;
        chunk.chunk.type = output.type();
        chunk.chunk.data = output.chunk(chunk.seq);
        chunk.final = chunk.seq == last;
        addToHash(chunk.seq, chunk.chunk.data);
        delivery.responder->notify(m_chunk);
    }
    m_produced = std::max(m_produced, delivery.next);
    return delivery.next == stop && stop < due;
}

/// Time goes on for a task that nobody draws chunks from. True if there is more to make.
bool Task::produceUnheard(std::int64_t due)
{
    if (!m_hash) {
        m_produced = std::max(m_produced, due);
        return false;
    }
    const std::int64_t stop = std::min(due, m_hashed + kBatch);
    while (m_hashed < stop) {
        addToHash(m_hashed, m_record->output->chunk(m_hashed));
    }
    m_produced = std::max(m_produced, m_hashed);
    return m_hashed < due;
}

void Task::addToHash(std::int64_t seq, const json::Raw& chunk)
{
    if (m_hash && seq == m_hashed) {
        m_hash->add(chunk);
        ++m_hashed;
    }
}

void Task::answerIfDue(wire::Instant now)
{
    if (now < m_schedule->answerAt() || m_produced < m_record->chunks) {
        return;
    }
    endWith(makeAnswer(*m_record, m_scenario.providerId, m_hash ? m_hash->finish() : std::nullopt));
}

void Task::finish(Delivery& delivery)
{
    delivery.link->task = nullptr;
    delivery.responder->finish(m_owner.finalAnswer(*m_record, delivery.streams));
    m_owner.retire(std::move(delivery.responder));
}

void Task::finishServed()
{
    const auto hasAll
        = [this](const Delivery& delivery) { return !delivery.draws() || delivery.next >= m_record->chunks; };
    // Who waits for the request that draws on its channel is answered with it.
    std::vector<const void*> busyChannels;
    for (const Delivery& delivery : m_deliveries) {
        if (!hasAll(delivery)) {
            busyChannels.push_back(delivery.responder->sharedChannel());
        }
    }
    for (Delivery& delivery : m_deliveries) {
        const bool waits = delivery.isMirror
            && std::ranges::find(busyChannels, delivery.responder->sharedChannel()) != busyChannels.end();
        if (hasAll(delivery) && !waits) {
            finish(delivery);
        }
    }
    std::erase_if(m_deliveries, [](const Delivery& delivery) { return !delivery.responder; });
}

/// Sleeps until the next chunk or the answer is due; a delivery that can't be written to wakes the task by
/// itself.
void Task::wakeFor(wire::Instant now, bool hasMore)
{
    m_wake.reset();
    if (hasMore) {
        m_wake = m_clock.startTimer(wire::nanoseconds(0), [this] { pump(); });
        return;
    }
    if (hasEnded() || !m_schedule) {
        return;
    }
    const std::int64_t due = m_schedule->dueBy(now);
    const auto needsNext = [due](const Delivery& d) { return d.draws() && d.next >= due; };
    const bool isUnheard = std::ranges::none_of(m_deliveries, &Delivery::draws);
    std::optional<wire::Instant> next;
    if (due < m_record->chunks && (isUnheard || std::ranges::any_of(m_deliveries, needsNext))) {
        next = m_schedule->dueAt(due);
    } else if (m_produced >= m_record->chunks) {
        next = m_schedule->answerAt();
    }
    if (next) {
        m_wake = m_clock.startTimer(std::max(*next - now, wire::nanoseconds(0)), [this] { pump(); });
    }
}

} // namespace engine
