// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/connect/proxy.h"

#include "protocol/wire/ascii.h"

#include <QHostAddress>
#include <QNetworkProxyFactory>

#include <charconv>

namespace transport {

namespace {

constexpr std::uint16_t kSocksPort = 1080;
constexpr std::uint16_t kHttpPort = 80;

// Lower case, no brackets, no dot at the end.
std::string plainHost(std::string_view host)
{
    if (host.starts_with('[') && host.ends_with(']')) {
        host = host.substr(1, host.size() - 2);
    }
    if (host.ends_with('.')) {
        host.remove_suffix(1);
    }
    return wire::lower(host);
}

QHostAddress addressOf(std::string_view host)
{
    return QHostAddress(QLatin1String(host.data(), static_cast<qsizetype>(host.size())));
}

// "name:port" apart; an IPv6 address without brackets has no port.
std::pair<std::string_view, std::optional<std::uint16_t>> apart(std::string_view entry)
{
    const std::size_t colon = entry.rfind(':');
    const bool isV6 = !entry.starts_with('[') && entry.find(':') != colon;
    if (colon == entry.npos || isV6 || entry.ends_with(']')) {
        return { entry, std::nullopt };
    }
    std::uint16_t port = 0;
    const std::string_view digits = entry.substr(colon + 1);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (parsed.ec != std::errc {} || parsed.ptr != digits.data() + digits.size()) {
        return { entry, std::nullopt };
    }
    return { entry.substr(0, colon), port };
}

bool isBelow(std::string_view host, std::string_view domain)
{
    return host.size() > domain.size() && host.ends_with(domain)
        && host[host.size() - domain.size() - 1] == '.';
}

const std::string* exceptionFor(const std::vector<std::string>& entries, const Origin& target)
{
    const auto found = std::ranges::find_if(
        entries, [&](const std::string& entry) { return isException(entry, target.host, target.port); });
    return found == entries.end() ? nullptr : &*found;
}

ProxyChoice direct(std::string why)
{
    return { .proxy = {}, .why = std::move(why) };
}

ProxyChoice fromEnvironment(const ProxyEnvironment& environment, bool isTls)
{
    if (const auto& own = isTls ? environment.https : environment.http) {
        return { .proxy = own, .why = isTls ? "https_proxy" : "http_proxy" };
    }
    if (environment.all) {
        return { .proxy = environment.all, .why = "all_proxy" };
    }
    return direct(
        isTls ? "neither https_proxy nor all_proxy is set" : "neither http_proxy nor all_proxy is set");
}

wire::Error notAProxy(std::string_view found)
{
    return { .kind = wire::ErrorKind::Usage,
        .message = "this is no proxy's address",
        .expected = "http://host:port or socks5://host:port",
        .found = std::string(found),
        .where = {} };
}

} // namespace

std::string ProxyAddress::toString() const
{
    return (kind == Kind::Http ? "http://" : "socks5://") + hostAndPort(host, port);
}

std::expected<ProxyAddress, wire::Error> ProxyAddress::parse(std::string_view text)
{
    QString whole = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    if (!whole.contains(QLatin1String("://"))) {
        whole.prepend(QLatin1String("http://"));
    }
    const QUrl url(whole, QUrl::StrictMode);
    const QString scheme = url.scheme();
    const bool isSocks = scheme == QLatin1String("socks5") || scheme == QLatin1String("socks5h")
        || scheme == QLatin1String("socks");
    const QString host = url.host(QUrl::FullyEncoded);
    if ((!isSocks && scheme != QLatin1String("http")) || host.isEmpty()) {
        // Not the whole of it, where it can't be told what is the password.
        return std::unexpected(notAProxy(url.isValid()
                ? wire::excerpt(url.toString(QUrl::RemoveUserInfo | QUrl::FullyEncoded).toStdString())
                : std::string()));
    }
    return ProxyAddress { .kind = isSocks ? Kind::Socks5 : Kind::Http,
        .host = host.toStdString(),
        .port = static_cast<std::uint16_t>(url.port(isSocks ? kSocksPort : kHttpPort)),
        .user = url.userName(QUrl::FullyDecoded).toStdString(),
        .password = url.password(QUrl::FullyDecoded).toStdString() };
}

ProxyEnvironment ProxyEnvironment::read(const Lookup& value)
{
    ProxyEnvironment environment;
    const auto valueOf = [&](const char* name, const char* capitals) {
        const std::string text = value(name);
        return text.empty() && capitals ? value(capitals) : text;
    };
    const auto proxyOf = [&](const char* name, const char* capitals) -> std::optional<ProxyAddress> {
        const std::string text = valueOf(name, capitals);
        if (text.empty()) {
            return {};
        }
        auto proxy = ProxyAddress::parse(text);
        if (!proxy) {
            proxy.error().where = name;
            environment.mistakes.push_back(std::move(proxy.error()));
            return {};
        }
        return std::move(*proxy);
    };
    environment.http = proxyOf("http_proxy", nullptr);
    environment.https = proxyOf("https_proxy", "HTTPS_PROXY");
    environment.all = proxyOf("all_proxy", "ALL_PROXY");
    environment.exceptions = splitExceptions(valueOf("no_proxy", "NO_PROXY"));
    return environment;
}

std::vector<std::string> splitExceptions(std::string_view list)
{
    constexpr std::string_view kBetween = ", \t\n";
    std::vector<std::string> entries;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find_first_of(kBetween), list.size());
        if (end > 0) {
            entries.emplace_back(list.substr(0, end));
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return entries;
}

bool isException(std::string_view entry, std::string_view host, std::uint16_t port)
{
    if (entry == "*") {
        return true;
    }
    const auto [name, onlyPort] = apart(entry);
    if (onlyPort && *onlyPort != port) {
        return false;
    }
    const std::string wanted = plainHost(host);
    const QHostAddress address = addressOf(wanted);
    if (!address.isNull()) {
        if (name.find('/') != name.npos) {
            const auto subnet = QHostAddress::parseSubnet(
                QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
            return subnet.second >= 0 && address.isInSubnet(subnet);
        }
        return addressOf(plainHost(name)) == address;
    }
    std::string domain = plainHost(name);
    domain.erase(0, domain.starts_with("*.") ? 2 : domain.starts_with('.') ? 1 : 0);
    return !domain.empty() && (wanted == domain || isBelow(wanted, domain));
}

bool isLoopback(std::string_view host)
{
    const std::string plain = plainHost(host);
    return plain == "localhost" || isBelow(plain, "localhost") || addressOf(plain).isLoopback();
}

ProxyChoice chooseProxy(
    const ProxySettings& settings, const Origin& target, const std::optional<std::string>& address)
{
    if (settings.use == ProxySettings::Use::Direct
        || (settings.use == ProxySettings::Use::Given && !settings.proxy)) {
        return direct("no proxy is set");
    }
    if (const std::string* const entry = exceptionFor(settings.exceptions, target)) {
        return direct("an exception: " + *entry);
    }
    if (settings.use == ProxySettings::Use::Given) {
        return { .proxy = settings.proxy, .why = "set for this program" };
    }
    if (isLoopback(address.value_or(target.host))) {
        return direct("this machine itself");
    }
    if (const std::string* const entry = exceptionFor(settings.environment.exceptions, target)) {
        return direct("no_proxy: " + *entry);
    }
    if (settings.environment.isEmpty()) {
        return { .proxy = {}, .why = {}, .asksDesktop = true };
    }
    return fromEnvironment(settings.environment, target.isTls);
}

ProxyChoice askDesktop(const Origin& target)
{
    QUrl url;
    url.setScheme(target.isTls ? QStringLiteral("https") : QStringLiteral("http"));
    url.setHost(QString::fromStdString(target.host));
    url.setPort(target.port);
    const QList<QNetworkProxy> proxies = QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(url));
    for (const QNetworkProxy& proxy : proxies) {
        const bool isSocks = proxy.type() == QNetworkProxy::Socks5Proxy;
        if (isSocks || proxy.type() == QNetworkProxy::HttpProxy
            || proxy.type() == QNetworkProxy::HttpCachingProxy) {
            return { .proxy
                = ProxyAddress { .kind = isSocks ? ProxyAddress::Kind::Socks5 : ProxyAddress::Kind::Http,
                    .host = proxy.hostName().toStdString(),
                    .port = proxy.port(),
                    .user = proxy.user().toStdString(),
                    .password = proxy.password().toStdString() },
                .why = "the desktop's settings" };
        }
        if (proxy.type() == QNetworkProxy::NoProxy) {
            break;
        }
    }
    return direct("the desktop's settings name none");
}

} // namespace transport
