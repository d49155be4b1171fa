// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/facade.h"

#include <QHostAddress>

#include <cstring>
#include <utility>

namespace ws {

Facade::Facade(FacadeOwner& owner, const QTcpSocket& real)
    : m_owner(&owner)
{
    setLocalAddress(real.localAddress());
    setLocalPort(real.localPort());
    setPeerAddress(real.peerAddress());
    setPeerPort(real.peerPort());
    setSocketState(ConnectedState);
    setOpenMode(ReadWrite | Unbuffered);
}

Facade::~Facade()
{
    // Else QAbstractSocket would end a connection that it does not have.
    setSocketState(UnconnectedState);
}

void Facade::put(std::string_view bytes)
{
    m_waiting.remove(0, std::exchange(m_read, 0));
    m_waiting.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
    Q_EMIT readyRead();
}

void Facade::detach()
{
    m_owner = nullptr;
    m_waiting.clear();
    m_read = 0;
}

qint64 Facade::bytesAvailable() const
{
    return m_waiting.size() - m_read + QTcpSocket::bytesAvailable();
}

bool Facade::canReadLine() const
{
    return m_waiting.indexOf('\n', m_read) >= 0 || QTcpSocket::canReadLine();
}

qint64 Facade::readData(char* data, qint64 maxSize)
{
    const qint64 size = std::min<qint64>(maxSize, m_waiting.size() - m_read);
    if (data && size > 0) {
        std::memcpy(data, m_waiting.constData() + m_read, static_cast<std::size_t>(size));
    }
    m_read += size;
    if (m_read == m_waiting.size()) {
        m_waiting.clear();
        m_read = 0;
    }
    return size;
}

qint64 Facade::writeData(const char* data, qint64 size)
{
    if (m_owner && size > 0) {
        m_owner->facadeWrote({ data, static_cast<std::size_t>(size) });
    }
    return size;
}

void Facade::close()
{
    if (m_owner) {
        m_owner->facadeClosed();
    }
}

} // namespace ws
