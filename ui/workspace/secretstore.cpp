// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/secretstore.h"

#include "ui/workspace/endpointurl.h"
#include "ui/workspace/workspace.h"

#include <QRandomGenerator>

namespace workspace {

QString secretKey(const Endpoint& endpoint)
{
    if (endpoint.tokenRef.isEmpty())
        return {};
    return endpoint.tokenRef % QStringLiteral(" for ") % serverOf(endpoint.url);
}

QString passphraseKey(const Endpoint& endpoint)
{
    const TlsAccess& tls = endpoint.access.tls;
    if (tls.passphraseRef.isEmpty())
        return {};
    return tls.passphraseRef % QStringLiteral(" for ")
        % (tls.keyFile.isEmpty() ? tls.certificateFile : tls.keyFile);
}

static QString randomName(const QString& pattern)
{
    return pattern.arg(QRandomGenerator::global()->generate64(), 16, 16, QLatin1Char('0'));
}

QString makeTokenRef()
{
    return randomName(QStringLiteral("token_%1"));
}

QString makePassphraseRef()
{
    return randomName(QStringLiteral("passphrase_%1"));
}

QFuture<QString> SessionStore::read(const QString& key)
{
    return QtFuture::makeReadyFuture(m_secrets.value(key));
}

QFuture<void> SessionStore::write(const QString& key, const QString& secret)
{
    m_secrets[key] = secret;
    return QtFuture::makeReadyFuture();
}

QFuture<void> SessionStore::remove(const QString& key)
{
    m_secrets.remove(key);
    return QtFuture::makeReadyFuture();
}

} // namespace workspace
