// SPDX-License-Identifier: GPL-3.0-or-later
// The window's way to the protocol: everything that has sockets lives on one I/O thread behind it. Commands
// go in as values, states come out as immutable snapshots, at most once a frame; what was received is read
// from the record. Nobody outside holds a pointer into that thread.
#pragma once

#include "protocol/workspace/spendguard.h"
#include "ui/stack/roundstate.h"
#include "ui/stack/runstate.h"

#include "protocol/binding/client.h"
#include "protocol/buyer/doctor/step.h"
#include "protocol/capture/record.h"
#include "protocol/discovery/documents.h"
#include "protocol/engine/provider.h"
#include "protocol/transport/connect/route.h"

#include <QFuture>
#include <QObject>

#include <functional>

namespace stack {

class DealBook;
class Door;
class Web;

enum class StallId : std::uint32_t { None };

/// One mock provider, open.
struct StallState {
    StallId id = StallId::None;
    std::string name;
    std::string mcpUrl; ///< empty: it could not listen
    std::string wsUrl;
    std::string a2aUrl, a2aRestUrl; ///< the agent card, and HTTP+JSON
    std::string ardUrl; ///< the manifest that lists it
    std::optional<wire::Error> failure;
    std::vector<std::string> capabilities;
    engine::Provider::Facts facts;
    bool operator==(const StallState&) const = default;
};

/// Where all that are open are listed together; empty while none is.
struct Listed {
    std::string ardUrl; ///< a manifest
    std::string registryUrl; ///< the base URL of a registry
    bool operator==(const Listed&) const = default;
};

struct Status {
    std::size_t connections = 0; ///< open, both roles
    std::size_t runningTasks = 0; ///< that we asked for
    std::uint64_t rows = 0, bytes = 0, droppedSlices = 0;
    bool hasFailed = false; ///< the record can't be written
    bool operator==(const Status&) const = default;
};

/// What an endpoint says it is and what it lists, and how it was reached.
struct Probe {
    std::expected<binding::Discovered, wire::Error> discovery;
    std::string transportName; ///< "MCP over HTTPS"; empty: it could not be tried
    std::shared_ptr<const transport::Route> route; ///< null where nothing was connected to; does not change
    std::shared_ptr<const binding::Inventory> inventory = nullptr; ///< null unless it was discovered
};

class Stack final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Stack)

public:
    /// Records into `path`, which must not exist.
    static std::expected<std::unique_ptr<Stack>, wire::Error> create(
        const std::string& path, binding::Surroundings surroundings = {});
    ~Stack() override;

    const capture::Record& record() const;
    wire::Instant now() const;
    std::string makeTaskId();

    using Discovery = std::expected<binding::Discovered, wire::Error>;
    /// Finished on the thread of this, as fetch() is.
    QFuture<Probe> discover(const binding::Access& target);
    /// The connection doctor, on a connection of its own: each step as it ends, all of buyer::stepsOf().
    /// Cancelling the future ends it at the next step.
    QFuture<buyer::Step> examine(const binding::Access& target);

    /// A document that anyone may publish, as discovery::Fetcher gets it.
    QFuture<discovery::Documents::Outcome> fetch(const QUrl& url, const std::string& accept);
    /// From the thread of `door`, and finished there.
    QFuture<discovery::Documents::Outcome> fetch(
        const QUrl& url, const std::string& accept, const std::shared_ptr<Door>& door);
    /// Documents that came are asked for again from now on. Of any thread.
    void forgetDocuments();

    /// Its state is there at once.
    RunId invoke(Invocation invocation);
    void cancel(RunId run, const std::string& reason);
    /// The next piece of its input (Layer 1 §3.4), also before it is sent itself. Left out while a file is
    /// read, after the final one, and once it has ended: its state tells.
    void sendInput(RunId run, acmp::Content piece, bool isFinal);
    /// Piece by piece, as they are taken.
    void sendInput(RunId run, InputFromFile file);
    /// The same task again, once it is closed.
    void retry(RunId run);
    /// Drops what is known of it; a running one is cancelled.
    void forget(RunId run);
    /// Null if there is no such run. Of any thread.
    std::shared_ptr<const RunState> run(RunId run) const;

    /// Its state is there at once.
    RoundId startRound(RoundCall call);
    /// Takes an offer as it stands (Layer 6 §2.2), if the spend guard lets it.
    void accept(RoundId round, std::size_t bid);
    /// Asks for the same terms again and takes them unless they are worse (decision D15b).
    void requoteAndAccept(RoundId round, std::size_t bid);
    /// Drops what is known of it.
    void forget(RoundId round);
    /// Null if there is no such round. Of any thread.
    std::shared_ptr<const RoundState> round(RoundId round) const;
    workspace::SpendGuard& spending();
    DealBook& deals();

    /// A provider of its own ports on loopback. `isTls`: by https and wss, with a certificate of the
    /// development CA.
    StallId open(engine::Scenario scenario, bool isTls = false);
    void close(StallId stall);
    std::vector<StallState> stalls() const;
    /// Likewise.
    Listed listed() const;
    Status status() const;

Q_SIGNALS:
    void runChanged(stack::RunId run); ///< at most once a frame each
    void roundChanged(stack::RoundId round); ///< at most once a frame each
    void stallsChanged();

private:
    friend class Browsing;
    /// On the I/O thread.
    void onWeb(std::function<void(Web&)> what);

    explicit Stack(binding::Surroundings surroundings);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace stack
