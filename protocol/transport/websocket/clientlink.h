// SPDX-License-Identifier: Apache-2.0
// The connection behind a ClientChannel, which may go away at any time. Everything that crosses it goes on
// record first.
#pragma once

#include "protocol/transport/connect/connector.h"
#include "protocol/transport/http/answerreader.h"
#include "protocol/transport/http/busy.h"
#include "protocol/transport/http/socketend.h"
#include "protocol/transport/websocket/clientchannel.h"
#include "protocol/transport/websocket/messagereader.h"

namespace ws {

class ClientLink final : public QObject,
                         public std::enable_shared_from_this<ClientLink>,
                         private http::AnswerListener,
                         private MessageListener {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientLink)

public:
    ClientLink(ClientChannel& channel, wire::Clock& clock, wire::Sink& sink, wire::IdSource& ids, QUrl url,
        ClientOptions options);
    ~ClientLink() override;

    void open();
    bool isOpen() const { return m_state == State::Open && !m_peerGone; }
    wire::ConnectionId connection() const { return m_slicer.connection(); }
    wire::RecordNo send(std::string_view message);
    bool isWritable() const { return waitingBytes() <= static_cast<qint64>(m_options.highWater); }
    void setPaused(bool paused);
    void close(const Close& close);
    void ping(std::string_view payload);
    std::shared_ptr<const transport::Route> route() const { return m_route; }
    const http::ResponseHead* answer() const { return m_head ? &*m_head : nullptr; }
    /// The channel goes: it is told nothing more.
    void abandon();

private:
    enum class State { New, Connecting, Handshaking, Open, Closing, Ended };
    friend class http::Busy<ClientLink>;

    bool answerHead(const http::ResponseHead& head) override;
    bool answerEvent(const http::Event& event) override;
    bool answerComment() override { return true; }
    bool answerBody(const transport::Payload& body) override;
    bool messageRead(const Message& message) override;
    bool controlRead(Opcode opcode, std::string_view payload, wire::RecordNo record) override;

    void start();
    void onOpened();
    void onConnected();
    void onConnectFailed(const wire::Error& error);
    void onHandshakeTimeout();
    void onReadyRead();
    void onDisconnected();
    void onBytesWritten();
    void sendHandshake();
    bool mayRead() const;
    void read();
    void parse();
    bool receive();
    void readAnswer();
    void readFrames();
    void refuse(const Refusal& refusal);
    void readClosing(const Close& close);
    void pong(std::string_view payload);
    wire::RecordNo writeFrame(Opcode opcode, wire::SliceKind kind, std::string_view payload);
    qint64 waitingBytes() const;

    void endByPeer();
    void startClosing(const wire::Error& cause);
    /// Not from within whoever called.
    void endLater(const wire::Error& cause);
    void end(const wire::Error& cause);
    std::string howItEnded() const;
    template <typename Tell>
    void tell(Tell emitSignal)
    {
        if (m_channel) {
            emitSignal(*m_channel);
        }
    }

    ClientChannel* m_channel; ///< null once it is gone
    wire::Clock& m_clock;
    wire::Sink& m_sink;
    wire::IdSource& m_ids;
    const QUrl m_url;
    const ClientOptions m_options;
    const std::string m_where; ///< the URL, for errors
    http::ReadBuffer m_buffer;
    http::Slicer m_slicer;
    http::AnswerReader m_answer;
    ReceivedCutter m_cutter;
    MessageReader m_reader;
    std::optional<transport::Origin> m_origin;
    QTcpSocket* m_socket = nullptr;
    QSslSocket* m_tls = nullptr; ///< m_socket, where it is one
    std::unique_ptr<transport::Connector> m_connector; ///< until it is connected
    std::shared_ptr<transport::Route> m_route;
    http::SocketEnd m_end;
    State m_state = State::New;
    std::unique_ptr<wire::Timer> m_timer;
    std::string m_key;
    std::optional<http::ResponseHead> m_head; ///< of the handshake's answer
    std::optional<http::ResponseHead> m_answerHead; ///< of a refused handshake
    std::optional<wire::Error> m_cause; ///< why it ends, known before it has ended
    std::optional<std::string> m_pong; ///< payload of a ping that is yet to be answered
    std::string m_closeText; ///< what the socket said when the connection ended
    int m_depth = 0; ///< calls from the socket that are under way
    bool m_paused = false;
    bool m_blocked = false; ///< over the high-water mark since writable() was last told
    bool m_deaf = false; ///< what comes is read no more, only recorded
    bool m_saidAfterClose = false;
    bool m_peerGone = false;
};

} // namespace ws
