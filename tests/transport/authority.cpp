// SPDX-License-Identifier: Apache-2.0
#include "authority.h"

#include "protocol/wire/systemclock.h"

#include <QFile>

Authority::Authority(const std::string& name)
{
    Request request { .purpose = Request::Purpose::Ca, .commonName = name };
    request.notBeforeMs = wire::SystemClock().unixMs() - kDayMs;
    request.notAfterMs = request.notBeforeMs + 100 * kDayMs;
    m_ca = issued(request, nullptr);
}

tls::Identity Authority::issued(Request request, const tls::Identity* issuer)
{
    auto identity = tls::issue(request, issuer, m_ids);
    if (!identity) {
        qFatal("%s", identity.error().toString().c_str());
    }
    return *identity;
}

tls::Identity Authority::server(std::vector<std::string> hosts, int days, int fromDays)
{
    const std::int64_t now = wire::SystemClock().unixMs();
    Request request {
        .purpose = Request::Purpose::Server, .commonName = "test server", .hosts = std::move(hosts)
    };
    request.notBeforeMs = now + fromDays * kDayMs;
    request.notAfterMs = now + days * kDayMs;
    return issued(request, &m_ca);
}

tls::Identity Authority::client(const std::string& name, Request::KeyKind kind)
{
    const std::int64_t now = wire::SystemClock().unixMs();
    Request request { .purpose = Request::Purpose::Client, .commonName = name };
    request.keyKind = kind;
    request.notBeforeMs = now - kDayMs;
    request.notAfterMs = now + kDayMs;
    return issued(request, &m_ca);
}

QSslConfiguration Authority::trusting() const
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setCaCertificates({ m_ca.certificate });
    return tls;
}

std::string Authority::write(const QString& name, const QByteArray& contents) const
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size()) {
        qFatal("can't write %s", qPrintable(file.fileName()));
    }
    return file.fileName().toStdString();
}
