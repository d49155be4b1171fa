// SPDX-License-Identifier: Apache-2.0
// OpenSSL's objects as owned ones. For .cpp files of identity/ alone.
#pragma once

#include <memory>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <string>
#include <string_view>

namespace identity {

template <auto free>
struct Free {
    template <typename T>
    void operator()(T* object) const
    {
        free(object);
    }
};

using Pkey = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using PkeyContext = std::unique_ptr<EVP_PKEY_CTX, Free<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Free<EVP_MD_CTX_free>>;
using EcdsaSignature = std::unique_ptr<ECDSA_SIG, Free<ECDSA_SIG_free>>;
using Bio = std::unique_ptr<BIO, Free<BIO_free_all>>;

inline const unsigned char* bytesOf(std::string_view text)
{
    return reinterpret_cast<const unsigned char*>(text.data());
}

inline unsigned char* bytesOf(std::string& text)
{
    return reinterpret_cast<unsigned char*>(text.data());
}

} // namespace identity
