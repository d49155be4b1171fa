// SPDX-License-Identifier: Apache-2.0
// A certificate authority of the user's own, for the mocks on this machine: its key and certificate live in a
// folder of the program's data, and only this program trusts it, for its own mocks. It is never installed.
#pragma once

#include "protocol/transport/tls/identity.h"
#include "protocol/transport/tls/options.h"
#include "protocol/wire/clock.h"
#include "protocol/wire/error.h"

#include <expected>
#include <string>
#include <vector>

namespace tls {

class DevCa final {
public:
    /// Opens the one in `folder`, or makes it where there is none, or it has ended or can't be read. Several
    /// programs may do so at once: all get the same. `clock` must outlive it.
    static std::expected<DevCa, wire::Error> openOrCreate(const std::string& folder, wire::Clock& clock);

    const QSslCertificate& certificate() const { return m_ca.certificate; }
    std::string certificateFile() const;

    /// For those names and addresses; one of localhost, 127.0.0.1 and ::1 where there are none. Kept in the
    /// folder, so that its fingerprint stays; issued anew a day before it ends.
    std::expected<Identity, wire::Error> issueServer(const std::vector<std::string>& names = {}) const;
    /// To show to a server that asks for one. Kept likewise.
    std::expected<Identity, wire::Error> issueClient(const std::string& name) const;

private:
    DevCa(std::string folder, wire::Clock& clock, Identity ca)
        : m_folder(std::move(folder))
        , m_clock(&clock)
        , m_ca(std::move(ca))
    {
    }

    std::string m_folder;
    wire::Clock* m_clock;
    Identity m_ca;
};

/// Where the programs of this user keep theirs.
std::string devCaFolder();
/// The same, trusting the development CA of that folder too, if there is one: for this machine's own names
/// only.
Options trustingDevCa(Options options, const std::string& folder);

} // namespace tls
