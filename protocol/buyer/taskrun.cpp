// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/taskrun.h"

#include "protocol/lint/signatures.h"

namespace buyer {

using session::End;
using wire::ErrorKind;

namespace {

End endOf(const wire::Error& error)
{
    switch (error.kind) {
    case ErrorKind::Unreachable:
    case ErrorKind::Tls:
    case ErrorKind::Io:
        return End::ConnectionLost;
    case ErrorKind::Refused:
        return End::Refused;
    case ErrorKind::Deadline:
        return End::DeadlinePassed;
    case ErrorKind::Cancelled:
        return End::CancelUnconfirmed;
    case ErrorKind::Usage:
    case ErrorKind::NotAdvertised:
    case ErrorKind::Http:
    case ErrorKind::Protocol:
    case ErrorKind::TooLarge:
        return End::ProtocolBroken;
    }
    Q_UNREACHABLE();
}

} // namespace

TaskRun::TaskRun(binding::Client& client, wire::Clock& clock, acmp::Invoke request,
    std::optional<acmp::Capability> peer, TaskOptions options, QObject* parent)
    : QObject(parent)
    , m_client(client)
    , m_clock(clock)
    , m_options(options)
    , m_track(std::move(request), std::move(peer))
{
    connect(&m_client, &binding::Client::unclaimed, this, &TaskRun::unclaimed);
}

TaskRun::~TaskRun()
{
    if (binding::Exchange* exchange = m_exchange.data()) {
        exchange->disconnect(this);
        exchange->abort();
    }
}

void TaskRun::start()
{
    Q_ASSERT(m_phase == Phase::Idle);
    m_track.sent(m_clock.now());
    send();
}

void TaskRun::retry()
{
    Q_ASSERT(m_phase == Phase::Ended);
    m_error.reset();
    m_track.sentAgain(m_clock.now());
    send();
}

void TaskRun::send()
{
    m_phase = Phase::Running;
    m_askedForMore = false;
    binding::Exchange* exchange = m_client.start(m_track.request());
    m_exchange = exchange;
    connect(exchange, &binding::Exchange::sent, this, &TaskRun::sent);
    connect(exchange, &binding::Exchange::incoming, this, &TaskRun::incoming);
    connect(exchange, &binding::Exchange::found, this, [this](const acmp::Finding& finding) {
        m_track.add(finding);
        reportNewFindings();
    });
    connect(exchange, &binding::Exchange::ended, this, &TaskRun::exchangeEnded);
    if (m_paused)
        exchange->pauseReading(true);
    armDeadline();
    watchLiveness();
    ++m_attempt;
    m_inputTaken = 0;
    m_inputOnItsWay = false;
    sendNextInput();
}

bool TaskRun::sendInput(acmp::Content chunk, bool final)
{
    const bool isOver = m_phase == Phase::Closing || m_phase == Phase::Ended;
    const std::size_t bytes = m_inputBytes + chunk.data.text().size();
    if (isOver || bytes > kLongestInput || (!m_inputChunks.empty() && m_inputChunks.back().finalOrDefault()))
        return false;
    m_inputBytes = bytes;
    acmp::InputChunk message;
    message.taskId = m_track.request().taskId;
    message.seq = static_cast<std::int64_t>(m_inputChunks.size());
    message.chunk = std::move(chunk);
    message.final = final;
    m_inputChunks.push_back(std::move(message));
    sendNextInput();
    return true;
}

void TaskRun::sendNextInput()
{
    if (m_phase != Phase::Running || m_inputOnItsWay || m_inputTaken == m_inputChunks.size())
        return;
    m_inputOnItsWay = true;
    const acmp::InputChunk& chunk = m_inputChunks[m_inputTaken];
    if (m_inputTaken == m_inputTracked) {
        ++m_inputTracked;
        m_track.inputSent(chunk, { .record = wire::kNoRecord, .at = m_clock.now(), .message = {} });
        reportNewFindings();
    }
    m_client.notify(chunk).then(
        this, [this, attempt = m_attempt](const std::expected<void, wire::Error>& taken) {
            inputTaken(taken, attempt);
        });
}

void TaskRun::inputTaken(const std::expected<void, wire::Error>& taken, int attempt)
{
    // Of an attempt whose stream broke: all is sent again.
    if (attempt != m_attempt)
        return;
    m_inputOnItsWay = false;
    const acmp::InputChunk chunk = m_inputChunks[m_inputTaken];
    ++m_inputTaken;
    Q_EMIT inputSent(chunk, taken ? std::nullopt : std::optional(taken.error()));
    // A gap can't be filled any more: what follows would wait for it in vain until the deadline.
    if (taken)
        sendNextInput();
}

// On a shared channel: of this task, after its request has ended.
void TaskRun::unclaimed(const acmp::Incoming& message, const acmp::Origin& origin)
{
    const std::string_view taskId = acmp::taskIdOf(message);
    if (taskId.empty() || taskId != m_track.request().taskId || !origin.late)
        return;
    m_track.received(message, origin);
    Q_EMIT received(message, origin);
    reportNewFindings();
}

void TaskRun::checkSignature(const acmp::Incoming& message, const acmp::Origin& origin)
{
    const auto* const result = std::get_if<acmp::TaskResult>(&message);
    if (!m_signatureCheck || !result || m_track.ended() != End::Result)
        return;
    const bool isSigned
        = std::ranges::find(result->extra, "sig", &acmp::Extra::value_type::first) != result->extra.end();
    m_signature = isSigned ? m_signatureCheck(origin.message) : lint::unsignedVerdict();
    m_track.setSignature(lint::signatureVerdict(*m_signature));
    if (auto finding = lint::signatureFinding(*m_signature))
        m_track.add({ std::move(*finding) }, "/result/sig", origin);
}

void TaskRun::pauseReading(bool pause)
{
    if (binding::Exchange* exchange = m_exchange.data())
        exchange->pauseReading(pause);
    if (m_paused == pause)
        return;
    m_paused = pause;
    if (!pause)
        m_resumedAt = m_clock.now();
    watchLiveness();
}

void TaskRun::incoming(const acmp::Incoming& message, const acmp::Origin& origin)
{
    if (origin.mirrored)
        return; // it is on the record, and was told
    if (const auto* other = std::get_if<acmp::Other>(&message))
        m_askedForMore |= other->method == "input_required";
    const bool heartbeat = std::holds_alternative<acmp::Heartbeat>(message);
    m_track.received(message, origin);
    checkSignature(message, origin);
    Q_EMIT received(message, origin);
    reportNewFindings();
    // A measured interval may have opened a window that the declaration did not.
    if (heartbeat && !m_liveness)
        watchLiveness();
    // What can't be understood is explained by the exchange's end, which follows.
    const bool isAnswer = m_track.ended() != End::None && m_track.ended() != End::ProtocolBroken;
    if (isAnswer && (m_phase == Phase::Running || m_phase == Phase::Cancelling))
        conclude(m_track.ended());
}

void TaskRun::exchangeEnded(const std::optional<wire::Error>& error)
{
    m_exchange.clear();
    if (m_phase == Phase::Running || m_phase == Phase::Cancelling) {
        if (error) {
            m_error = error;
            m_track.end(endOf(*error), m_clock.now());
        } else {
            m_track.end(m_askedForMore ? End::AsksForMore : End::ProtocolBroken, m_clock.now());
        }
        conclude(m_track.ended());
    }
    m_grace.reset();
    m_phase = Phase::Ended;
    Q_EMIT closed();
}

void TaskRun::conclude(End how)
{
    m_deadline.reset();
    m_liveness.reset();
    m_grace.reset();
    // The exchange's own end follows; until then the stream may still say what it should not.
    m_phase = Phase::Closing;
    reportNewFindings();
    Q_EMIT ended(how);
}

void TaskRun::armDeadline()
{
    m_deadline = m_clock.startTimer(m_track.request().timeoutOrDefault(),
        [this] { failAndTell(End::DeadlinePassed, "timeout_ms passed"); });
}

std::optional<wire::nanoseconds> TaskRun::livenessWindow() const
{
    if (m_options.livenessWindow) {
        if (m_options.livenessWindow->count() == 0)
            return std::nullopt;
        return *m_options.livenessWindow;
    }
    if (m_track.peer()) {
        if (const auto interval = m_track.peer()->heartbeatInterval())
            return 3 * *interval;
        return std::nullopt;
    }
    if (const auto measured = m_track.heartbeats().longestInterval)
        return 3 * *measured;
    return std::nullopt;
}

void TaskRun::watchLiveness()
{
    m_liveness.reset();
    const auto window = livenessWindow();
    if (!window || m_phase != Phase::Running || m_paused)
        return;
    const auto last = m_options.onlyHeartbeatsAreLife ? m_track.heartbeats().lastAt : m_track.lastLifeAt();
    wire::Instant since = last.value_or(*m_track.sentAt());
    if (m_resumedAt)
        since = std::max(since, *m_resumedAt);
    const wire::Instant due = since + *window;
    if (due <= m_clock.now())
        return failAndTell(End::LivenessLost, "no sign of life within the liveness window");
    // Not re-armed at each message: looks again when the window of the last one would be over.
    m_liveness = m_clock.startTimer(due - m_clock.now(), [this] { watchLiveness(); });
}

void TaskRun::failAndTell(End how, std::string reason)
{
    m_track.end(how, m_clock.now());
    const bool toldAlready = m_phase == Phase::Cancelling;
    conclude(m_track.ended());
    if (!toldAlready)
        tellCancel(std::move(reason));
}

void TaskRun::cancel(std::string reason)
{
    if (m_phase != Phase::Running)
        return;
    m_phase = Phase::Cancelling;
    m_liveness.reset();
    m_track.cancelSent(m_clock.now());
    tellCancel(std::move(reason));
}

void TaskRun::tellCancel(std::string reason)
{
    const auto& peer = m_track.peer();
    if (peer && peer->accepts && !peer->doesAccept(acmp::method::kCancel))
        return graceOver();
    acmp::Cancel message;
    message.taskId = m_track.request().taskId;
    if (!reason.empty())
        message.reason = std::move(reason);
    m_client.notify(message).then(this, [this](const std::expected<void, wire::Error>& taken) {
        Q_EMIT cancelSent(taken ? std::nullopt : std::optional(taken.error()));
    });
    m_grace = m_clock.startTimer(m_options.cancelGrace, [this] { graceOver(); });
}

void TaskRun::graceOver()
{
    if (binding::Exchange* exchange = m_exchange.data())
        exchange->abort();
}

void TaskRun::reportNewFindings()
{
    const auto& kept = m_track.findings().kept();
    while (m_reportedFindings < kept.size())
        Q_EMIT found(kept[m_reportedFindings++]);
}

} // namespace buyer
