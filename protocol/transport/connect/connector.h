// SPDX-License-Identifier: Apache-2.0
// From an origin to a socket that can carry a protocol: name, addresses, TCP, proxy, TLS, in one deadline.
// Knows nothing of what will be said on it.
#pragma once

#include "protocol/transport/connect/proxydialogue.h"
#include "protocol/transport/connect/route.h"
#include "protocol/transport/http/socketend.h"
#include "protocol/transport/tls/options.h"
#include "protocol/wire/sink.h"

#include <QPointer>
#include <QSslSocket>

#include <functional>
#include <map>

namespace transport {

struct ConnectOptions {
    wire::milliseconds connectTimeout { 10'000 }; ///< all steps together
    /// "host" or "host:port" → address and port to connect to instead (0 keeps the port); SNI and Host stay.
    std::map<std::string, std::pair<std::string, std::uint16_t>> hostMap;
    tls::Options tls;
    /// For one "host" or "host:port", instead of `tls`.
    std::map<std::string, tls::Options> tlsFor;
    ProxySettings proxy;
    /// Told whenever a step of a route has ended, well or not. From within the socket's signals: whoever
    /// hears it leaves the connection alone until later.
    std::function<void(const std::shared_ptr<const Route>&)> routeChanged;
};

class Connector final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Connector)

public:
    /// `clock`, `sink` and `options` must outlive it. What is said to an HTTP proxy goes to `sink`, as a
    /// connection of its own; to a SOCKS5 proxy, where the password stands bare, it does not.
    Connector(wire::Clock& clock, wire::Sink& sink, const ConnectOptions& options, Origin origin,
        QObject* parent = nullptr);
    /// Closes the socket unless it was taken.
    ~Connector() override;

    /// Once. Signals may come from within.
    void start();
    /// It goes on to change until connected() or failed().
    std::shared_ptr<Route> route() const { return m_route; }
    /// When connected() was emitted, once: the socket, a QSslSocket where the origin is TLS. It has no parent
    /// and no signal of it is connected. Bytes may wait in it already.
    QTcpSocket* takeSocket();

Q_SIGNALS:
    /// Bytes can reach the target, through a proxy or not; TLS, if any, is still to come.
    void opened();
    void connected();
    /// Its socket is closed.
    void failed(const wire::Error& error);

private:
    class Within;

    void choose();
    void chosen(ProxyChoice choice);
    void listenToSocket();
    void connectToNext();
    void onHostFound();
    void onConnected();
    void onReadyRead();
    void onEncrypted();
    void onSslErrors(const QList<QSslError>& errors);
    void onAlert(QSsl::AlertType alert);
    void onError(QAbstractSocket::SocketError error);
    void onTimeout();

    void beginDialogue();
    void sendToProxy(const std::string& text);
    void recordDialogue(wire::Direction direction, std::string_view bytes);
    void closeDialogue(std::string_view cause);
    void open();
    void beginTls();
    void finish();
    void fail(const wire::Error& error, std::string hint = {});
    void failTls(std::string failure);
    void tellRoute() const;
    void closeSocket();
    std::string howItEnded(QAbstractSocket::SocketError error) const;
    wire::Error unreachable(std::string message) const;
    wire::Error tcpError(QAbstractSocket::SocketError error) const;
    std::string tcpHint(QAbstractSocket::SocketError error) const;

    wire::Clock& m_clock;
    wire::Sink& m_sink;
    const ConnectOptions& m_options;
    const std::shared_ptr<Route> m_route;
    QTcpSocket* m_socket;
    QSslSocket* m_tls = nullptr; ///< m_socket, where it is one
    http::SocketEnd m_end;
    std::vector<std::pair<QString, std::uint16_t>> m_addresses; ///< still to try
    std::pair<QString, std::uint16_t> m_trying;
    std::string m_pin;
    std::unique_ptr<ProxyDialogue> m_dialogue;
    wire::ConnectionId m_dialogueId = wire::ConnectionId::None;
    std::unique_ptr<wire::Timer> m_timer;
    const std::shared_ptr<int> m_depth = std::make_shared<int>(0); ///< calls from the socket under way
    bool m_over = false;
};

} // namespace transport
