// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/endpointurl.h"

#include <QCoreApplication>
#include <QUrl>

namespace workspace {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(workspace)
};

QString schemeOf(const QString& url)
{
    const qsizetype end = url.indexOf(QStringLiteral("://"));
    return end < 0 ? QString() : url.left(end).toLower();
}

} // namespace

std::expected<QString, QString> checkUrl(const QString& typed)
{
    const QString url = typed.trimmed();
    if (url.isEmpty())
        return std::unexpected(Words::tr("Enter a URL, such as http://127.0.0.1:8402/mcp."));
    const QString scheme = schemeOf(url);
    if (scheme != QStringLiteral("http") && scheme != QStringLiteral("https"))
        return std::unexpected(scheme.isEmpty()
                ? Words::tr("The URL has to begin with http:// or https://.")
                : Words::tr("Only http:// and https:// can be reached, not %1://.").arg(scheme.left(32)));
    const QUrl parsed(url, QUrl::StrictMode);
    if (!parsed.isValid())
        return std::unexpected(
            Words::tr("This is no URL: %1.").arg(parsed.errorString().section(u';', 0, 0)));
    if (parsed.host().isEmpty())
        return std::unexpected(Words::tr("The URL names no host."));
    if (!parsed.userInfo().isEmpty())
        return std::unexpected(Words::tr("A user name or password has no place in a URL: use the token."));
    if (parsed.hasFragment())
        return std::unexpected(Words::tr("What follows # is never sent: leave it out."));
    return url;
}

QString serverOf(const QString& url)
{
    if (!checkUrl(url))
        return {};
    const QUrl parsed(url.trimmed(), QUrl::StrictMode);
    const int usual = parsed.scheme() == QStringLiteral("https") ? 443 : 80;
    return parsed.scheme() % QStringLiteral("://") % parsed.host(QUrl::FullyEncoded) % u':'
        % QString::number(parsed.port(usual));
}

} // namespace workspace
