// SPDX-License-Identifier: Apache-2.0
// A CA for one test: certificates good and bad, and files of them.
#pragma once

#include "protocol/transport/tls/issuing.h"

#include <QTemporaryDir>

class Authority final {
public:
    using Request = tls::CertificateRequest;
    static constexpr std::int64_t kDayMs = 86'400'000;

    explicit Authority(const std::string& name = "Test CA");

    const tls::Identity& ca() const { return m_ca; }
    /// Of localhost, 127.0.0.1 and ::1, from a day ago until `days` from now.
    tls::Identity server(std::vector<std::string> hosts = { "localhost", "127.0.0.1", "::1" }, int days = 30,
        int fromDays = -1);
    tls::Identity client(const std::string& name = "buyer", Request::KeyKind kind = Request::KeyKind::P256);

    /// Trusting this CA and nothing else.
    QSslConfiguration trusting() const;

    /// Writes a file of the test's folder; its path.
    std::string write(const QString& name, const QByteArray& contents) const;
    std::string path(const QString& name) const { return m_folder.filePath(name).toStdString(); }

private:
    tls::Identity issued(Request request, const tls::Identity* issuer);

    wire::SystemIdSource m_ids;
    tls::Identity m_ca;
    QTemporaryDir m_folder;
};
