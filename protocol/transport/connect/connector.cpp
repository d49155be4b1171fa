// SPDX-License-Identifier: Apache-2.0
// Connector, first part: whom to connect to, and TCP.
#include "protocol/transport/connect/connector.h"

#include "protocol/transport/connect/within.h"

#include <QFuture>
#include <QHostAddress>
#include <QNetworkProxy>
#include <QPromise>
#include <QThreadPool>

namespace transport {

namespace {

template <typename Value>
const Value* entryFor(const std::map<std::string, Value>& map, const Origin& origin)
{
    auto found = map.find(hostAndPort(origin.host, origin.port));
    if (found == map.end()) {
        found = map.find(origin.host);
    }
    return found == map.end() ? nullptr : &found->second;
}

std::string addressText(const QHostAddress& address, std::uint16_t port)
{
    return hostAndPort(address.toString().toStdString(), port);
}

QSslConfiguration withHttp11(QSslConfiguration tls)
{
    if (tls.allowedNextProtocols().isEmpty()) {
        tls.setAllowedNextProtocols({ QByteArrayLiteral("http/1.1") });
    }
    return tls;
}

} // namespace

Connector::Connector(
    wire::Clock& clock, wire::Sink& sink, const ConnectOptions& options, Origin origin, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_sink(sink)
    , m_options(options)
    , m_route(std::make_shared<Route>())
    , m_socket(origin.isTls ? new QSslSocket : new QTcpSocket)
    , m_tls(qobject_cast<QSslSocket*>(m_socket))
{
    m_route->host = origin.host;
    m_route->port = origin.port;
    if (const auto* const entry = entryFor(options.hostMap, origin)) {
        m_route->host = entry->first;
        m_route->port = entry->second == 0 ? origin.port : entry->second;
    }
    m_route->origin = std::move(origin);
    // All that is read of one connection before it is another's turn: what is to be sent waits no longer than
    // that, however many peers flood.
    constexpr qint64 kReadBuffer = qint64 { 64 } << 10;
    m_socket->setReadBufferSize(kReadBuffer);
    m_socket->setProxy(QNetworkProxy::NoProxy);
    listenToSocket();
}

Connector::~Connector()
{
    closeDialogue("closed on this side");
    if (m_socket) {
        closeSocket();
        if (*m_depth > 0) {
            m_socket->deleteLater();
        } else {
            delete m_socket;
        }
    }
}

void Connector::listenToSocket()
{
    connect(m_socket, &QTcpSocket::hostFound, this, &Connector::onHostFound);
    connect(m_socket, &QTcpSocket::connected, this, &Connector::onConnected);
    connect(m_socket, &QTcpSocket::readyRead, this, &Connector::onReadyRead);
    connect(m_socket, &QTcpSocket::errorOccurred, this, &Connector::onError);
    if (m_tls) {
        const tls::Options* const own = entryFor(m_options.tlsFor, m_route->origin);
        const tls::Options& tls = own ? *own : m_options.tls;
        m_pin = tls.pin;
        m_tls->setSslConfiguration(withHttp11(tls.configuration));
        m_tls->setPeerVerifyName(QString::fromStdString(m_route->origin.host));
        connect(m_tls, &QSslSocket::encrypted, this, &Connector::onEncrypted);
        connect(m_tls, &QSslSocket::sslErrors, this, &Connector::onSslErrors);
        connect(m_tls, &QSslSocket::alertReceived, this,
            [this](QSsl::AlertLevel, QSsl::AlertType alert) { onAlert(alert); });
    }
}

void Connector::start()
{
    m_route->started = m_clock.now();
    m_timer = m_clock.startTimer(m_options.connectTimeout, [this] { onTimeout(); });
    const bool isMapped = m_route->host != m_route->origin.host;
    ProxyChoice choice = chooseProxy(
        m_options.proxy, m_route->origin, isMapped ? std::optional(m_route->host) : std::nullopt);
    if (!choice.asksDesktop) {
        chosen(std::move(choice));
        return;
    }
    // It may run a script from somewhere on the net.
    const auto answer = std::make_shared<QPromise<ProxyChoice>>();
    answer->start();
    answer->future().then(this, [this](ProxyChoice found) { chosen(std::move(found)); });
    QThreadPool::globalInstance()->start([answer, origin = m_route->origin] {
        answer->addResult(askDesktop(origin));
        answer->finish();
    });
}

void Connector::chosen(ProxyChoice choice)
{
    if (m_over) {
        return;
    }
    m_route->proxy = std::move(choice);
    const auto& proxy = m_route->proxy.proxy;
    const std::string& host = proxy ? proxy->host : m_route->host;
    const std::uint16_t port = proxy ? proxy->port : m_route->port;
    m_route->step = proxy ? Step::Proxy : Step::Name;
    // Not every system's list of hosts has both, and a server may listen on one only.
    if (host == "localhost") {
        m_addresses = { { QStringLiteral("127.0.0.1"), port }, { QStringLiteral("::1"), port } };
    } else {
        m_addresses = { { QString::fromStdString(host), port } };
    }
    tellRoute();
    connectToNext();
}

void Connector::connectToNext()
{
    if (m_over) {
        return;
    }
    m_trying = m_addresses.back();
    m_addresses.pop_back();
    m_socket->connectToHost(m_trying.first, m_trying.second);
}

void Connector::onHostFound()
{
    if (!m_route->resolved) {
        m_route->resolved = m_clock.now();
    }
    if (m_route->step == Step::Name) {
        m_route->step = Step::Tcp;
    }
    tellRoute();
}

void Connector::onConnected()
{
    const Within within(*this);
    if (m_over) {
        return;
    }
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_end.watch(m_socket->socketDescriptor());
    m_route->connected = m_clock.now();
    m_route->peer = addressText(m_socket->peerAddress(), m_socket->peerPort());
    m_route->local = addressText(m_socket->localAddress(), m_socket->localPort());
    if (m_route->proxy.proxy) {
        beginDialogue();
    } else {
        open();
    }
}

void Connector::onError(QAbstractSocket::SocketError error)
{
    const Within within(*this);
    if (m_over) {
        return;
    }
    if (!m_route->connected) {
        const std::string host = m_trying.first.toStdString();
        m_route->attempts.push_back(
            { hostAndPort(host, m_trying.second), m_socket->errorString().toStdString() });
        if (!m_addresses.empty()) {
            QMetaObject::invokeMethod(this, [this] { connectToNext(); }, Qt::QueuedConnection);
            return;
        }
        fail(tcpError(error), tcpHint(error));
    } else if (m_route->step == Step::Proxy) {
        fail(unreachable("the proxy ended the connection before it had answered: " + howItEnded(error)));
    } else {
        failTls(howItEnded(error));
    }
}

void Connector::onTimeout()
{
    const Within within(*this);
    fail(unreachable("no connection within " + std::to_string(m_options.connectTimeout.count())
        + " ms, waiting for the " + stepName(m_route->step)));
}

void Connector::open()
{
    m_route->step = m_tls ? Step::Tls : Step::Done;
    tellRoute();
    const QPointer<Connector> self(this);
    Q_EMIT opened();
    if (!self || m_over) {
        return;
    }
    if (m_tls) {
        beginTls();
    } else {
        finish();
    }
}

void Connector::finish()
{
    m_over = true;
    m_timer.reset();
    m_route->step = Step::Done;
    tellRoute();
    m_socket->disconnect(this);
    Q_EMIT connected();
}

void Connector::fail(const wire::Error& error, std::string hint)
{
    m_over = true;
    m_timer.reset();
    m_route->failed = m_clock.now();
    m_route->error = error;
    m_route->hint = std::move(hint);
    closeDialogue("closed on this side: " + error.message);
    closeSocket();
    tellRoute();
    Q_EMIT failed(error);
}

void Connector::tellRoute() const
{
    if (m_options.routeChanged) {
        m_options.routeChanged(m_route);
    }
}

void Connector::closeSocket()
{
    m_end.release();
    m_socket->disconnect(this);
    m_socket->abort();
}

QTcpSocket* Connector::takeSocket()
{
    m_end.release();
    return std::exchange(m_socket, nullptr);
}

} // namespace transport
