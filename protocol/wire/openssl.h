// SPDX-License-Identifier: Apache-2.0
// OpenSSL's objects as owned ones. For .cpp files alone: no header of an interface names OpenSSL.
#pragma once

#include <memory>
#include <openssl/bio.h>
#include <openssl/evp.h>

namespace wire {

template <auto free>
struct Free {
    template <typename T>
    void operator()(T* object) const
    {
        free(object);
    }
};

using Bio = std::unique_ptr<BIO, Free<BIO_free_all>>;
using Pkey = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;

} // namespace wire
