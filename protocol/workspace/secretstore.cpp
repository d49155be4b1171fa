// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/secretstore.h"

#include "protocol/workspace/endpointurl.h"
#include "protocol/workspace/workspace.h"

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

QString headerKey(const Endpoint& endpoint, const Header& header)
{
    if (header.valueRef.isEmpty())
        return {};
    return header.valueRef % QStringLiteral(" for ") % serverOf(endpoint.url);
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
