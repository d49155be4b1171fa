// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/connect/origin.h"

namespace transport {

namespace {

constexpr std::uint16_t kPlainPort = 80;
constexpr std::uint16_t kTlsPort = 443;

std::string bracketed(std::string_view host)
{
    const std::string text(host);
    return text.find(':') == std::string::npos ? text : '[' + text + ']';
}

} // namespace

std::expected<Origin, wire::Error> Origin::of(const QUrl& url, std::string_view plain)
{
    const std::string scheme = url.scheme().toStdString();
    const bool isTls = scheme == std::string(plain) + 's';
    const std::string host = url.host(QUrl::FullyEncoded).toStdString();
    if ((!isTls && scheme != plain) || host.empty()) {
        return std::unexpected(wire::Error { .kind = wire::ErrorKind::Usage,
            .message = "this address can't be connected to",
            .expected = std::string(plain) + ":// or " + std::string(plain) + "s:// and a host",
            .found = wire::excerpt(url.toString(QUrl::FullyEncoded | QUrl::RemoveUserInfo).toStdString()),
            .where = {} });
    }
    return Origin { isTls, host, static_cast<std::uint16_t>(url.port(isTls ? kTlsPort : kPlainPort)) };
}

bool isSameOrigin(const QUrl& a, const QUrl& b)
{
    const auto one = Origin::of(a);
    const auto other = Origin::of(b);
    return one && other && *one == *other;
}

std::string Origin::authority() const
{
    return port == (isTls ? kTlsPort : kPlainPort) ? bracketed(host) : hostAndPort(host, port);
}

std::string hostAndPort(std::string_view host, std::uint16_t port)
{
    return bracketed(host) + ':' + std::to_string(port);
}

} // namespace transport
