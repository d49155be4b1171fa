// SPDX-License-Identifier: GPL-3.0-or-later
// What lives on the I/O thread: clock, record, connections, runs, mock providers. Internal to
// stack/. Its states are published into a Board that any thread may read.
#pragma once

#include "ui/stack/board.h"
#include "ui/stack/rounds.h"
#include "ui/stack/run.h"
#include "ui/stack/web.h"

#include "protocol/binding/connect.h"
#include "protocol/capture/recorder.h"
#include "protocol/discovery/didfetcher.h"
#include "protocol/hosts/directory.h"
#include "protocol/hosts/market.h"
#include "protocol/wire/systemclock.h"

#include <QPromise>

#include <set>

namespace stack {

class Io final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Io)

public:
    /// What it shares with other threads.
    struct Shared {
        std::shared_ptr<Board> board;
        std::shared_ptr<workspace::SpendGuard> spending;
        std::shared_ptr<DealBook> deals;
    };
    Io(Shared shared, binding::Surroundings surroundings);
    ~Io() override;

    std::expected<const capture::Recorder*, wire::Error> record(const std::string& path);

    Web& web() { return *m_web; }
    QFuture<Probe> discover(const binding::Access& target);
    void examine(const binding::Access& target, const std::shared_ptr<QPromise<buyer::Step>>& steps);
    void invoke(RunId id, Invocation invocation);
    void cancel(RunId id, const std::string& reason);
    void sendInput(RunId id, acmp::Content piece, bool isFinal);
    void sendInput(RunId id, InputFromFile file);
    void retry(RunId id);
    void forget(RunId id);
    Rounds& rounds() { return *m_rounds; }
    void open(StallId id, engine::Scenario scenario, bool isTls);
    void close(StallId id);

Q_SIGNALS:
    void runChanged(stack::RunId run);
    void roundChanged(stack::RoundId round);
    void stallsChanged();

private:
    struct Stall {
        std::string name;
        std::unique_ptr<hosts::Market> market;
        std::optional<wire::Error> failure;
    };

    /// Of one target as it was set up. It stays where it is while it has users.
    struct Known {
        binding::Access target;
        bool isProgram = false;
        http::ClientOptions made; ///< with what its files said then
        std::unique_ptr<buyer::Connection> connection;
        std::size_t users = 0; ///< runs, and questions under way
    };
    struct Running {
        Known* known = nullptr;
        std::unique_ptr<Run> run;
        unsigned keptAttempt = 0; ///< with its deal; 0: none
    };

    std::expected<Known*, wire::Error> connectionTo(const binding::Access& target);
    void release(Known& known);
    void openResolver();
    Round::Lease lease(const binding::Access& target);
    void keep(Running& running, const RunState& state);
    void takeStock(Known& known, Probe probe, const std::shared_ptr<QPromise<Probe>>& promise);
    std::expected<QSslConfiguration, wire::Error> serverTls();
    void markDirty(RunId id);
    void publish();
    void listStalls();
    void publishStalls();
    void publishStatus();
    void tick();
    void pressureChanged(bool pause);

    std::shared_ptr<Board> m_board;
    std::shared_ptr<workspace::SpendGuard> m_spending;
    std::shared_ptr<DealBook> m_deals;
    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    std::unique_ptr<capture::Recorder> m_recorder;
    binding::Surroundings m_surroundings;
    std::unique_ptr<Web> m_web;
    std::unique_ptr<discovery::DidFetcher> m_didFetcher;
    std::unique_ptr<identity::Resolver> m_resolver; ///< null: no did:web can be looked up
    std::vector<std::unique_ptr<Known>> m_connections;
    std::map<RunId, Running> m_runs;
    std::unique_ptr<Rounds> m_rounds;
    std::map<StallId, Stall> m_stalls;
    std::unique_ptr<hosts::Directory> m_directory; ///< lists them all; null while there is none
    std::set<RunId> m_dirty;
    std::unique_ptr<wire::Timer> m_publishTimer, m_tickTimer;
    bool m_paused = false;
    bool m_isEnding = false;
};

} // namespace stack
