// SPDX-License-Identifier: Apache-2.0
// Drives one task from the buyer's side: sends it, watches its deadline and its signs of life, cancels it,
// sends it again. What is known of the task is its TaskTrack.
#pragma once

#include "protocol/binding/client.h"
#include "protocol/identity/verifier.h"
#include "protocol/session/tasktrack.h"
#include "protocol/wire/clock.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace buyer {

struct TaskOptions {
    wire::milliseconds cancelGrace { 2'000 }; ///< for -33004 to come before the substrate's own cancel (D7)
    /// Without a sign of life for so long the task fails; 0 = never; nullopt = 3 × the advertised or measured
    /// interval (D8).
    std::optional<wire::milliseconds> livenessWindow;
    bool onlyHeartbeatsAreLife = false; ///< D8's strict switch
};

/// The phases of a run, and what may happen in each:
///   Idle       start → Running
///   Running    answer → Ended; broken → Ended; cancel → Cancelling; deadline, liveness → Closing
///   Cancelling answer → Ended; grace → Ended; deadline → Closing
///   Closing    the track has ended, the peer is being told → Ended
///   Ended      retry → Running
enum class Phase : std::uint8_t { Idle, Running, Cancelling, Closing, Ended };

class TaskRun final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TaskRun)

public:
    /// `client` and `clock` must outlive it. `peer`: nullopt = unknown (D28).
    TaskRun(binding::Client& client, wire::Clock& clock, acmp::Invoke request,
        std::optional<acmp::Capability> peer, TaskOptions options = {}, QObject* parent = nullptr);
    ~TaskRun() override;

    void start();
    /// acmp/cancel at once, the substrate's own signal after the grace, or at once where the peer has no
    /// acmp/cancel.
    void cancel(std::string reason = {});
    /// Sends the same task again, which Layer 1 §3.1.1 makes safe; what was received of its output is
    /// discarded.
    void retry();
    /// All pieces of an input together: they are kept for a retry.
    static constexpr std::size_t kLongestInput = std::size_t { 256 } << 20;
    /// The next piece of the input (Layer 1 §3.4), in the order of the calls; the final one ends it. One is
    /// on its way at a time (D36); a retry sends them all again. False, and nothing is sent, after the final
    /// one, once the run has ended, and beyond kLongestInput.
    bool sendInput(acmp::Content chunk, bool final);
    /// Pieces that wait for their turn: who reads them from somewhere stops reading while there are some.
    std::size_t waitingInput() const { return m_inputChunks.size() - m_inputTaken; }
    /// While paused, nothing that the peer says is seen, so the liveness window stands still.
    void pauseReading(bool pause);

    Phase phase() const { return m_phase; }
    const session::TaskTrack& track() const { return m_track; }
    /// How the signature of its result is checked; without it, it is not.
    using SignatureCheck = std::function<identity::Verdict(const json::Raw& message)>;
    void setSignatureCheck(SignatureCheck check) { m_signatureCheck = std::move(check); }
    /// Of the result, once it came.
    const std::optional<identity::Verdict>& signature() const { return m_signature; }
    /// Why the connection or the protocol ended the run, if it did.
    const std::optional<wire::Error>& error() const { return m_error; }
    std::optional<wire::nanoseconds> livenessWindow() const;

Q_SIGNALS:
    void sent(wire::Instant at, wire::RecordNo record);
    /// After the track has taken it.
    void received(const acmp::Incoming& message, const acmp::Origin& origin);
    void found(const acmp::Finding& finding);
    /// The peer's transport has taken a piece of the input, or could not be given it.
    void inputSent(const acmp::InputChunk& chunk, const std::optional<wire::Error>& error);
    /// Sent, or could not be.
    void cancelSent(const std::optional<wire::Error>& error);
    /// The outcome is known: track().ended() tells.
    void ended(session::End how);
    /// Nothing of this run is on a wire any more. Comes after ended().
    void closed();

private:
    void send();
    void incoming(const acmp::Incoming& message, const acmp::Origin& origin);
    void exchangeEnded(const std::optional<wire::Error>& error);
    void armDeadline();
    void watchLiveness();
    void failAndTell(session::End how, std::string reason);
    void tellCancel(std::string reason);
    void graceOver();
    void conclude(session::End how);
    void reportNewFindings();
    void unclaimed(const acmp::Incoming& message, const acmp::Origin& origin);
    void checkSignature(const acmp::Incoming& message, const acmp::Origin& origin);
    void sendNextInput();
    void inputTaken(const std::expected<void, wire::Error>& taken, int attempt);

    binding::Client& m_client;
    wire::Clock& m_clock;
    TaskOptions m_options;
    session::TaskTrack m_track;
    SignatureCheck m_signatureCheck;
    std::optional<identity::Verdict> m_signature;
    Phase m_phase = Phase::Idle;
    QPointer<binding::Exchange> m_exchange;
    std::optional<wire::Error> m_error;
    bool m_askedForMore = false;
    bool m_paused = false;
    std::optional<wire::Instant> m_resumedAt;
    std::size_t m_reportedFindings = 0;
    std::vector<acmp::InputChunk> m_inputChunks;
    std::size_t m_inputBytes = 0;
    std::size_t m_inputTaken = 0; ///< of the chunks, in this attempt
    std::size_t m_inputTracked = 0; ///< of the chunks, in any attempt
    bool m_inputOnItsWay = false;
    int m_attempt = 0;
    std::unique_ptr<wire::Timer> m_deadline, m_liveness, m_grace;
};

} // namespace buyer
