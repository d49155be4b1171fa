// SPDX-License-Identifier: Apache-2.0
// What of OpenSSL signs and hashes, as owned objects. For .cpp files of identity/ alone.
#pragma once

#include "protocol/wire/openssl.h"

#include <openssl/ec.h>
#include <string>
#include <string_view>

namespace identity {

using wire::Bio;
using wire::Free;
using wire::Pkey;
using PkeyContext = std::unique_ptr<EVP_PKEY_CTX, Free<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Free<EVP_MD_CTX_free>>;
using EcdsaSignature = std::unique_ptr<ECDSA_SIG, Free<ECDSA_SIG_free>>;

inline const unsigned char* bytesOf(std::string_view text)
{
    return reinterpret_cast<const unsigned char*>(text.data());
}

inline unsigned char* bytesOf(std::string& text)
{
    return reinterpret_cast<unsigned char*>(text.data());
}

} // namespace identity
