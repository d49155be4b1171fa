// SPDX-License-Identifier: Apache-2.0
// SHA-256 in one call: an opinion of its own on what the program hashes piece by piece.
#pragma once

#include <QByteArray>

#include <openssl/evp.h>

#include <string>

inline std::string oneShotSha256(const QByteArray& bytes)
{
    QByteArray digest(32, '\0');
    EVP_Digest(bytes.constData(), static_cast<std::size_t>(bytes.size()),
        reinterpret_cast<unsigned char*>(digest.data()), nullptr, EVP_sha256(), nullptr);
    return "sha256:" + digest.toHex().toStdString();
}
