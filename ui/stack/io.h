// SPDX-License-Identifier: GPL-3.0-or-later
// What lives on the I/O thread: clock, record, connections, runs, mock providers. Internal to
// stack/. Its states are published into a Board that any thread may read.
#pragma once

#include "ui/stack/run.h"
#include "ui/stack/stack.h"

#include "protocol/binding/connect.h"
#include "protocol/capture/recorder.h"
#include "protocol/hosts/market.h"
#include "protocol/wire/systemclock.h"

#include <QPromise>

#include <mutex>
#include <set>

namespace stack {

/// The published states.
class Board final {
public:
    std::shared_ptr<const RunState> run(RunId id) const;
    void set(std::shared_ptr<const RunState> state);
    void remove(RunId id);
    std::vector<StallState> stalls() const;
    /// False if nothing changed.
    bool set(std::vector<StallState> stalls);
    Status status() const;
    void set(const Status& status);

private:
    mutable std::mutex m_mutex;
    std::map<RunId, std::shared_ptr<const RunState>> m_runs;
    std::vector<StallState> m_stalls;
    Status m_status;
};

class Io final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Io)

public:
    explicit Io(std::shared_ptr<Board> board);
    ~Io() override;

    std::expected<const capture::Recorder*, wire::Error> record(const std::string& path);

    QFuture<std::expected<binding::Discovered, wire::Error>> discover(const Target& target);
    void examine(const Target& target, const std::shared_ptr<QPromise<buyer::Step>>& steps);
    void invoke(RunId id, Invocation invocation);
    void cancel(RunId id, const std::string& reason);
    void retry(RunId id);
    void forget(RunId id);
    void open(StallId id, engine::Scenario scenario);
    void close(StallId id);

Q_SIGNALS:
    void runChanged(stack::RunId run);
    void stallsChanged();

private:
    struct Stall {
        std::string name;
        std::unique_ptr<hosts::Market> market;
        std::optional<wire::Error> failure;
    };

    static binding::EndpointSettings settingsOf(const Target& target);
    std::expected<buyer::Connection*, wire::Error> connectionTo(const Target& target);
    void markDirty(RunId id);
    void publish();
    void publishStalls();
    void publishStatus();
    void tick();
    void pressureChanged(bool pause);

    std::shared_ptr<Board> m_board;
    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    std::unique_ptr<capture::Recorder> m_recorder;
    std::map<Target, std::unique_ptr<buyer::Connection>> m_connections;
    std::map<RunId, std::unique_ptr<Run>> m_runs;
    std::map<StallId, Stall> m_stalls;
    std::set<RunId> m_dirty;
    std::unique_ptr<wire::Timer> m_publishTimer, m_tickTimer;
    bool m_paused = false;
};

} // namespace stack
