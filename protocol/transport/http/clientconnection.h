// SPDX-License-Identifier: Apache-2.0
// One connection of the client: connects, then carries one exchange after the other. Everything that crosses
// it goes on record first.
#pragma once

#include "protocol/transport/http/answerreader.h"
#include "protocol/transport/http/busy.h"
#include "protocol/transport/http/clientpool.h"
#include "protocol/transport/http/socketend.h"

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
    /// Connects, for an exchange that may come; the pool is told.
    void prepare();
    /// Connects first where needed.
    void run(ExchangeImpl& exchange);
    /// Closes at once; the exchange, if any, is not told.
    void abandon();
    void close(std::string_view cause);
    void setPaused(bool paused);
    void writeChunk(const QByteArray& piece);
    void finishChunks();

private:
    enum class State { New, Connecting, Idle, Running, Closed };
    friend class Busy<ClientConnection>;

    void connectNow();
    void onOpened();
    void onConnected();
    void onConnectFailed(const wire::Error& error);
    void takePhases();
    void onReadyRead();
    void onDisconnected();
    void onError(QAbstractSocket::SocketError error);
    void onAlert(QSsl::AlertType alert);

    void sendRequest();
    wire::RecordNo sendBody(const QByteArray& body);
    std::string requestHead() const;
    void write(const std::string& text);
    void read();
    void readOne();
    void endByPeer();
    void complete();
    void fail(const wire::Error& error);
    wire::Error closeError();
    bool speaksHttp2() const;

    ClientPool& m_pool;
    wire::Clock& m_clock;
    const ClientOptions& m_options;
    const Origin m_origin;
    ReadBuffer m_buffer;
    Slicer m_slicer;
    AnswerReader m_answer;
    std::unique_ptr<transport::Connector> m_connector; ///< while connecting
    std::shared_ptr<transport::Route> m_route;
    QTcpSocket* m_socket = nullptr; ///< once connected
    SocketEnd m_end;
    State m_state = State::New;
    ExchangeImpl* m_exchange = nullptr;
    std::string m_closeText; ///< what the socket said when the connection ended
    int m_depth = 0; ///< calls from the socket that are under way
    bool m_paused = false;
    bool m_closedByPeer = false;
};

} // namespace http
