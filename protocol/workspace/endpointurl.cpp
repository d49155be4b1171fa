// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/endpointurl.h"

#include "protocol/binding/target.h"

#include <QCoreApplication>

namespace workspace {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(workspace)
};

std::expected<binding::Target, wire::Error> parse(const QString& typed)
{
    return binding::parseTarget(typed.toStdString());
}

QString authorityOf(const QUrl& url)
{
    const bool isSecure = url.scheme() == QStringLiteral("https") || url.scheme() == QStringLiteral("wss");
    return url.scheme() % QStringLiteral("://") % url.host(QUrl::FullyEncoded) % u':'
        % QString::number(url.port(isSecure ? 443 : 80));
}

QString serverOf(const binding::HttpTarget& target)
{
    return authorityOf(target.url);
}

QString serverOf(const binding::WebSocketTarget& target)
{
    return authorityOf(target.url);
}

QString serverOf(const binding::A2aTarget& target)
{
    return authorityOf(target.url);
}

QString serverOf(const binding::StdioTarget& target)
{
    return QString::fromStdString(binding::toString(target));
}

Kind kindOf(const binding::HttpTarget& target)
{
    return target.url.scheme() == QStringLiteral("https") ? Kind::Https : Kind::Http;
}

Kind kindOf(const binding::WebSocketTarget& target)
{
    return target.url.scheme() == QStringLiteral("wss") ? Kind::SecureWebSocket : Kind::WebSocket;
}

Kind kindOf(const binding::A2aTarget& target)
{
    return target.url.scheme() == QStringLiteral("https") ? Kind::Https : Kind::Http;
}

Kind kindOf(const binding::StdioTarget&)
{
    return Kind::Program;
}

} // namespace

std::expected<QString, QString> checkUrl(const QString& typed)
{
    QString address = typed.trimmed();
    if (address.isEmpty())
        return std::unexpected(
            Words::tr("Enter an address, such as http://127.0.0.1:8402/mcp, wss://HOST/PATH, "
                      "a2a:https://HOST or stdio:COMMAND ARGS."));
    if (const auto target = parse(address); !target)
        return std::unexpected(QString::fromStdString(target.error().toString()));
    return address;
}

QString serverOf(const QString& url)
{
    const auto target = parse(url);
    return target ? std::visit([](const auto& kind) { return serverOf(kind); }, *target) : QString();
}

Kind kindOf(const QString& url)
{
    const auto target = parse(url);
    return target ? std::visit([](const auto& kind) { return kindOf(kind); }, *target) : Kind::None;
}

} // namespace workspace
