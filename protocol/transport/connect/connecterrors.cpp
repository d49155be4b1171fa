// SPDX-License-Identifier: Apache-2.0
// Connector, third part: what went wrong, and what to try.
#include "protocol/transport/connect/connector.h"

namespace transport {

const char* stepName(Step step)
{
    switch (step) {
    case Step::Name:
        return "name";
    case Step::Tcp:
        return "TCP connection";
    case Step::Proxy:
        return "proxy";
    case Step::Tls:
        return "TLS handshake";
    case Step::Done:
        break;
    }
    return "end";
}

std::string Connector::howItEnded(QAbstractSocket::SocketError error) const
{
    return error == QAbstractSocket::RemoteHostClosedError ? std::string(m_end.describe())
                                                           : m_socket->errorString().toStdString();
}

wire::Error Connector::unreachable(std::string message) const
{
    const auto& proxy = m_route->proxy.proxy;
    return { .kind = wire::ErrorKind::Unreachable,
        .message = std::move(message),
        .expected = {},
        .found = {},
        .where = m_route->step == Step::Proxy && proxy ? proxy->toString() : m_route->origin.authority(),
        .transient = true };
}

wire::Error Connector::tcpError(QAbstractSocket::SocketError error) const
{
    const std::string who = m_route->proxy.proxy ? "the proxy's " : "the host's ";
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        return unreachable(who + "name is not known");
    case QAbstractSocket::ConnectionRefusedError:
        return unreachable(
            m_route->proxy.proxy ? "the connection to the proxy was refused" : "the connection was refused");
    default:
        return unreachable((m_route->proxy.proxy ? "no connection to the proxy: " : "no connection: ")
            + m_socket->errorString().toStdString());
    }
}

std::string Connector::tcpHint(QAbstractSocket::SocketError error) const
{
    const bool isProxy = m_route->proxy.proxy.has_value();
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        return isProxy ? "check the proxy's name (" + m_route->proxy.why + ')'
                       : "check how the name is written, and whether another network or a proxy is needed";
    case QAbstractSocket::ConnectionRefusedError:
        return isProxy ? "check the proxy's port (" + m_route->proxy.why + ')'
                       : "nothing listens on port " + std::to_string(m_route->port)
                + " there: is the agent running, is the port right?";
    default:
        return {};
    }
}

} // namespace transport
