// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/tls/settings.h"

#include "protocol/transport/tls/identity.h"
#include "protocol/transport/tls/pemfiles.h"

namespace tls {

namespace {

std::expected<void, wire::Error> addTrust(const Settings& settings, QSslConfiguration& tls)
{
    if (settings.caFile.empty() && settings.trustsSystem) {
        return {};
    }
    QList<QSslCertificate> trusted
        = settings.trustsSystem ? QSslConfiguration::systemCaCertificates() : QList<QSslCertificate>();
    if (!settings.caFile.empty()) {
        auto own = readCertificates(settings.caFile);
        if (!own) {
            return std::unexpected(own.error());
        }
        trusted += *own;
    }
    tls.setCaCertificates(trusted);
    return {};
}

} // namespace

std::expected<Options, wire::Error> configuration(const Settings& settings, const Passphrase& passphrase)
{
    Options options;
    if (auto trusted = addTrust(settings, options.configuration); !trusted) {
        return std::unexpected(trusted.error());
    }
    if (!settings.pin.empty()) {
        auto pin = readPin(settings.pin);
        if (!pin) {
            return std::unexpected(pin.error());
        }
        options.pin = std::move(*pin);
    }
    if (!settings.certificateFile.empty() || !settings.keyFile.empty()) {
        auto identity = readIdentity(settings.certificateFile, settings.keyFile, passphrase);
        if (!identity) {
            return std::unexpected(identity.error());
        }
        identity->showIn(options.configuration);
    }
    return options;
}

std::expected<std::string, wire::Error> readPin(std::string_view text)
{
    QByteArray digits(text.data(), static_cast<qsizetype>(text.size()));
    digits = digits.toLower().replace("sha256:", "").replace(':', "").replace(' ', "");
    constexpr qsizetype kDigits = 64;
    if (digits.size() != kDigits || QByteArray::fromHex(digits).toHex() != digits) {
        return std::unexpected(wire::Error { .kind = wire::ErrorKind::Usage,
            .message = "this is no certificate's fingerprint",
            .expected = "SHA-256 as 64 hex digits",
            .found = wire::excerpt(text),
            .where = {} });
    }
    return digits.toStdString();
}

} // namespace tls
