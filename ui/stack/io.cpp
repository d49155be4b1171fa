// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/io.h"

#include "protocol/buyer/doctor.h"

namespace stack {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr wire::milliseconds kFrame { 16 };
/// Facts that no signal tells of are looked at so often.
constexpr wire::milliseconds kTick { 100 };

} // namespace

std::shared_ptr<const RunState> Board::run(RunId id) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_runs.find(id);
    return found == m_runs.end() ? nullptr : found->second;
}

void Board::set(std::shared_ptr<const RunState> state)
{
    const std::scoped_lock lock(m_mutex);
    m_runs[state->id] = std::move(state);
}

void Board::remove(RunId id)
{
    const std::scoped_lock lock(m_mutex);
    m_runs.erase(id);
}

std::vector<StallState> Board::stalls() const
{
    const std::scoped_lock lock(m_mutex);
    return m_stalls;
}

bool Board::set(std::vector<StallState> stalls)
{
    const std::scoped_lock lock(m_mutex);
    if (stalls == m_stalls)
        return false;
    m_stalls = std::move(stalls);
    return true;
}

Status Board::status() const
{
    const std::scoped_lock lock(m_mutex);
    return m_status;
}

void Board::set(const Status& status)
{
    const std::scoped_lock lock(m_mutex);
    m_status = status;
}

Io::Io(std::shared_ptr<Board> board)
    : m_board(std::move(board))
{
}

Io::~Io()
{
    // Those who write to the record before it, those who use a connection before that.
    m_publishTimer.reset();
    m_tickTimer.reset();
    for (auto& [id, run] : m_runs)
        run->disconnect(this);
    m_runs.clear();
    qDeleteAll(findChildren<buyer::Doctor*>(Qt::FindDirectChildrenOnly));
    m_connections.clear();
    m_stalls.clear();
    if (m_recorder)
        m_recorder->close();
}

std::expected<const capture::Recorder*, Error> Io::record(const std::string& path)
{
    capture::Recorder::Options options;
    options.pressureChanged = [this](bool pause) {
        QMetaObject::invokeMethod(this, [this, pause] { pressureChanged(pause); }, Qt::QueuedConnection);
    };
    auto recorder = capture::Recorder::create(path, m_clock, std::move(options));
    if (!recorder)
        return std::unexpected(recorder.error());
    m_recorder = std::move(*recorder);
    tick();
    return m_recorder.get();
}

void Io::pressureChanged(bool pause)
{
    m_paused = pause;
    for (auto& [id, run] : m_runs)
        run->pauseReading(pause);
}

binding::EndpointSettings Io::settingsOf(const Target& target)
{
    binding::EndpointSettings settings;
    settings.token = target.token;
    return settings;
}

std::expected<buyer::Connection*, Error> Io::connectionTo(const Target& target)
{
    if (const auto known = m_connections.find(target); known != m_connections.end())
        return known->second.get();
    const auto parsed = binding::parseTarget(target.url);
    if (!parsed)
        return std::unexpected(parsed.error());
    auto connection = std::make_unique<buyer::Connection>(
        binding::makeClient(*parsed, { m_clock, m_ids, *m_recorder }, settingsOf(target)), m_clock);
    return (m_connections[target] = std::move(connection)).get();
}

QFuture<std::expected<binding::Discovered, Error>> Io::discover(const Target& target)
{
    auto connection = connectionTo(target);
    if (connection)
        return (*connection)->discover();
    QPromise<std::expected<binding::Discovered, Error>> promise;
    promise.start();
    promise.addResult(std::unexpected(connection.error()));
    promise.finish();
    return promise.future();
}

void Io::examine(const Target& target, const std::shared_ptr<QPromise<buyer::Step>>& steps)
{
    auto parsed = binding::parseTarget(target.url);
    if (!parsed) {
        steps->addResult(buyer::failed(buyer::Step::Kind::Name, parsed.error(), "edit the endpoint"));
        steps->finish();
        return;
    }
    auto* const doctor = new buyer::Doctor(std::move(*parsed), { m_clock, m_ids, *m_recorder },
        settingsOf(target), buyer::Doctor::kAnswerTimeout, this);
    connect(doctor, &buyer::Doctor::step, this, [doctor, steps](const buyer::Step& step) {
        steps->addResult(step);
        if (steps->isCanceled())
            delete doctor;
    });
    connect(doctor, &buyer::Doctor::finished, this, [doctor, steps] {
        steps->finish();
        doctor->deleteLater();
    });
    doctor->start();
}

void Io::invoke(RunId id, Invocation invocation)
{
    auto connection = connectionTo(invocation.target);
    if (!connection) {
        RunState state = *m_board->run(id);
        state.stage = Stage::Ended;
        state.isClosed = true;
        state.endedAt = m_clock.now();
        state.failure = connection.error();
        m_board->set(std::make_shared<const RunState>(std::move(state)));
        Q_EMIT runChanged(id);
        return;
    }
    auto run = std::make_unique<Run>(id, std::move(invocation), **connection, m_clock);
    connect(run.get(), &Run::changed, this, [this, id] { markDirty(id); });
    run->pauseReading(m_paused);
    Run& started = *run;
    m_runs[id] = std::move(run);
    started.start();
    markDirty(id);
}

void Io::cancel(RunId id, const std::string& reason)
{
    if (const auto run = m_runs.find(id); run != m_runs.end())
        run->second->cancel(reason);
}

void Io::retry(RunId id)
{
    if (const auto run = m_runs.find(id); run != m_runs.end())
        run->second->retry();
}

void Io::forget(RunId id)
{
    m_runs.erase(id);
    m_dirty.erase(id);
    m_board->remove(id);
}

void Io::open(StallId id, engine::Scenario scenario)
{
    Stall stall;
    stall.name = scenario.name;
    stall.market = std::make_unique<hosts::Market>(m_clock, m_ids, *m_recorder, hosts::MarketOptions {});
    stall.market->add(std::move(scenario));
    if (auto listening = stall.market->listen(); !listening) {
        stall.failure = listening.error();
        stall.market.reset();
    }
    m_stalls[id] = std::move(stall);
    publishStalls();
}

void Io::close(StallId id)
{
    m_stalls.erase(id);
    publishStalls();
}

void Io::markDirty(RunId id)
{
    m_dirty.insert(id);
    if (!m_publishTimer)
        m_publishTimer = m_clock.startTimer(kFrame, [this] { publish(); });
}

void Io::publish()
{
    m_publishTimer.reset();
    publishStatus();
    for (const RunId id : std::exchange(m_dirty, {})) {
        if (const auto run = m_runs.find(id); run != m_runs.end()) {
            m_board->set(run->second->state());
            Q_EMIT runChanged(id);
        }
    }
}

void Io::publishStalls()
{
    std::vector<StallState> states;
    for (const auto& [id, stall] : m_stalls) {
        StallState state;
        state.id = id;
        state.name = stall.name;
        state.failure = stall.failure;
        if (stall.market) {
            const auto open = stall.market->stalls().front();
            state.mcpUrl = open.mcpUrl;
            for (const engine::CapabilityScript& capability : open.provider->scenario().capabilities)
                state.capabilities.push_back(capability.name);
            state.facts = open.provider->facts();
        }
        states.push_back(std::move(state));
    }
    if (m_board->set(std::move(states)))
        Q_EMIT stallsChanged();
}

void Io::publishStatus()
{
    Status status;
    for (const auto& [id, run] : m_runs)
        status.runningTasks += run->isRunning() ? 1U : 0U;
    status.connections = m_recorder->openConnections();
    status.rows = m_recorder->rowCount();
    if (status.rows > 0) {
        const capture::Row& last = m_recorder->row(status.rows - 1);
        status.bytes = last.offset + last.storedLength();
    }
    status.droppedSlices = m_recorder->droppedSlices();
    status.hasFailed = m_recorder->hasFailed();
    m_board->set(status);
}

void Io::tick()
{
    publishStatus();
    if (!m_stalls.empty())
        publishStalls();
    m_tickTimer = m_clock.startTimer(kTick, [this] { tick(); });
}

} // namespace stack
