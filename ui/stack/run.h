// SPDX-License-Identifier: GPL-3.0-or-later
// One task on the I/O thread: drives its TaskRun and tells what the window sees of it. Internal to stack/.
#pragma once

#include "ui/stack/inputfile.h"
#include "ui/stack/runstate.h"

#include "protocol/buyer/connection.h"
#include "protocol/workspace/account.h"

namespace stack {

class Run final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Run)

public:
    /// `connection`, `clock` and `spending` must outlive it.
    Run(RunId id, Invocation invocation, buyer::Connection& connection, wire::Clock& clock,
        workspace::SpendGuard& spending);

    void start();
    void cancel(const std::string& reason);
    void retry();
    /// Nothing after the final one, nor once it has ended.
    void sendInput(acmp::Content piece, bool isFinal);
    /// In place of what is left of another file.
    void sendInput(InputFromFile file);
    void pauseReading(bool pause);
    bool isRunning() const { return m_state.stage != Stage::Ended || !m_state.isClosed; }

    std::shared_ptr<const RunState> state();

Q_SIGNALS:
    void changed();

private:
    void discovered(const std::expected<binding::Discovered, wire::Error>& found);
    void received(const acmp::Incoming& message, const acmp::Origin& origin);
    void receivedChunk(const acmp::StreamChunk& chunk, const acmp::Origin& origin);
    void addText();
    void countTick(wire::Instant at);
    void fail(wire::Error error, session::End how = session::End::ConnectionLost);
    bool openAccount();
    void beginAttempt();
    void judge();
    void giveInput(acmp::Content piece, bool isFinal);
    void inputSent(const std::optional<wire::Error>& error);
    void readOn();
    bool canTakeInput() const;
    void stopFile(std::optional<wire::Error> error);

    Invocation m_invocation;
    buyer::Connection& m_connection;
    wire::Clock& m_clock;
    workspace::Account m_account;
    std::unique_ptr<buyer::TaskRun> m_run;
    RunState m_state;
    std::shared_ptr<RunLog> m_log;
    std::shared_ptr<InputLog> m_input = std::make_shared<InputLog>();
    std::vector<std::pair<acmp::Content, bool>> m_earlyInput; ///< until there is a m_run: piece, is it final
    std::unique_ptr<InputFile> m_inputFile;
    bool m_paused = false;
    bool m_textLost = false; ///< the output turned out to be no text
    std::size_t m_findingsTold = 0;
    wire::Instant m_judgedAt;
};

} // namespace stack
