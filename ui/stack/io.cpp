// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/io.h"

#include "ui/stack/frame.h"

#include "protocol/binding/connect.h"
#include "protocol/buyer/doctor.h"
#include "protocol/transport/tls/devca.h"
#include "protocol/transport/tls/serving.h"

namespace stack {

using wire::Error;
using wire::ErrorKind;

namespace {

/// Facts that no signal tells of are looked at so often.
constexpr wire::milliseconds kTick { 100 };

std::string_view outcomeOf(const RunState& state)
{
    switch (state.ended) {
    case session::End::Result:
        return "result";
    case session::End::Error:
        return "error";
    case session::End::Cancelled:
    case session::End::CancelUnconfirmed:
        return "cancelled";
    case session::End::DeadlinePassed:
        return "deadline passed";
    case session::End::LivenessLost:
        return "liveness lost";
    case session::End::ConnectionLost:
        return "connection lost";
    case session::End::Refused:
        return "refused";
    case session::End::ProtocolBroken:
        return "protocol broken";
    case session::End::AsksForMore:
        return "asks for more";
    case session::End::None:
        break;
    }
    return "not sent";
}

} // namespace

Io::Io(Shared shared, binding::Surroundings surroundings)
    : m_board(std::move(shared.board))
    , m_spending(std::move(shared.spending))
    , m_deals(std::move(shared.deals))
    , m_surroundings(std::move(surroundings))
    , m_rounds(std::make_unique<Rounds>(*m_board, m_clock, Accounts { *m_spending, *m_deals },
          [this](const binding::Access& target) { return lease(target); }))
{
    connect(m_rounds.get(), &Rounds::changed, this, &Io::roundChanged);
}

Io::~Io()
{
    // Those who write to the record before it, those who use a connection before that.
    m_isEnding = true;
    m_publishTimer.reset();
    m_tickTimer.reset();
    for (auto& [id, running] : m_runs) {
        running.run->disconnect(this);
        keep(running, *running.run->state());
    }
    m_runs.clear();
    m_rounds.reset();
    qDeleteAll(findChildren<buyer::Doctor*>(Qt::FindDirectChildrenOnly));
    m_connections.clear();
    m_resolver.reset();
    m_didFetcher.reset();
    m_web.reset();
    m_directory.reset();
    m_stalls.clear();
    if (m_recorder)
        static_cast<void>(m_recorder->close()); // nobody is left to be told
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
    openResolver();
    m_web = std::make_unique<Web>(m_clock, *m_recorder, m_surroundings);
    tick();
    return m_recorder.get();
}

/// A DID's document is fetched as any document is; no token goes with it.
void Io::openResolver()
{
    const binding::Access anywhere { .url = "https://localhost/" };
    const auto parsed = binding::parseTarget(anywhere.url);
    auto settings = binding::settingsOf(anywhere, *parsed, m_surroundings);
    if (!settings)
        return;
    m_didFetcher = std::make_unique<discovery::DidFetcher>(m_clock, *m_recorder, std::move(settings->http));
    m_resolver = std::make_unique<identity::Resolver>(
        m_clock, [this](const std::string& url) { return m_didFetcher->get(url); });
}

void Io::pressureChanged(bool pause)
{
    m_paused = pause;
    for (auto& [id, running] : m_runs)
        running.run->pauseReading(pause);
}

std::expected<Io::Known*, Error> Io::connectionTo(const binding::Access& target)
{
    const auto parsed = binding::parseTarget(target.url);
    if (!parsed)
        return std::unexpected(parsed.error());
    auto settings = binding::settingsOf(target, *parsed, m_surroundings);
    if (!settings)
        return std::unexpected(settings.error());
    // Made with other certificates than now lie in its files, it is left to those who use it.
    for (const auto& known : m_connections) {
        if (known->target == target && known->made.tls == settings->http.tls
            && known->made.tlsFor == settings->http.tlsFor)
            return known.get();
    }
    auto made = std::make_unique<Known>();
    made->target = target;
    made->isProgram = std::holds_alternative<binding::StdioTarget>(*parsed);
    made->made = settings->http;
    made->connection = std::make_unique<buyer::Connection>(
        binding::makeClient(*parsed, { m_clock, m_ids, *m_recorder }, std::move(*settings)), m_clock);
    made->connection->setResolver(m_resolver.get());
    m_connections.push_back(std::move(made));
    return m_connections.back().get();
}

/// A program runs as long as somebody has a use for it. Later: this may be from within a call of its own.
void Io::release(Known& known)
{
    --known.users;
    QMetaObject::invokeMethod(
        this,
        [this] {
            std::erase_if(m_connections, [](const auto& one) { return one->isProgram && one->users == 0; });
        },
        Qt::QueuedConnection);
}

Round::Lease Io::lease(const binding::Access& target)
{
    const auto known = connectionTo(target);
    if (!known)
        return std::unexpected(known.error());
    ++(*known)->users;
    return std::shared_ptr<buyer::Connection>(
        (*known)->connection.get(), [this, known = *known](buyer::Connection*) { release(*known); });
}

QFuture<Probe> Io::discover(const binding::Access& target)
{
    auto promise = std::make_shared<QPromise<Probe>>();
    promise->start();
    const auto known = connectionTo(target);
    if (!known) {
        promise->addResult(Probe { std::unexpected(known.error()), {}, nullptr });
        promise->finish();
        return promise->future();
    }
    ++(*known)->users;
    (*known)->connection->discover().then(
        this, [this, promise, known = *known](const std::expected<binding::Discovered, Error>& found) {
            if (m_isEnding)
                return;
            const binding::Client& client = known->connection->client();
            Probe probe { found, client.transportName(), nullptr };
            if (const auto route = client.route())
                probe.route = std::make_shared<const transport::Route>(*route);
            takeStock(*known, std::move(probe), promise);
        });
    return promise->future();
}

/// What it lists, the last of a probe.
void Io::takeStock(Known& known, Probe probe, const std::shared_ptr<QPromise<Probe>>& promise)
{
    const auto end = [this, &known, promise](Probe whole) {
        promise->addResult(std::move(whole));
        promise->finish();
        release(known);
    };
    if (!probe.discovery)
        return end(std::move(probe));
    known.connection->client()
        .inventory(*probe.discovery)
        .then(this, [this, end, probe](binding::Inventory inventory) {
            if (m_isEnding)
                return;
            Probe whole = probe;
            whole.inventory = std::make_shared<const binding::Inventory>(std::move(inventory));
            end(std::move(whole));
        });
}

void Io::examine(const binding::Access& target, const std::shared_ptr<QPromise<buyer::Step>>& steps)
{
    auto parsed = binding::parseTarget(target.url);
    if (!parsed) {
        steps->addResult(buyer::failed(buyer::Step::Kind::Name, parsed.error(), "edit the endpoint"));
        steps->finish();
        return;
    }
    auto settings = binding::settingsOf(target, *parsed, m_surroundings);
    if (!settings) {
        steps->addResult(buyer::failed(buyer::Step::Kind::Name, settings.error(), "edit the endpoint"));
        steps->finish();
        return;
    }
    auto* const doctor = new buyer::Doctor(std::move(*parsed), { m_clock, m_ids, *m_recorder },
        std::move(*settings), buyer::Doctor::kAnswerTimeout, this);
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
    const auto known = connectionTo(invocation.target);
    if (!known) {
        RunState state = *m_board->run(id);
        state.stage = Stage::Ended;
        state.isClosed = true;
        state.endedAt = m_clock.now();
        state.failure = known.error();
        m_board->set(std::make_shared<const RunState>(std::move(state)));
        Q_EMIT runChanged(id);
        return;
    }
    Running& running = m_runs[id];
    running.known = *known;
    ++running.known->users;
    running.run
        = std::make_unique<Run>(id, std::move(invocation), *running.known->connection, m_clock, *m_spending);
    connect(running.run.get(), &Run::changed, this, [this, id] { markDirty(id); });
    running.run->pauseReading(m_paused);
    running.run->start();
    markDirty(id);
}

void Io::cancel(RunId id, const std::string& reason)
{
    if (const auto run = m_runs.find(id); run != m_runs.end())
        run->second.run->cancel(reason);
}

void Io::sendInput(RunId id, acmp::Content piece, bool isFinal)
{
    if (const auto run = m_runs.find(id); run != m_runs.end())
        run->second.run->sendInput(std::move(piece), isFinal);
}

void Io::sendInput(RunId id, InputFromFile file)
{
    if (const auto run = m_runs.find(id); run != m_runs.end())
        run->second.run->sendInput(std::move(file));
}

void Io::retry(RunId id)
{
    if (const auto run = m_runs.find(id); run != m_runs.end())
        run->second.run->retry();
}

void Io::forget(RunId id)
{
    if (const auto run = m_runs.find(id); run != m_runs.end()) {
        Known& known = *run->second.known;
        keep(run->second, *run->second.run->state());
        m_runs.erase(run);
        release(known);
    }
    m_dirty.erase(id);
    m_board->remove(id);
}

/// What came of a task under a deal, of each attempt once.
void Io::keep(Running& running, const RunState& state)
{
    if (!state.deal || state.stage != Stage::Ended || running.keptAttempt == state.attempt)
        return;
    running.keptAttempt = state.attempt;
    workspace::TaskOfDeal kept { state.deal->provider, state.deal->offer.offerId,
        { m_clock.unixMs(), state.request.taskId, std::string(outcomeOf(state)) } };
    if (state.result)
        kept.task.costCu = state.result->costCu;
    if (state.sentAt && state.endedAt)
        kept.task.tookUs
            = std::chrono::duration_cast<std::chrono::microseconds>(*state.endedAt - *state.sentAt).count();
    m_deals->add(kept);
}

std::expected<QSslConfiguration, Error> Io::serverTls()
{
    const auto ca = tls::DevCa::openOrCreate(m_surroundings.devCaFolder, m_clock);
    if (!ca)
        return std::unexpected(ca.error());
    const auto identity = ca->issueServer();
    if (!identity)
        return std::unexpected(identity.error());
    return tls::serving(*identity);
}

void Io::open(StallId id, engine::Scenario scenario, bool isTls)
{
    Stall stall;
    stall.name = scenario.name;
    hosts::MarketOptions options;
    options.wsPort = 0;
    std::expected<void, Error> opened;
    if (isTls) {
        auto tls = serverTls();
        if (tls)
            options.tls = std::move(*tls);
        else
            opened = std::unexpected(tls.error());
    }
    if (opened) {
        stall.market = std::make_unique<hosts::Market>(m_clock, m_ids, *m_recorder, std::move(options));
        stall.market->add(std::move(scenario));
        opened = stall.market->listen();
    }
    if (!opened) {
        stall.failure = opened.error();
        stall.market.reset();
    }
    m_stalls[id] = std::move(stall);
    listStalls();
    publishStalls();
}

void Io::close(StallId id)
{
    m_stalls.erase(id);
    listStalls();
    publishStalls();
}

void Io::listStalls()
{
    std::vector<hosts::Publication> all;
    for (const auto& [id, stall] : m_stalls) {
        if (stall.market)
            std::ranges::move(stall.market->publications(), std::back_inserter(all));
    }
    if (all.empty()) {
        m_directory.reset();
        return m_board->set(Listed());
    }
    if (!m_directory) {
        m_directory = std::make_unique<hosts::Directory>(m_clock, *m_recorder);
        // Without it each is listed by itself only.
        if (!m_directory->listen())
            return m_directory.reset();
    }
    m_directory->set(std::move(all));
    m_board->set({ m_directory->ardUrl(), m_directory->registryUrl() });
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
            auto state = run->second.run->state();
            keep(run->second, *state);
            m_board->set(std::move(state));
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
            state.wsUrl = open.wsUrl;
            state.a2aUrl = open.a2aUrl;
            state.a2aRestUrl = open.a2aRestUrl;
            state.ardUrl = open.ardUrl;
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
    for (const auto& [id, running] : m_runs)
        status.runningTasks += running.run->isRunning() ? 1U : 0U;
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
