// SPDX-License-Identifier: Apache-2.0
// From an origin to a connected socket: name, TCP, TLS, as the HTTP client does it and with the same options.
#pragma once

#include "protocol/transport/http/client.h"
#include "protocol/transport/http/clientpool.h"

#include <QSslSocket>

namespace ws {

/// Each call is the opener's last act in its turn: it may be deleted in it.
class OpenerListener {
public:
    virtual ~OpenerListener() = default;

    virtual void socketConnected() = 0;
    /// Connected, and encrypted where TLS was asked for.
    virtual void socketReady() = 0;
    virtual void socketFailed(const wire::Error& error) = 0;
};

class Opener final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Opener)

public:
    /// A QSslSocket where the origin has TLS.
    static QTcpSocket* makeSocket(const http::Origin& origin, const http::ClientOptions& options);

    /// `socket` must outlive it.
    Opener(QTcpSocket& socket, const http::ClientOptions& options, http::Origin origin,
        OpenerListener& listener);

    void start();
    /// What is being waited for, in words.
    std::string_view step() const;

private:
    void connectToNext();
    void onConnected();
    void onError(QAbstractSocket::SocketError error);
    void onSslErrors(const QList<QSslError>& errors);
    wire::Error describe(QAbstractSocket::SocketError error) const;

    enum class Step { Name, Tcp, Tls, Done };

    QTcpSocket& m_socket;
    QSslSocket* const m_tls; ///< m_socket, where it is one
    const http::ClientOptions& m_options;
    const http::Origin m_origin;
    OpenerListener& m_listener;
    std::vector<std::pair<QString, std::uint16_t>> m_addresses; ///< still to try
    std::string m_tlsErrors;
    Step m_step = Step::Name;
};

} // namespace ws
