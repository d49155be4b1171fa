// SPDX-License-Identifier: Apache-2.0
// A connected socket as Qt's WebSockets see it, with nothing behind it: what they may read is put in, what
// they write comes out. So our side owns the real socket (TCP or TLS), sees each byte, and can pause.
#pragma once

#include <QTcpSocket>

#include <string_view>

namespace ws {

class FacadeOwner {
public:
    virtual ~FacadeOwner() = default;

    virtual void facadeWrote(std::string_view bytes) = 0;
    /// Nothing more will be read or written.
    virtual void facadeClosed() = 0;
};

class Facade final : public QTcpSocket {
public:
    /// Has the addresses of `real`.
    Facade(FacadeOwner& owner, const QTcpSocket& real);
    ~Facade() override;

    /// Can be read from now on; is told by readyRead().
    void put(std::string_view bytes);
    /// The owner goes: the rest is silence.
    void detach();

    qint64 bytesAvailable() const override;
    qint64 bytesToWrite() const override { return 0; }
    bool canReadLine() const override;
    void close() override;
    void disconnectFromHost() override { close(); }
    void setReadBufferSize(qint64) override { }
    void setSocketOption(SocketOption, const QVariant&) override { }

protected:
    qint64 readData(char* data, qint64 maxSize) override;
    qint64 skipData(qint64 maxSize) override { return readData(nullptr, maxSize); }
    qint64 writeData(const char* data, qint64 size) override;

private:
    FacadeOwner* m_owner;
    QByteArray m_waiting;
    qsizetype m_read = 0; ///< of it
};

} // namespace ws
