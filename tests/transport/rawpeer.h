// SPDX-License-Identifier: Apache-2.0
// A scripted HTTP peer: takes connections, keeps every byte that comes, and answers each whole request with
// the next step of its script.
#pragma once

#include <QTcpServer>
#include <QTcpSocket>

#include <deque>
#include <functional>
#include <memory>

class RawPeer final : public QObject {
    Q_OBJECT

public:
    using Step = std::function<void(QTcpSocket&)>;

    struct Connection {
        QTcpSocket* socket = nullptr;
        QByteArray received;
        QByteArray sent;
        qsizetype read = 0; ///< whole requests seen up to here
        bool gone = false;
        bool paused = false;
    };

    explicit RawPeer(const QHostAddress& address = QHostAddress::LocalHost,
        std::unique_ptr<QTcpServer> server = std::make_unique<QTcpServer>());

    quint16 port() const { return m_server->serverPort(); }
    QByteArray url() const { return "http://127.0.0.1:" + QByteArray::number(port()) + "/rpc"; }
    Connection& at(std::size_t i) { return m_connections.at(i); }
    std::size_t connections() const { return m_connections.size(); }

    /// Writes these bytes.
    RawPeer& answer(const QByteArray& bytes);
    /// Writes them and closes.
    RawPeer& answerAndClose(const QByteArray& bytes);
    RawPeer& then(Step step);
    /// Writes on a connection, counted as sent.
    void write(std::size_t connection, const QByteArray& bytes);
    static void reset(QTcpSocket& socket);
    /// While paused nothing is read, and the other side has to wait.
    void pause(std::size_t connection, bool paused);

private:
    void take();
    void read(std::size_t index);

    std::deque<Connection> m_connections;
    std::deque<Step> m_script;
    /// Goes first: its sockets write into the others as they close.
    const std::unique_ptr<QTcpServer> m_server;
};
