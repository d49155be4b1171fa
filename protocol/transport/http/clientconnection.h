// SPDX-License-Identifier: Apache-2.0
// One connection of the client: name, TCP and TLS in one deadline, then one exchange after the other.
// Everything that crosses it goes on record first.
#pragma once

#include "protocol/transport/http/answerreader.h"
#include "protocol/transport/http/busy.h"
#include "protocol/transport/http/clientpool.h"
#include "protocol/transport/http/socketend.h"

#include <QSslSocket>

namespace http {

class ExchangeImpl;

class ClientConnection final : public QObject, public std::enable_shared_from_this<ClientConnection> {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientConnection)

public:
    ClientConnection(
        ClientPool& pool, wire::Clock& clock, wire::Sink& sink, const ClientOptions& options, Origin origin);
    ~ClientConnection() override;

    bool isConnected() const { return m_state == State::Idle || m_state == State::Running; }
    /// Idle, and nothing came since.
    bool isFresh() const;
    /// Connects first where needed.
    void run(ExchangeImpl& exchange);
    /// Closes at once; the exchange, if any, is not told.
    void abandon();
    void close(std::string_view cause);
    void setPaused(bool paused);
    void writeChunk(const QByteArray& piece);
    void finishChunks();

private:
    enum class State { New, Connecting, Encrypting, Idle, Running, Closed };
    friend class Busy<ClientConnection>;

    void listenToSocket();
    void connectNow();
    void connectToNext();
    void onHostFound();
    void onConnected();
    void onEncrypted();
    void onReadyRead();
    void onDisconnected();
    void onError(QAbstractSocket::SocketError error);
    void onSslErrors(const QList<QSslError>& errors);
    void onConnectTimeout();

    void sendRequest();
    wire::RecordNo sendBody(const QByteArray& body);
    std::string requestHead() const;
    void write(const std::string& text);
    void read();
    void readOne();
    void endByPeer();
    void complete();
    void fail(const wire::Error& error);
    wire::Error connectError(QAbstractSocket::SocketError error) const;
    wire::Error closeError() const;

    ClientPool& m_pool;
    wire::Clock& m_clock;
    const ClientOptions& m_options;
    const Origin m_origin;
    ReadBuffer m_buffer;
    Slicer m_slicer;
    AnswerReader m_answer;
    QTcpSocket* m_socket;
    QSslSocket* m_tls = nullptr; ///< m_socket, where it is one
    SocketEnd m_end;
    State m_state = State::New;
    ExchangeImpl* m_exchange = nullptr;
    std::vector<std::pair<QString, std::uint16_t>> m_addresses; ///< still to try
    std::unique_ptr<wire::Timer> m_timer;
    std::string m_tlsErrors;
    std::string m_closeText; ///< what the socket said when the connection ended
    int m_depth = 0; ///< calls from the socket that are under way
    bool m_paused = false;
    bool m_closedByPeer = false;
};

} // namespace http
