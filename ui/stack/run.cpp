// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/run.h"

namespace stack {

using session::End;
using wire::Error;
using wire::ErrorKind;

namespace {

/// While it runs.
constexpr wire::milliseconds kJudgeEvery { 250 };

} // namespace

Run::Run(RunId id, Invocation invocation, buyer::Connection& connection, wire::Clock& clock,
    workspace::SpendGuard& spending)
    : m_invocation(std::move(invocation))
    , m_connection(connection)
    , m_clock(clock)
    , m_account(&spending, m_invocation.deal ? m_invocation.deal->provider : m_invocation.target.url,
          m_invocation.deal ? m_invocation.deal->offer.offerId : std::string())
{
    m_state.id = id;
    m_state.target = m_invocation.target;
    m_state.request = m_invocation.request;
    m_state.deal = m_invocation.deal;
    m_state.transport = connection.client().transportName();
    m_state.findings = std::make_shared<std::vector<acmp::Finding>>();
    m_state.input = m_input;
    m_state.attempt = 0;
    beginAttempt();
}

void Run::beginAttempt()
{
    ++m_state.attempt;
    m_log = std::make_shared<RunLog>();
    m_state.log = m_log;
    m_state.isClosed = false;
    m_state.ended = End::None;
    m_state.chunks = m_state.lateChunks = 0;
    m_state.ticks = {};
    m_state.firstByteAt = m_state.cancelSentAt = m_state.endedAt = m_state.deadlineAt = std::nullopt;
    m_state.failure.reset();
    m_state.output.reset();
    m_state.isOutputCut = false;
    m_state.verdicts.clear();
    m_state.inputTaken = 0;
    m_state.inputFailure.reset();
    m_state.isInputBroken = false;
    m_textLost = false;
}

void Run::start()
{
    m_connection.discover().then(
        this, [this](const std::expected<binding::Discovered, Error>& found) { discovered(found); });
}

void Run::discovered(const std::expected<binding::Discovered, Error>& found)
{
    if (m_state.stage == Stage::Ended) // cancelled meanwhile
        return;
    if (!found && !m_invocation.force)
        return fail(found.error());
    if (found)
        m_state.provider = found->serverName;
    m_state.peer = m_connection.capability();
    if (m_state.peer)
        m_state.advertisedBeat = m_state.peer->heartbeatInterval();
    auto run = m_connection.prepare(m_invocation.request, m_invocation.options, m_invocation.force);
    if (!run)
        return fail(run.error());
    if (!m_invocation.deal && m_state.peer && m_state.peer->did)
        m_account.setPayee(*m_state.peer->did);
    if (!openAccount())
        return;

    m_run = std::move(*run);
    connect(m_run.get(), &buyer::TaskRun::received, this, &Run::received);
    connect(m_run.get(), &buyer::TaskRun::found, this, &Run::changed);
    connect(m_run.get(), &buyer::TaskRun::sent, this, [this](wire::Instant at) {
        m_state.sentAt = at;
        Q_EMIT changed();
    });
    connect(m_run.get(), &buyer::TaskRun::cancelSent, this, [this](const std::optional<Error>& error) {
        if (error)
            m_state.failure = error;
        Q_EMIT changed();
    });
    connect(m_run.get(), &buyer::TaskRun::ended, this, [this] {
        judge();
        Q_EMIT changed();
    });
    connect(m_run.get(), &buyer::TaskRun::closed, this, [this] {
        m_state.isClosed = true;
        judge();
        Q_EMIT changed();
    });
    connect(m_run.get(), &buyer::TaskRun::inputSent, this,
        [this](const acmp::InputChunk&, const std::optional<Error>& error) { inputSent(error); });
    m_state.stage = Stage::Running;
    m_run->pauseReading(m_paused);
    m_run->start();
    for (auto& [piece, isFinal] : std::exchange(m_earlyInput, {}))
        m_run->sendInput(std::move(piece), isFinal);
    readOn();
    m_state.sentAt = m_run->track().sentAt();
    Q_EMIT changed();
}

/// False: it may not be spent, and is not sent.
bool Run::openAccount()
{
    auto opened = m_account.open(m_state.request, m_clock.unixMs());
    if (!opened)
        fail(std::move(opened.error()), End::None);
    return opened.has_value();
}

void Run::fail(Error error, End how)
{
    m_state.failure = std::move(error);
    m_state.ended = how;
    if (m_state.failure->kind == ErrorKind::Usage || m_state.failure->kind == ErrorKind::NotAdvertised)
        m_state.ended = End::None; // it was never sent
    m_state.endedAt = m_clock.now();
    m_state.stage = Stage::Ended;
    m_state.isClosed = true;
    Q_EMIT changed();
}

void Run::cancel(const std::string& reason)
{
    if (m_state.stage == Stage::Discovering)
        return fail({ ErrorKind::Cancelled, "cancelled before it was sent", {}, {}, {}, false });
    if (!m_run || m_state.stage != Stage::Running)
        return;
    m_state.stage = Stage::Cancelling;
    m_state.cancelSentAt = m_clock.now();
    m_run->cancel(reason);
    Q_EMIT changed();
}

void Run::retry()
{
    if (!m_state.isClosed)
        return;
    beginAttempt();
    if (m_run) {
        if (!openAccount())
            return;
        m_state.stage = Stage::Running;
        m_run->retry();
        m_state.sentAt = m_run->track().sentAt();
    } else {
        m_state.stage = Stage::Discovering;
        start();
    }
    Q_EMIT changed();
}

void Run::pauseReading(bool pause)
{
    m_paused = pause;
    if (m_run)
        m_run->pauseReading(pause);
}

void Run::received(const acmp::Incoming& message, const acmp::Origin& origin)
{
    if (!m_state.firstByteAt)
        m_state.firstByteAt = origin.at;
    if (const auto* chunk = std::get_if<acmp::StreamChunk>(&message)) {
        receivedChunk(*chunk, origin);
    } else if (const auto* beat = std::get_if<acmp::Heartbeat>(&message)) {
        m_log->beats.append(RunLog::Beat {
            origin.at, beat->progress ? static_cast<float>(beat->progress->toDouble()) : -1.F });
    }
    Q_EMIT changed();
}

void Run::receivedChunk(const acmp::StreamChunk&, const acmp::Origin& origin)
{
    const bool recorded = origin.record < RunLog::kNotRecorded;
    m_log->chunks.append(recorded ? static_cast<std::uint32_t>(origin.record) : RunLog::kNotRecorded);
    ++m_state.chunks;
    if (origin.late || m_state.stage == Stage::Ended)
        ++m_state.lateChunks;
    countTick(origin.at);
    addText();
}

void Run::addText()
{
    m_state.isOutputCut = m_run->track().output().overLimit();
    const std::string* text = m_run->track().output().text();
    m_textLost |= text == nullptr;
    if (m_textLost)
        return;
    const std::uint64_t known = m_log->text.size();
    if (text->size() > known)
        m_log->text.append(std::span(text->data() + known, text->size() - known));
}

void Run::countTick(wire::Instant at)
{
    Ticks& ticks = m_state.ticks;
    const auto since = std::max(at - m_state.sentAt.value_or(at), wire::nanoseconds(0));
    while (since / ticks.width >= static_cast<std::int64_t>(Ticks::kBuckets)) {
        for (std::size_t i = 0; i < ticks.counts.size(); i += 2)
            ticks.counts[i / 2] = ticks.counts[i] + (i + 1 < ticks.counts.size() ? ticks.counts[i + 1] : 0);
        ticks.counts.resize((ticks.counts.size() + 1) / 2);
        ticks.width *= 2;
    }
    const auto bucket = static_cast<std::size_t>(since / ticks.width);
    if (ticks.counts.size() <= bucket)
        ticks.counts.resize(bucket + 1);
    ++ticks.counts[bucket];
}

/// What only the end tells.
void Run::judge()
{
    const session::TaskTrack& track = m_run->track();
    m_state.stage = Stage::Ended;
    m_state.ended = track.ended();
    m_state.endedAt = track.endedAt();
    m_state.verdicts = track.verdicts();
    m_state.result = track.result();
    m_state.error = track.error();
    if (m_run->error())
        m_state.failure = m_run->error();
    if (!m_state.result)
        return m_account.close();
    m_account.bill(m_state.request, m_state.result->costCu, m_clock.unixMs());
    m_state.output = m_state.result->output ? m_state.result->output
                                            : track.output().content(m_state.request.outputTypeOrDefault());
}

std::shared_ptr<const RunState> Run::state()
{
    if (m_run) {
        const session::TaskTrack& track = m_run->track();
        m_state.lastLifeAt = track.lastLifeAt();
        m_state.heartbeats = track.heartbeats();
        m_state.livenessWindow = m_run->livenessWindow();
        if (m_state.stage != Stage::Ended && m_clock.now() - m_judgedAt > kJudgeEvery) {
            m_judgedAt = m_clock.now();
            m_state.verdicts = track.verdicts();
        }
        m_state.outputBytes = track.output().dataBytes();
        m_state.findingCount = track.findings().count();
        if (m_state.sentAt)
            m_state.deadlineAt = *m_state.sentAt + m_state.request.timeoutOrDefault();
        if (const auto& kept = track.findings().kept(); kept.size() != m_findingsTold) {
            m_findingsTold = kept.size();
            m_state.findings = std::make_shared<std::vector<acmp::Finding>>(kept);
        }
    }
    return std::make_shared<const RunState>(m_state);
}

} // namespace stack
