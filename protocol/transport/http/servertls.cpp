// SPDX-License-Identifier: Apache-2.0
// ServerConnection, third part: TLS.
#include "protocol/transport/http/serverconnection.h"
#include "protocol/transport/tls/session.h"

namespace http {

void ServerConnection::beginTls()
{
    const wire::milliseconds limit = m_shared.options.handshakeTimeout;
    m_timer = m_shared.clock.startTimer(limit, [this, limit] {
        const Busy busy(*this);
        close("closed on this side: no TLS handshake within " + std::to_string(limit.count()) + " ms");
    });
    connect(m_tls, &QSslSocket::encrypted, this, &ServerConnection::onEncrypted);
    connect(m_tls, &QSslSocket::errorOccurred, this, &ServerConnection::onTlsError);
    connect(m_tls, &QSslSocket::encryptedBytesWritten, this, &ServerConnection::onBytesWritten);
    const auto note
        = [this](const std::string& text) { m_tlsProblems += (m_tlsProblems.empty() ? "" : "; ") + text; };
    connect(m_tls, &QSslSocket::sslErrors, this, [note](const QList<QSslError>& errors) {
        for (const QSslError& error : errors) {
            note("the client's certificate: " + error.errorString().toStdString());
        }
    });
    connect(m_tls, &QSslSocket::handshakeInterruptedOnError, this, [note](const QSslError& error) {
        note("the client's certificate: " + error.errorString().toStdString());
    });
    connect(m_tls, &QSslSocket::alertReceived, this, [note](QSsl::AlertLevel, QSsl::AlertType alert) {
        if (alert != QSsl::AlertType::CloseNotify) {
            note("the client's alert: " + tls::alertText(alert));
        }
    });
    m_tls->setSslConfiguration(*m_shared.options.tls);
    m_tls->startServerEncryption();
}

void ServerConnection::onEncrypted()
{
    const Busy busy(*this);
    m_timer.reset();
    m_waitingSince = m_shared.clock.now();
    if (const QSslCertificate certificate = m_tls->peerCertificate(); !certificate.isNull()) {
        m_certificate = std::make_shared<const tls::CertificateFacts>(tls::CertificateFacts::of(certificate));
    }
    armIdleTimer();
}

// Nothing else tells how a handshake ended.
void ServerConnection::onTlsError()
{
    const Busy busy(*this);
    if (m_tls->isEncrypted() && m_tlsProblems.empty()) {
        return;
    }
    std::string cause = m_tls->isEncrypted() ? "closed: " : "the TLS handshake failed: ";
    const std::string text = m_tls->errorString().toStdString();
    cause += m_tlsProblems.empty() ? text : m_tlsProblems;
    if (text.find("http request") != text.npos) {
        cause += " (plain HTTP came)";
    }
    m_tlsFailure = cause;
    // Not from within: the socket has yet to send its alert, and then tells that it is disconnected, mostly.
    QMetaObject::invokeMethod(this, [this] { onDisconnected(); }, Qt::QueuedConnection);
}

} // namespace http
