// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/tls/session.h"

#include <QSslCipher>
#include <QSslConfiguration>

namespace tls {

namespace {

const char* versionName(QSsl::SslProtocol protocol)
{
    switch (protocol) {
    case QSsl::TlsV1_3:
        return "TLS 1.3";
    case QSsl::TlsV1_2:
        return "TLS 1.2";
    case QSsl::UnknownProtocol:
        return "";
    default:
        return "TLS before 1.2";
    }
}

Problem::Kind kindOf(QSslError::SslError error)
{
    switch (error) {
    case QSslError::CertificateExpired:
        return Problem::Kind::Expired;
    case QSslError::CertificateNotYetValid:
        return Problem::Kind::NotYetValid;
    case QSslError::HostNameMismatch:
        return Problem::Kind::HostName;
    case QSslError::SelfSignedCertificate:
        return Problem::Kind::SelfSigned;
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::CertificateUntrusted:
        return Problem::Kind::UnknownIssuer;
    case QSslError::CertificateRevoked:
    case QSslError::CertificateBlacklisted:
        return Problem::Kind::Revoked;
    case QSslError::NoPeerCertificate:
        return Problem::Kind::NoCertificate;
    default:
        return Problem::Kind::Other;
    }
}

// Besides pinning it.
std::string hintFor(const Problem& problem, const CertificateFacts& peer)
{
    const CertificateFacts& one = problem.certificate ? *problem.certificate : peer;
    switch (problem.kind) {
    case Problem::Kind::Expired:
        return "it ended on " + utc(one.notAfterMs)
            + ": the server needs a new one, or this machine's clock is wrong";
    case Problem::Kind::NotYetValid:
        return "it begins on " + utc(one.notBeforeMs) + ": one of the two clocks is wrong";
    case Problem::Kind::HostName:
        return "connect by a name it is for (" + peer.hosts() + ')';
    case Problem::Kind::SelfSigned:
        return "give this certificate as CA file";
    case Problem::Kind::UnknownIssuer:
        return "give the certificate of its issuer (" + one.issuer + ") as CA file";
    case Problem::Kind::Revoked:
    case Problem::Kind::NoCertificate:
    case Problem::Kind::NotThePinned:
    case Problem::Kind::Other:
        break;
    }
    return {};
}

std::string hintFor(const std::vector<Problem>& problems, const CertificateFacts& peer)
{
    std::string all;
    for (const Problem& problem : problems) {
        if (problem.kind == Problem::Kind::NotThePinned) {
            return "if the server has got a new certificate, pin that one (sha256 " + peer.sha256
                + "); if not, somebody may be in between";
        }
        const std::string hint = hintFor(problem, peer);
        if (!hint.empty() && all.find(hint) == all.npos) {
            all += (all.empty() ? "" : "; ") + hint;
        }
    }
    if (!all.empty()) {
        all += "; or pin it if it is the one you expect (sha256 " + peer.sha256 + ')';
    }
    return all;
}

} // namespace

Problem Problem::of(const QSslError& error)
{
    Problem problem {
        .kind = kindOf(error.error()), .text = error.errorString().toStdString(), .certificate = {}
    };
    if (!error.certificate().isNull()) {
        problem.certificate = CertificateFacts::of(error.certificate());
    }
    return problem;
}

void SessionFacts::read(const QSslSocket& socket)
{
    protocol = versionName(socket.sessionProtocol());
    cipher = socket.sessionCipher().name().toStdString();
    const QSslConfiguration configuration = socket.sslConfiguration();
    alpn = configuration.nextNegotiatedProtocol().toStdString();
    if (const auto chain = socket.peerCertificateChain(); !chain.isEmpty()) {
        peerChain.clear();
        for (const QSslCertificate& certificate : chain) {
            peerChain.push_back(CertificateFacts::of(certificate));
        }
    }
    if (!configuration.localCertificate().isNull()) {
        ownCertificate = CertificateFacts::of(configuration.localCertificate());
    }
}

bool SessionFacts::isAboutOwnCertificate() const
{
    if (!alert) {
        return false;
    }
    switch (*alert) {
    case QSsl::AlertType::CertificateRequired:
    case QSsl::AlertType::BadCertificate:
    case QSsl::AlertType::UnsupportedCertificate:
    case QSsl::AlertType::CertificateRevoked:
    case QSsl::AlertType::CertificateExpired:
    case QSsl::AlertType::CertificateUnknown:
    case QSsl::AlertType::UnknownCa:
    case QSsl::AlertType::AccessDenied:
    case QSsl::AlertType::DecryptError:
    case QSsl::AlertType::NoCertificate:
        return true;
    default:
        return false;
    }
}

bool SessionFacts::wantsAnotherProtocol() const
{
    return alert == QSsl::AlertType::NoApplicationProtocol || (!alpn.empty() && alpn != "http/1.1");
}

wire::Error SessionFacts::toError(const std::string& where) const
{
    wire::Error error { .kind = wire::ErrorKind::Tls,
        .message = "the TLS handshake failed",
        .expected = {},
        .found = {},
        .where = where };
    if (wantsAnotherProtocol()) {
        error.message = alpn.empty()
            ? "the peer does not speak HTTP/1.1 here: it insists on HTTP/2 or another protocol"
            : "the peer insists on another protocol than HTTP/1.1";
        error.expected = "http/1.1 (ALPN)";
        error.found = alpn.empty() ? "the TLS alert " + alertText(*alert) : alpn;
    } else if (isAboutOwnCertificate()) {
        error.message = ownCertificate ? "the server refuses our client certificate"
                                       : "the server demands a client certificate";
        error.found = "the TLS alert " + alertText(*alert);
    } else if (!problems.empty() && !isPinned) {
        for (const Problem& problem : problems) {
            error.message += (&problem == &problems.front() ? ": " : "; ") + problem.text;
            if (problem.kind == Problem::Kind::HostName && !peerChain.empty()) {
                error.expected = "a certificate for " + host;
                error.found = "one for " + peerChain.front().hosts();
            } else if (problem.kind == Problem::Kind::NotThePinned) {
                error.expected = "the certificate with sha256 " + pin;
                error.found = peerChain.empty() ? "none" : peerChain.front().sha256;
            }
        }
    } else if (alert) {
        error.found = "the TLS alert " + alertText(*alert);
    } else {
        error.found = failure;
    }
    return error;
}

std::string SessionFacts::hint() const
{
    if (wantsAnotherProtocol()) {
        return "this program speaks HTTP/1.1 only: enable it at the server, or put a proxy in front of it";
    }
    if (isAboutOwnCertificate()) {
        return ownCertificate ? "check that the server trusts the issuer of " + ownCertificate->subject + " ("
                + ownCertificate->issuer + ") and that it is valid until " + utc(ownCertificate->notAfterMs)
                              : "give a client certificate and its key";
    }
    if (!isPinned && !peerChain.empty() && !problems.empty()) {
        return hintFor(problems, peerChain.front());
    }
    if (alert == QSsl::AlertType::ProtocolVersion) {
        return "the server speaks no version of TLS that is known here: it needs TLS 1.2 or 1.3";
    }
    if (alert == QSsl::AlertType::HandshakeFailure) {
        return std::string("no version or cipher in common")
            + (ownCertificate ? "" : ", or it demands a client certificate");
    }
    if (failure.find("wrong version number") != failure.npos
        || failure.find("packet length") != failure.npos) {
        return "what answers there does not speak TLS: use http://, or another port";
    }
    return {};
}

std::vector<std::string> SessionFacts::describe() const
{
    std::vector<std::string> lines;
    const auto add = [&lines](const char* label, const std::string& value) {
        if (!value.empty()) {
            lines.push_back(std::string(label) + ": " + value);
        }
    };
    add("protocol", protocol);
    add("cipher", cipher);
    add("ALPN", alpn);
    if (isPinned) {
        add("accepted", "by its pin");
    }
    for (const Problem& problem : problems) {
        add("problem", problem.text + (problem.certificate ? " [" + problem.certificate->subject + ']' : ""));
    }
    add("alert of the peer", alert ? alertText(*alert) : std::string());
    add("failure", failure);
    for (std::size_t i = 0; i < peerChain.size(); ++i) {
        lines.push_back(
            "certificate " + std::to_string(i + 1) + " of " + std::to_string(peerChain.size()) + ':');
        for (const std::string& line : peerChain[i].describe()) {
            lines.push_back("  " + line);
        }
    }
    return lines;
}

std::string alertText(QSsl::AlertType alert)
{
    struct Name {
        QSsl::AlertType alert;
        std::string_view name;
    };
    static constexpr Name kNames[] = {
        { QSsl::AlertType::CloseNotify, "close notify" },
        { QSsl::AlertType::UnexpectedMessage, "unexpected message" },
        { QSsl::AlertType::HandshakeFailure, "handshake failure" },
        { QSsl::AlertType::NoCertificate, "no certificate" },
        { QSsl::AlertType::BadCertificate, "bad certificate" },
        { QSsl::AlertType::UnsupportedCertificate, "unsupported certificate" },
        { QSsl::AlertType::CertificateRevoked, "certificate revoked" },
        { QSsl::AlertType::CertificateExpired, "certificate expired" },
        { QSsl::AlertType::CertificateUnknown, "certificate unknown" },
        { QSsl::AlertType::IllegalParameter, "illegal parameter" },
        { QSsl::AlertType::UnknownCa, "unknown CA" },
        { QSsl::AlertType::AccessDenied, "access denied" },
        { QSsl::AlertType::DecodeError, "decode error" },
        { QSsl::AlertType::DecryptError, "decrypt error" },
        { QSsl::AlertType::ProtocolVersion, "protocol version" },
        { QSsl::AlertType::InsufficientSecurity, "insufficient security" },
        { QSsl::AlertType::InternalError, "internal error" },
        { QSsl::AlertType::MissingExtension, "missing extension" },
        { QSsl::AlertType::UnrecognizedName, "unrecognized name" },
        { QSsl::AlertType::CertificateRequired, "certificate required" },
        { QSsl::AlertType::NoApplicationProtocol, "no application protocol" },
    };
    const auto* const found = std::ranges::find(kNames, alert, &Name::alert);
    const std::string_view name = found == std::end(kNames) ? "unnamed" : found->name;
    return std::string(name) + " (" + std::to_string(static_cast<int>(alert)) + ')';
}

} // namespace tls
