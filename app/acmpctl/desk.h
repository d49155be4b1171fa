// SPDX-License-Identifier: Apache-2.0
// What every verb works with: clock, ids, the record, the HTTP client, connections. Lives on the I/O thread.
#pragma once

#include "app/acmpctl/arguments.h"
#include "app/acmpctl/output.h"
#include "app/acmpctl/targets.h"

#include "protocol/buyer/connection.h"
#include "protocol/buyer/doctor.h"
#include "protocol/capture/recorder.h"
#include "protocol/discovery/didfetcher.h"
#include "protocol/wire/idsource.h"
#include "protocol/wire/systemclock.h"

#include <QObject>

namespace acmpctl {

class Desk final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Desk)

public:
    explicit Desk(const GlobalArguments& arguments);
    ~Desk() override;

    /// Opens the record and whatever else can fail.
    std::expected<void, wire::Error> open();
    /// Ends the record; what went wrong with it.
    std::expected<void, wire::Error> close();

    const GlobalArguments& arguments() const { return m_arguments; }
    Output& output() { return m_output; }
    wire::Clock& clock() { return m_clock; }
    wire::IdSource& ids() { return m_ids; }
    wire::Sink& sink() { return *m_sink; }

    /// What a TARGET means.
    QFuture<Targets::Found> find(const std::string& target) { return m_targets->find(target); }
    /// Null: what is spent there is on no workspace's account.
    workspace::SpendGuard* spendingOf(const std::string& target) { return m_targets->spendingOf(target); }
    /// What a client of an address is made with, as the command line has it.
    std::expected<binding::EndpointSettings, wire::Error> settingsFor(const std::string& address) const;
    /// A connection, not yet asked anything. It lives as long as the desk.
    std::expected<buyer::Connection*, wire::Error> connectTo(const binding::Access& access);
    /// Of the DIDs of those who were connected to, and of those that a user asks for.
    identity::Resolver& resolver() { return *m_resolver; }
    /// Not started. It lives as long as the desk.
    std::expected<buyer::Doctor*, wire::Error> doctorFor(
        const binding::Access& access, wire::milliseconds answerTimeout);

Q_SIGNALS:
    /// What is printed or recorded piles up: stop reading until called with false.
    void pauseReading(bool pause);
    /// Nobody reads what is printed any more.
    void readerGone();

private:
    void pressureChanged(bool high);
    std::expected<binding::EndpointSettings, wire::Error> settingsOf(
        const binding::Access& access, const binding::Target& parsed) const;
    std::expected<void, wire::Error> openTargets();
    std::expected<void, wire::Error> checkArguments() const;
    std::expected<void, wire::Error> openResolver();

    GlobalArguments m_arguments;
    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    Output m_output;
    wire::NullSink m_nullSink;
    std::unique_ptr<capture::Recorder> m_recorder;
    wire::Sink* m_sink = &m_nullSink;
    binding::Surroundings m_surroundings;
    HostMap m_hostMap;
    discovery::DidFetcher* m_didFetcher = nullptr;
    identity::Resolver* m_resolver = nullptr;
    Targets* m_targets = nullptr;
    int m_pressures = 0; ///< of output and record
};

} // namespace acmpctl
