// SPDX-License-Identifier: Apache-2.0
// A proxy on loopback for tests: CONNECT or SOCKS5, with user and password if wanted, or with an answer that
// a test chose. Whatever host is asked for, it connects to one port of this machine.
#pragma once

#include <QTcpServer>
#include <QTcpSocket>

class RelayProxy final : public QObject {
    Q_OBJECT

public:
    enum class Kind { Http, Socks5 };

    explicit RelayProxy(Kind kind, quint16 target = 0);

    quint16 port() const { return m_server.serverPort(); }

    QByteArray user; ///< empty: anybody's
    QByteArray password;
    QByteArray answer; ///< instead of doing what it is asked
    bool closesAfterAnswer = false;
    int tunnels = 0;
    QByteArrayList asked; ///< "host:port" of each request
    QByteArray received; ///< all that came before a tunnel stood

private:
    struct Client {
        QTcpSocket* socket = nullptr;
        QByteArray bytes;
        int stage = 0;
    };

    void read(Client& client);
    void readHttp(Client& client);
    void readSocks(Client& client);
    void connectTo(Client& client, const QByteArray& target, const QByteArray& success);
    void refuse(Client& client, const QByteArray& bytes);

    const Kind m_kind;
    const quint16 m_target;
    QTcpServer m_server;
};
