// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/doctor.h"

#include "protocol/buyer/doctor/answersteps.h"
#include "protocol/buyer/doctor/routesteps.h"
#include "protocol/rpc/message.h"
#include "protocol/transport/fd/childchannel.h"
#include "protocol/transport/websocket/clientchannel.h"

#include <QPointer>

namespace buyer {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::size_t kKeptLines = 5; ///< of each kind of output

} // namespace

const Step* Diagnosis::failure() const
{
    const auto found = std::ranges::find(steps, Step::State::Failed, &Step::state);
    return found == steps.end() ? nullptr : &*found;
}

Doctor::Doctor(binding::Target target, const binding::Means& means, binding::EndpointSettings settings,
    wire::milliseconds answerTimeout, QObject* parent)
    : QObject(parent)
    , m_means(means)
    , m_settings(std::move(settings))
    , m_answerTimeout(answerTimeout)
    , m_plan(stepsOf(target))
{
    m_witness.target = std::move(target);
    m_witness.token = m_settings.token;
    m_settings.followsDocuments = false; // what it is about is what answers there
}

Doctor::~Doctor()
{
    // It still tells us how it ends.
    m_client.reset();
    m_stranger.reset();
}

void Doctor::start()
{
    m_witness.started = m_means.clock.now();
    m_witness.startedUnixMs = m_means.clock.unixMs();
    binding::Watch watching;
    watching.route = [this](const std::shared_ptr<const transport::Route>& route) {
        if (m_witness.answered)
            return; // that of a handshake in the way of older servers
        m_witness.route = route;
        proceedLater();
    };
    watching.exchange = [this](http::ClientExchange& exchange) { watch(exchange); };
    watching.channel = [this](transport::Channel& channel) { watch(channel); };
    m_client = binding::makeClient(m_witness.target, m_means, m_settings, std::move(watching));
    m_client->discover().then(
        this, [this](const std::expected<binding::Discovered, Error>& outcome) { conclude(outcome); });
}

void Doctor::watch(http::ClientExchange& exchange)
{
    if (std::exchange(m_isWatching, true))
        return; // what follows the first answer is told by the outcome
    connect(&exchange, &http::ClientExchange::sent, this, &Doctor::expectAnswer);
    connect(&exchange, &http::ClientExchange::headReceived, this, [this](const http::ResponseHead& head) {
        m_witness.head = head;
        m_witness.answered = m_means.clock.now();
        proceedLater();
    });
    connect(&exchange, &http::ClientExchange::bodyReceived, this, &Doctor::hear);
    connect(&exchange, &http::ClientExchange::eventReceived, this,
        [this](const http::Event& event) { hear(event.data); });
    connect(&exchange, &http::ClientExchange::ended, this, &Doctor::ended);
}

void Doctor::watch(transport::Channel& channel)
{
    connect(&channel, &transport::Channel::opened, this, [this, &channel] {
        m_witness.isOpen = true;
        if (const auto* const child = qobject_cast<fd::ChildChannel*>(&channel))
            m_witness.process = child->processId();
        else
            m_witness.answered = m_means.clock.now();
        if (const auto* const socket = qobject_cast<ws::ClientChannel*>(&channel); socket && socket->answer())
            m_witness.head = *socket->answer();
        expectAnswer();
        proceedLater();
    });
    connect(&channel, &transport::Channel::received, this, &Doctor::hear);
    connect(&channel, &transport::Channel::odd, this, [this](const transport::Oddity& oddity) {
        if (m_witness.oddities.size() < kKeptLines)
            m_witness.oddities.push_back(std::string(oddity.rule) + ": expected " + oddity.expected
                + ", found " + wire::excerpt(oddity.found));
    });
    connect(&channel, &transport::Channel::ended, this, [this, &channel](const Error& cause) {
        if (const auto* const socket = qobject_cast<ws::ClientChannel*>(&channel); socket && socket->answer())
            m_witness.head = *socket->answer();
        ended(cause);
    });
    if (auto* const child = qobject_cast<fd::ChildChannel*>(&channel)) {
        connect(child, &fd::ChildChannel::logged, this, [this](const transport::Payload& line) {
            m_witness.log.push_back(wire::excerpt(line.view(), 300));
            if (m_witness.log.size() > kKeptLines)
                m_witness.log.pop_front();
        });
    }
}

void Doctor::hear(const transport::Payload& message)
{
    if (m_witness.outcome)
        return;
    if (!m_document.reset(message.bytes, message.offset, message.length)) {
        if (m_witness.isProgram() || m_witness.isWebSocket()) {
            ++m_witness.noiseCount;
            if (m_witness.noise.size() < kKeptLines)
                m_witness.noise.push_back(wire::excerpt(message.view(), 300));
        }
        return;
    }
    ++m_witness.messages;
    if (!m_witness.answered)
        m_witness.answered = m_means.clock.now();
    const rpc::Message read = rpc::read(m_document.root());
    if (const auto* error = std::get_if<rpc::Error>(&read); error && !m_witness.refusal) {
        Refusal refusal { .code = error->code, .message = error->message, .supported = {} };
        for (const json::View version : error->data["supported"].elements())
            refusal.supported.push_back(version.text().value_or(std::string(version.lexeme())));
        m_witness.refusal = std::move(refusal);
    }
    proceedLater();
}

void Doctor::ended(const std::optional<Error>& error)
{
    if (!m_witness.outcome)
        m_witness.ended = error;
}

void Doctor::expectAnswer()
{
    m_timer = m_means.clock.startTimer(m_answerTimeout, [this] { giveUp(); });
}

void Doctor::giveUp()
{
    if (m_witness.probe == Witness::Probe::Running) {
        m_witness.probe = Witness::Probe::Unknown;
        return proceedLater();
    }
    if (m_witness.isWebSocket()) {
        binding::Discovered unknown;
        unknown.isUnknown = true;
        return conclude(std::move(unknown));
    }
    conclude(std::unexpected(Error { .kind = ErrorKind::Deadline,
        .message = "no answer within " + std::to_string(m_answerTimeout.count()) + " ms",
        .expected = m_witness.isAgent() ? "an agent card" : "an answer to server/discover",
        .found = m_witness.head || m_witness.messages > 0 ? "the beginning of one" : "nothing",
        .where = {},
        .transient = true }));
}

void Doctor::conclude(std::expected<binding::Discovered, Error> outcome)
{
    if (m_witness.outcome)
        return;
    m_timer.reset();
    m_witness.isSilent = !outcome && outcome.error().kind == ErrorKind::Deadline;
    m_witness.outcomeAt = m_means.clock.now();
    m_witness.outcome = std::move(outcome);
    const binding::Discovered* const answer = m_witness.discovered();
    if (answer && !answer->isUnknown && !answer->isLegacy && !m_witness.token.empty()
        && !m_witness.isProgram() && !m_witness.isAgent()) // whose card is for everybody
        probe();
    proceedLater();
}

void Doctor::probe()
{
    m_witness.probe = Witness::Probe::Running;
    binding::EndpointSettings settings = m_settings;
    settings.token.clear();
    m_stranger = binding::makeClient(m_witness.target, m_means, std::move(settings));
    expectAnswer();
    m_stranger->discover().then(this, [this](const std::expected<binding::Discovered, Error>& outcome) {
        m_witness.probedAt = m_means.clock.now();
        const bool isRefused = !outcome && outcome.error().kind == ErrorKind::Refused;
        m_witness.probe = outcome ? Witness::Probe::DoesNotAsk
            : isRefused           ? Witness::Probe::Asks
                                  : Witness::Probe::Unknown;
        proceedLater();
    });
}

void Doctor::proceedLater()
{
    if (!std::exchange(m_isDue, true))
        QMetaObject::invokeMethod(this, &Doctor::proceed, Qt::QueuedConnection);
}

void Doctor::proceed()
{
    m_isDue = false;
    if (!m_client)
        return;
    const QPointer<Doctor> self(this);
    while (m_diagnosis.steps.size() < m_plan.size()) {
        auto next = read(m_plan[m_diagnosis.steps.size()]);
        if (!next)
            return;
        m_diagnosis.steps.push_back(*next);
        Q_EMIT step(*next);
        if (!self)
            return;
    }
    m_timer.reset();
    m_client.reset();
    m_stranger.reset();
    m_diagnosis.duration = m_means.clock.now() - m_witness.started;
    const Diagnosis diagnosis = std::move(m_diagnosis);
    Q_EMIT finished(diagnosis);
}

/// It failed before anything was connected to.
bool Doctor::isWithoutRoute() const
{
    return m_witness.outcome && !*m_witness.outcome && !m_witness.route && !m_witness.isProgram();
}

std::optional<Step> Doctor::read(Step::Kind kind) const
{
    if (const Step* failure = m_diagnosis.failure())
        return skipped(kind, "not reached: " + std::string(toString(failure->kind)) + " failed");
    if (isWithoutRoute())
        return failed(kind, m_witness.outcome->error(), "correct what is set for this endpoint");
    switch (kind) {
    case Step::Kind::Name:
    case Step::Kind::Tcp:
    case Step::Kind::Proxy:
    case Step::Kind::Tls:
        return routeStep(kind, m_witness);
    case Step::Kind::Http:
    case Step::Kind::Handshake:
    case Step::Kind::Program:
        return firstAnswerStep(kind, m_witness);
    default:
        break;
    }
    if (!m_witness.outcome)
        return std::nullopt;
    switch (kind) {
    case Step::Kind::Discovery:
        return discoveryStep(m_witness);
    case Step::Kind::Version:
        return versionStep(m_witness);
    case Step::Kind::Authentication:
        return m_witness.probe == Witness::Probe::Running ? std::nullopt
                                                          : std::optional(authenticationStep(m_witness));
    case Step::Kind::Extension:
        return extensionStep(m_witness);
    default:
        return capabilityStep(m_witness.outcome->value());
    }
}

} // namespace buyer
