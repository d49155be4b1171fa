// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/tls/certificate.h"

#include "protocol/transport/tls/openssl.h"
#include "protocol/wire/error.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QHostAddress>

#include <openssl/x509v3.h>

namespace tls {

namespace {

using GeneralNames = std::unique_ptr<GENERAL_NAMES, Free<GENERAL_NAMES_free>>;

std::string text(const X509_NAME* name)
{
    const Bio bio = bioInMemory();
    // Letters of other scripts as they are; what could steer a terminal stays escaped.
    X509_NAME_print_ex(
        bio.get(), name, 0, XN_FLAG_RFC2253 & ~static_cast<unsigned long>(ASN1_STRFLGS_ESC_MSB));
    return contentsOf(bio.get()).toStdString();
}

std::string text(const ASN1_STRING* string)
{
    return wire::excerpt({ reinterpret_cast<const char*>(ASN1_STRING_get0_data(string)),
                             static_cast<std::size_t>(ASN1_STRING_length(string)) },
        256);
}

std::string address(const ASN1_OCTET_STRING* bytes)
{
    const unsigned char* const data = ASN1_STRING_get0_data(bytes);
    switch (ASN1_STRING_length(bytes)) {
    case 4:
        return QHostAddress(static_cast<quint32>(data[0]) << 24 | static_cast<quint32>(data[1]) << 16
            | static_cast<quint32>(data[2]) << 8 | data[3])
            .toString()
            .toStdString();
    case 16:
        return QHostAddress(data).toString().toStdString();
    default:
        return "?";
    }
}

std::vector<std::string> namesOf(X509* certificate)
{
    std::vector<std::string> names;
    const GeneralNames all(
        static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
    for (int i = 0; all && i < sk_GENERAL_NAME_num(all.get()); ++i) {
        int type = 0;
        const void* const value = GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(all.get(), i), &type);
        const auto* const string = static_cast<const ASN1_STRING*>(value);
        if (type == GEN_DNS) {
            names.push_back("DNS:" + text(string));
        } else if (type == GEN_IPADD) {
            names.push_back("IP:" + address(string));
        } else if (type == GEN_URI) {
            names.push_back("URI:" + text(string));
        } else if (type == GEN_EMAIL) {
            names.push_back("email:" + text(string));
        }
    }
    return names;
}

std::string joined(const std::vector<std::string>& parts)
{
    std::string all;
    for (const std::string& part : parts) {
        all += (all.empty() ? "" : ", ") + part;
    }
    return all;
}

std::string inPairs(std::string_view hex)
{
    std::string all;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        all.append(i > 0 ? ":" : "").append(hex.substr(i, 2));
    }
    return all;
}

} // namespace

CertificateFacts CertificateFacts::of(const QSslCertificate& certificate)
{
    CertificateFacts facts;
    facts.sha256 = fingerprint(certificate);
    facts.notBeforeMs = certificate.effectiveDate().toMSecsSinceEpoch();
    facts.notAfterMs = certificate.expiryDate().toMSecsSinceEpoch();
    facts.serial = certificate.serialNumber().replace(':', QByteArray()).toStdString();
    facts.isSelfSigned = certificate.isSelfSigned();
    if (const X509Ptr x509 = x509Of(certificate)) {
        facts.subject = text(X509_get_subject_name(x509.get()));
        facts.issuer = text(X509_get_issuer_name(x509.get()));
        facts.names = namesOf(x509.get());
        facts.isCa = X509_check_ca(x509.get()) > 0;
        if (const EVP_PKEY* const key = X509_get0_pubkey(x509.get())) {
            facts.keyType = tls::keyType(key);
            facts.keyBits = EVP_PKEY_get_bits(key);
        }
    }
    return facts;
}

std::vector<std::string> CertificateFacts::describe() const
{
    std::vector<std::string> lines { "subject: " + subject,
        "issuer: " + (isSelfSigned ? "itself (self-signed)" : issuer) };
    if (!names.empty()) {
        lines.push_back("names: " + joined(names));
    }
    lines.push_back("valid: " + utc(notBeforeMs) + " to " + utc(notAfterMs));
    lines.push_back("serial: " + serial);
    lines.push_back("key: " + keyType + ", " + std::to_string(keyBits) + " bits");
    lines.push_back("sha256: " + inPairs(sha256));
    return lines;
}

std::string CertificateFacts::hosts() const
{
    std::vector<std::string> hosts;
    for (const std::string& name : names) {
        if (name.starts_with("DNS:") || name.starts_with("IP:")) {
            hosts.push_back(name.substr(name.find(':') + 1));
        }
    }
    return hosts.empty() ? subject : joined(hosts);
}

std::string fingerprint(const QSslCertificate& certificate)
{
    return certificate.digest(QCryptographicHash::Sha256).toHex().toStdString();
}

std::string utc(std::int64_t unixMs)
{
    return QDateTime::fromMSecsSinceEpoch(unixMs, Qt::UTC)
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss 'UTC'"))
        .toStdString();
}

} // namespace tls
