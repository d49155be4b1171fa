// SPDX-License-Identifier: Apache-2.0
// A certificate for "localhost" and 127.0.0.1 that signs itself, made anew in each run.
#pragma once

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>

struct TestCertificate {
    QSslCertificate certificate;
    QSslKey key;

    static TestCertificate make();
    /// For a server that shows it.
    QSslConfiguration server() const;
    /// For a client that trusts it and nothing else.
    QSslConfiguration trusting() const;
};
