// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/task.h"

#include "protocol/engine/refusal.h"
#include "protocol/rpc/codes.h"

#include <array>

namespace engine {

namespace code = rpc::code;

namespace {

/// A buyer may ask for any number; timers have 64 bits of nanoseconds.
constexpr milliseconds kLongestTimeout = std::chrono::hours(24) * 365;

json::Decimal toFraction(std::int64_t part, std::int64_t whole)
{
    const std::int64_t percent = std::clamp<std::int64_t>(whole <= 0 ? 0 : part * 100 / whole, 0, 100);
    std::string text = percent == 100 ? "1.00" : "0.";
    if (percent < 100) {
        text += static_cast<char>('0' + percent / 10);
        text += static_cast<char>('0' + percent % 10);
    }
    return json::Decimal::parse(text).value_or(json::Decimal());
}

} // namespace

Task::Task(TaskOwner& owner, wire::Clock& clock, const Scenario& scenario, std::string key,
    std::shared_ptr<Record> record)
    : m_owner(owner)
    , m_clock(clock)
    , m_scenario(scenario)
    , m_key(std::move(key))
    , m_record(std::move(record))
    , m_created(clock.now())
    , m_chunk(
          acmp::StreamChunk { .taskId = m_record->taskId, .seq = 0, .chunk = {}, .final = {}, .extra = {} })
{
    if (!hasEnded()) {
        startHeartbeat();
    }
}

Task::~Task()
{
    for (const Delivery& delivery : m_deliveries) {
        delivery.link->task = nullptr;
    }
}

void Task::attach(std::unique_ptr<Responder> responder)
{
    const bool isWitness = responder->isWitness();
    if (!isWitness) {
        m_orphan.reset();
    }
    const auto link = std::make_shared<Link>(Link { this });
    responder->whenWritable = [link] { Link::use(link, [](Link& held) { held.task->pump(); }); };
    responder->whenPeerGone = [link] { Link::use(link, [](Link& held) { held.task->whenGone(&held); }); };
    responder->whenCancelledBySubstrate = [link] {
        Link::use(link, [](Link& held) { held.task->cancelNow("Cancelled by the transport's own signal."); });
    };
    const bool streams = m_record->isStreamed && responder->canStream();
    // On a shared channel each chunk goes out once: for the newest request, from the start (decision D5).
    if (const void* const channel = responder->sharedChannel()) {
        for (Delivery& earlier : m_deliveries) {
            earlier.isMirror |= earlier.responder->sharedChannel() == channel;
        }
    }
    m_deliveries.push_back({ .responder = std::move(responder),
        .link = link,
        .next = 0,
        .streams = streams,
        .isWitness = isWitness });
}

void Task::startDeadline(milliseconds timeout)
{
    timeout = std::clamp(timeout, milliseconds(0), kLongestTimeout);
    m_deadline = m_clock.startTimer(timeout, [this, timeout] {
        fail(code::kTimeout, "Not done within timeout_ms, " + std::to_string(timeout.count()) + '.');
    });
}

void Task::expectInput(const std::optional<acmp::Content>& prefix)
{
    m_input.emplace(prefix, m_record->script->output.kind == OutputScript::Kind::Echo);
}

void Task::begin()
{
    m_schedule.emplace(*m_record, m_clock.now());
    if (m_record->isStreamed && m_record->proof) {
        m_hash.emplace(m_record->output->type(), m_record->output->isText());
    }
}

void Task::add(const acmp::InputChunk& chunk)
{
    if (!m_input || m_schedule || hasEnded()) {
        return;
    }
    if (m_input->add(chunk) == InputAssembly::Added::TooMuch) {
        fail(code::kAcmpInternal,
            "More input than is held here; the next chunk expected is seq "
                + std::to_string(m_input->nextSeq()) + '.');
        return;
    }
    if (!m_input->isComplete()) {
        return;
    }
    if (!m_record->output) {
        setOutput(*m_record, makeValueOutput(m_input->take(), m_record->script->chunks, true));
    }
    begin();
    pump();
}

void Task::cancel(const std::optional<std::string>& reason)
{
    if (!m_scenario.cancel.honour || m_cancel) {
        return;
    }
    std::string detail
        = reason ? "Cancelled by the buyer: " + *reason : std::string("Cancelled by the buyer.");
    if (m_scenario.cancel.after.count() == 0) {
        cancelNow(std::move(detail));
        return;
    }
    m_cancel = m_clock.startTimer(
        m_scenario.cancel.after, [this, text = std::move(detail)]() mutable { cancelNow(std::move(text)); });
}

void Task::cancelNow(std::string detail)
{
    if (!hasEnded()) {
        fail(code::kCancelled, std::move(detail));
        return;
    }
    // It ended, and a repeat is still being served: that one stops, what is stored stays.
    const acmp::Answer answer = makeError(code::kCancelled, m_record->taskId, std::move(detail));
    for (Delivery& delivery : m_deliveries) {
        delivery.link->task = nullptr;
        delivery.responder->finish(answer);
        m_owner.retire(std::move(delivery.responder));
    }
    m_deliveries.clear();
    m_owner.taskDrained(*this);
}

void Task::whenGone(const Link* link)
{
    const auto gone = std::ranges::find(m_deliveries, link, [](const Delivery& d) { return d.link.get(); });
    gone->link->task = nullptr;
    m_owner.retire(std::move(gone->responder));
    m_deliveries.erase(gone);
    if (!std::ranges::all_of(m_deliveries, &Delivery::isWitness)) {
        return;
    }
    if (hasEnded()) {
        m_owner.taskDrained(*this);
        return;
    }
    const auto grace = m_scenario.orphanGrace;
    const auto cancelOrphan = [this, grace] {
        cancelNow(
            "The connection ended and nobody asked again within " + std::to_string(grace.count()) + " ms.");
    };
    if (grace.count() == 0) {
        cancelOrphan();
        return;
    }
    m_orphan = m_clock.startTimer(grace, cancelOrphan);
    pump();
}

void Task::endWith(acmp::Answer answer)
{
    m_record->answer = std::move(answer);
    m_record->answeredAtMs = m_clock.unixMs();
    m_wake.reset();
    m_deadline.reset();
    m_heartbeat.reset();
    m_orphan.reset();
    m_cancel.reset();
    m_owner.taskEnded(*this);
}

void Task::fail(std::int64_t errorCode, std::string detail)
{
    // A repeat gets what had been made by now, then the error.
    m_record->chunks = m_produced;
    endWith(makeError(errorCode, m_record->taskId, std::move(detail)));
    for (Delivery& delivery : m_deliveries) {
        finish(delivery);
    }
    m_deliveries.clear();
    m_owner.taskDrained(*this);
}

void Task::startHeartbeat()
{
    const auto interval = m_scenario.heartbeatInterval();
    if (!interval) {
        return;
    }
    // From the start, not from the last one: they don't drift.
    const wire::Instant due = m_created + *interval * (m_beats + 1);
    m_heartbeat = m_clock.startTimer(due - m_clock.now(), [this] { beat(); });
}

void Task::beat()
{
    // Those that a sleeping machine missed are not made up for.
    m_beats = (m_clock.now() - m_created) / *m_scenario.heartbeatInterval();
    startHeartbeat();
    const acmp::ProviderNotification heartbeat = makeHeartbeat();
    for (const Delivery& delivery : m_deliveries) {
        if (!delivery.isMirror && delivery.responder->canStream() && delivery.responder->isWritable()) {
            delivery.responder->notify(heartbeat);
        }
    }
}

acmp::Heartbeat Task::makeHeartbeat() const
{
    acmp::Heartbeat heartbeat;
    heartbeat.taskId = m_record->taskId;
    if (!m_schedule) {
        heartbeat.progress = json::Decimal();
        heartbeat.detail = "Waiting for input chunk " + std::to_string(m_input ? m_input->nextSeq() : 0);
    } else if (m_record->isStreamed) {
        const std::int64_t chunks = m_record->output->chunks();
        heartbeat.progress = toFraction(m_produced, chunks);
        heartbeat.detail = "Chunk " + std::to_string(m_produced) + " of " + std::to_string(chunks);
    } else {
        const auto whole = m_schedule->answerAt() - m_schedule->start();
        const auto part = m_clock.now() - m_schedule->start();
        heartbeat.progress = toFraction(part / milliseconds(1), whole / milliseconds(1));
        heartbeat.detail = "Working";
    }
    return heartbeat;
}

} // namespace engine
