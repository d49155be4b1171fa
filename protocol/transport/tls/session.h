// SPDX-License-Identifier: Apache-2.0
// What came of a TLS handshake, good or bad: version, cipher, certificates, what is wrong with them, what the
// peer said last, and what a person might try.
#pragma once

#include "protocol/transport/tls/certificate.h"
#include "protocol/wire/error.h"

#include <QSslError>
#include <QSslSocket>

#include <optional>

namespace tls {

struct Problem {
    enum class Kind {
        Expired,
        NotYetValid,
        HostName,
        SelfSigned, ///< and not known here
        UnknownIssuer,
        Revoked,
        NoCertificate, ///< the peer has shown none
        NotThePinned,
        Other,
    };
    Kind kind = Kind::Other;
    std::string text; ///< a sentence of TLS's own library
    std::optional<CertificateFacts> certificate; ///< which one it is about

    static Problem of(const QSslError& error);
};

struct SessionFacts {
    std::string host; ///< that was asked for
    std::string protocol; ///< "TLS 1.3"; empty: never agreed on
    std::string cipher;
    std::string alpn; ///< what the peer chose; empty: nothing
    std::vector<CertificateFacts> peerChain; ///< as it was shown, its own first
    std::vector<Problem> problems;
    std::string pin; ///< that was set
    bool isPinned = false; ///< accepted for its pin, whatever the problems
    std::optional<CertificateFacts> ownCertificate; ///< that we had to show
    std::optional<QSsl::AlertType> alert; ///< the peer's
    std::string failure; ///< why there is no session, in the library's words or ours; empty if there is one

    /// Reads what the socket has by now; `problems`, `pin`, `isPinned` and `alert` stay.
    void read(const QSslSocket& socket);

    /// The peer's alert is, or can be, about our certificate or the lack of it.
    bool isAboutOwnCertificate() const;
    /// The peer would not speak HTTP/1.1 here (ALPN).
    bool wantsAnotherProtocol() const;
    /// As an error of `where`.
    wire::Error toError(const std::string& where) const;
    /// What to try; empty if nothing is known.
    std::string hint() const;
    /// "label: value" lines: the session, its problems, then each certificate.
    std::vector<std::string> describe() const;
};

/// "certificate required (116)"
std::string alertText(QSsl::AlertType alert);

} // namespace tls
