// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/tls/devca.h"

#include "protocol/transport/tls/issuing.h"
#include "protocol/transport/tls/openssl.h"
#include "protocol/transport/tls/pemfiles.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace tls {

namespace {

using Purpose = CertificateRequest::Purpose;

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kCaDays = 3'650;
/// Some TLS libraries refuse longer ones.
constexpr std::int64_t kLeafDays = 397;

wire::Error cantKeep(const std::string& path, const QString& why)
{
    return { .kind = wire::ErrorKind::Io,
        .message = "can't keep the development CA: " + why.toStdString(),
        .expected = {},
        .found = {},
        .where = path };
}

const QString kCaFile = QStringLiteral("ca.pem");

QString inFolder(const std::string& folder, const QString& name)
{
    return QString::fromStdString(folder) + QLatin1Char('/') + name;
}

// Certificate and key in one file: nobody ever sees one without the other.
std::expected<void, wire::Error> keep(const std::string& path, const Identity& identity)
{
    QSaveFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::WriteOnly)
        || !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
        || file.write(toPem(identity)) < 0 || !file.commit()) {
        return std::unexpected(cantKeep(path, file.errorString()));
    }
    return {};
}

bool isValidFor(const QSslCertificate& certificate, std::int64_t nowMs, std::int64_t aheadMs)
{
    return certificate.effectiveDate().toMSecsSinceEpoch() <= nowMs
        && nowMs + aheadMs < certificate.expiryDate().toMSecsSinceEpoch();
}

bool isIssuedBy(const QSslCertificate& certificate, const QSslCertificate& issuer)
{
    const X509Ptr one = x509Of(certificate);
    const X509Ptr by = x509Of(issuer);
    return one && by && X509_verify(one.get(), X509_get0_pubkey(by.get())) == 1;
}

std::expected<Identity, wire::Error> keptOrIssued(const std::string& path, CertificateRequest request,
    const Identity* issuer, std::int64_t days, std::int64_t nowMs)
{
    auto kept = readIdentity(path, {}, {});
    if (kept && isValidFor(kept->certificate, nowMs, kDayMs)
        && isIssuedBy(kept->certificate, issuer ? issuer->certificate : kept->certificate)) {
        return kept;
    }
    // A clock that is a little behind ours shall find it valid.
    request.notBeforeMs = nowMs - kDayMs;
    request.notAfterMs = nowMs + days * kDayMs;
    wire::SystemIdSource ids;
    auto issued = issue(request, issuer, ids);
    if (!issued) {
        return issued;
    }
    if (auto written = keep(path, *issued); !written) {
        return std::unexpected(written.error());
    }
    return issued;
}

std::expected<Identity, wire::Error> alone(const std::string& folder, const QString& name,
    const CertificateRequest& request, const Identity* issuer, std::int64_t days, std::int64_t nowMs)
{
    const QString lockPath = inFolder(folder, QStringLiteral("ca.lock"));
    constexpr std::chrono::milliseconds kPatience { 10'000 };
    QLockFile lock(lockPath);
    if (!lock.tryLock(static_cast<int>(kPatience.count()))) {
        return std::unexpected(cantKeep(lockPath.toStdString(),
            QStringLiteral("the folder can't be locked, or another program holds it")));
    }
    return keptOrIssued(inFolder(folder, name).toStdString(), request, issuer, days, nowMs);
}

QString leafName(const char* kind, const std::vector<std::string>& names)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const std::string& name : names) {
        hash.addData(QByteArray::fromStdString(name + '\n'));
    }
    constexpr qsizetype kDigits = 16;
    return QLatin1String(kind) + QLatin1Char('-') + QString::fromLatin1(hash.result().toHex().left(kDigits))
        + QLatin1String(".pem");
}

} // namespace

std::expected<DevCa, wire::Error> DevCa::openOrCreate(const std::string& folder, wire::Clock& clock)
{
    const QString path = QString::fromStdString(folder);
    if (!QDir().mkpath(path)) {
        return std::unexpected(cantKeep(folder, QStringLiteral("the folder can't be made")));
    }
    const CertificateRequest request { .purpose = Purpose::Ca, .commonName = "Development CA of this user" };
    auto ca = alone(folder, kCaFile, request, nullptr, kCaDays, clock.unixMs());
    if (!ca) {
        return std::unexpected(ca.error());
    }
    return DevCa(folder, clock, std::move(*ca));
}

std::string DevCa::certificateFile() const
{
    return inFolder(m_folder, kCaFile).toStdString();
}

std::expected<Identity, wire::Error> DevCa::issueServer(const std::vector<std::string>& names) const
{
    const std::vector<std::string> hosts
        = names.empty() ? std::vector<std::string> { "localhost", "127.0.0.1", "::1" } : names;
    const CertificateRequest request {
        .purpose = Purpose::Server, .commonName = hosts.front(), .hosts = hosts
    };
    return alone(m_folder, leafName("server", hosts), request, &m_ca, kLeafDays, m_clock->unixMs());
}

std::expected<Identity, wire::Error> DevCa::issueClient(const std::string& name) const
{
    const CertificateRequest request { .purpose = Purpose::Client, .commonName = name };
    return alone(m_folder, leafName("client", { name }), request, &m_ca, kLeafDays, m_clock->unixMs());
}

std::string devCaFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation).toStdString()
        + "/acmp-workbench/ca";
}

Options trustingDevCa(Options options, const std::string& folder)
{
    QFile file(inFolder(folder, kCaFile));
    if (file.open(QIODevice::ReadOnly)) {
        QList<QSslCertificate> trusted = options.configuration.caCertificates();
        trusted += QSslCertificate::fromData(file.readAll());
        options.configuration.setCaCertificates(trusted);
    }
    return options;
}

} // namespace tls
