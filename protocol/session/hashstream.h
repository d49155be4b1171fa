// SPDX-License-Identifier: Apache-2.0
// SHA-256 of bytes that come in pieces. What follows them can be tried in several ways: finish() leaves the
// stream as it is. Internal to session/.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace session {

class HashStream final {
public:
    HashStream();
    ~HashStream();
    HashStream(HashStream&&) noexcept;
    HashStream& operator=(HashStream&&) noexcept;

    void add(std::string_view bytes);
    /// "sha256:…" of all that was added and `last`.
    std::string finish(std::string_view last) const;

private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> m_context;
    std::string m_batch; // a call into OpenSSL costs more than the few bytes of a chunk
};

/// "sha256:…" of `bytes`.
std::string sha256(std::string_view bytes);

} // namespace session
