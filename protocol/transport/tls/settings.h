// SPDX-License-Identifier: Apache-2.0
// What a user sets for TLS with one endpoint, by files, and the configuration made of it. Nothing here turns
// verification off: what can't be verified is pinned.
#pragma once

#include "protocol/transport/tls/options.h"
#include "protocol/wire/error.h"

#include <expected>
#include <functional>
#include <optional>

namespace tls {

struct Settings {
    std::string caFile; ///< PEM or DER: whom to trust besides the system's
    bool trustsSystem = true; ///< false: caFile alone
    std::string certificateFile; ///< ours, to show: PEM, with its chain behind it, or PKCS#12 with its key
    std::string keyFile; ///< PEM or DER; empty: in certificateFile
    std::string pin; ///< SHA-256 of the peer's certificate in hex, colons allowed

    bool operator==(const Settings&) const = default;
};

/// The passphrase of that file, if there is one. It is asked for only where the file needs it, and not kept.
using Passphrase = std::function<std::optional<std::string>(const std::string& file)>;

/// ErrorKind::Io where a file can't be read, Usage where it is not what it should be; `where` is the file.
std::expected<Options, wire::Error> configuration(
    const Settings& settings, const Passphrase& passphrase = {});

/// A pin as Options has it; an error if it is no SHA-256 in hex.
std::expected<std::string, wire::Error> readPin(std::string_view text);

} // namespace tls
