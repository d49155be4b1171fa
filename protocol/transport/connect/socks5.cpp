// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/connect/socks5.h"

#include <QHostAddress>

namespace transport {

namespace {

constexpr char kVersion = 5;
constexpr char kNoAuthentication = 0;
constexpr char kUserAndPassword = 2;
constexpr char kNoneAcceptable = '\xff';
constexpr char kConnect = 1;
constexpr char kIpv4 = 1;
constexpr char kName = 3;
constexpr char kIpv6 = 4;
constexpr std::size_t kLongestField = 255;

std::size_t unsignedOf(char c)
{
    return static_cast<unsigned char>(c);
}

// RFC 1928 §6.
const char* replyText(std::size_t reply)
{
    switch (reply) {
    case 1:
        return "general failure of the proxy";
    case 2:
        return "not allowed by its rules";
    case 3:
        return "network unreachable";
    case 4:
        return "host unreachable";
    case 5:
        return "connection refused by the host";
    case 6:
        return "time to live expired";
    case 7:
        return "it does not support CONNECT";
    case 8:
        return "it does not support this kind of address";
    default:
        return "a reply that RFC 1928 does not know";
    }
}

void appendAddress(std::string& out, const std::string& host)
{
    const QHostAddress address(QString::fromStdString(host));
    if (address.protocol() == QAbstractSocket::IPv4Protocol) {
        const quint32 bits = address.toIPv4Address();
        out += kIpv4;
        for (const int shift : { 24, 16, 8, 0 }) {
            out += static_cast<char>((bits >> shift) & 0xff);
        }
    } else if (address.protocol() == QAbstractSocket::IPv6Protocol) {
        const Q_IPV6ADDR bits = address.toIPv6Address();
        out += kIpv6;
        for (const quint8 byte : bits.c) {
            out += static_cast<char>(byte);
        }
    } else {
        out += kName;
        out += static_cast<char>(host.size());
        out += host;
    }
}

ProxyDialogue::Turn goesOn(std::size_t consumed, std::string send)
{
    return { .outcome = ProxyDialogue::Turn::Outcome::Goes,
        .consumed = consumed,
        .send = std::move(send),
        .error = {},
        .hint = {} };
}

} // namespace

bool Socks5::isTooLong() const
{
    return m_host.size() > kLongestField || m_proxy.user.size() > kLongestField
        || m_proxy.password.size() > kLongestField;
}

std::string Socks5::begin()
{
    if (m_proxy.user.empty()) {
        return { kVersion, 1, kNoAuthentication };
    }
    return { kVersion, 2, kNoAuthentication, kUserAndPassword };
}

ProxyDialogue::Turn Socks5::feed(std::string_view received)
{
    switch (m_state) {
    case State::Method:
        return feedMethod(received);
    case State::Authentication:
        return feedAuthentication(received);
    case State::Request:
        break;
    }
    return feedRequest(received);
}

ProxyDialogue::Turn Socks5::feedMethod(std::string_view received)
{
    if (!received.empty() && received[0] != kVersion) {
        return misunderstood("a SOCKS5 answer", received);
    }
    if (received.size() < 2) {
        return {};
    }
    if (isTooLong()) {
        return refused("host, user or password are over 255 bytes, which SOCKS5 can't carry");
    }
    if (received[1] == kNoAuthentication) {
        return sendRequest(2);
    }
    if (received[1] == kUserAndPassword && !m_proxy.user.empty()) {
        m_state = State::Authentication;
        std::string text { 1, static_cast<char>(m_proxy.user.size()) };
        text += m_proxy.user;
        text += static_cast<char>(m_proxy.password.size());
        text += m_proxy.password;
        return goesOn(2, std::move(text));
    }
    if (received[1] == kNoneAcceptable) {
        return refused("it accepts none of the ways to authenticate that were offered",
            m_proxy.user.empty() ? "give the proxy's user and password" : std::string());
    }
    return misunderstood("one of the ways to authenticate that were offered", received.substr(0, 2));
}

ProxyDialogue::Turn Socks5::feedAuthentication(std::string_view received)
{
    if (received.size() < 2) {
        return {};
    }
    if (received[1] != 0) {
        return refused("it does not take this user and password", "check the proxy's user and password");
    }
    return sendRequest(2);
}

ProxyDialogue::Turn Socks5::sendRequest(std::size_t consumed)
{
    m_state = State::Request;
    std::string text { kVersion, kConnect, 0 };
    appendAddress(text, m_host);
    text += static_cast<char>(m_port >> 8);
    text += static_cast<char>(m_port & 0xff);
    return goesOn(consumed, std::move(text));
}

ProxyDialogue::Turn Socks5::feedRequest(std::string_view received) const
{
    if (!received.empty() && received[0] != kVersion) {
        return misunderstood("a SOCKS5 answer", received);
    }
    if (received.size() >= 2 && received[1] != 0) {
        const std::size_t reply = unsignedOf(received[1]);
        return refused(std::string(replyText(reply)) + " (SOCKS reply " + std::to_string(reply) + ')',
            reply == 4 || reply == 5 ? "check the name and port; the proxy resolves the name" : std::string(),
            reply != 2 && reply != 7 && reply != 8);
    }
    if (received.size() < 5) {
        return {};
    }
    std::size_t length = 0;
    switch (received[3]) {
    case kIpv4:
        length = 4;
        break;
    case kIpv6:
        length = 16;
        break;
    case kName:
        length = 1 + unsignedOf(received[4]);
        break;
    default:
        return misunderstood("an address of kind 1, 3 or 4", received);
    }
    const std::size_t whole = 4 + length + 2;
    if (received.size() < whole) {
        return {};
    }
    return { .outcome = Turn::Outcome::Done, .consumed = whole, .send = {}, .error = {}, .hint = {} };
}

} // namespace transport
