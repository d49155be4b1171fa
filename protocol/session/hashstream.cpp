// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/hashstream.h"

#include <QtGlobal>

#include <openssl/evp.h>

#include <array>

namespace session {

namespace {

constexpr std::size_t kBatch = std::size_t { 16 } << 10;

std::string named(const std::array<unsigned char, 32>& digest)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out = "sha256:";
    for (const unsigned char byte : digest) {
        out += kHex[byte >> 4U];
        out += kHex[byte & 0xFU];
    }
    return out;
}

} // namespace

void HashStream::Free::operator()(evp_md_ctx_st* context) const
{
    EVP_MD_CTX_free(context);
}

HashStream::HashStream()
    : m_context(EVP_MD_CTX_new())
{
    // Looked up once: OpenSSL's implicit fetch takes a lock and half a microsecond.
    static EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    [[maybe_unused]] const int done = EVP_DigestInit_ex2(m_context.get(), algorithm, nullptr);
    Q_ASSERT(done == 1);
}

HashStream::~HashStream() = default;
HashStream::HashStream(HashStream&&) noexcept = default;
HashStream& HashStream::operator=(HashStream&&) noexcept = default;

void HashStream::add(std::string_view bytes)
{
    if (m_batch.size() + bytes.size() < kBatch) {
        m_batch.append(bytes);
        return;
    }
    EVP_DigestUpdate(m_context.get(), m_batch.data(), m_batch.size());
    m_batch.clear();
    if (bytes.size() < kBatch) {
        m_batch.append(bytes);
    } else {
        EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size());
    }
}

std::string HashStream::finish(std::string_view last) const
{
    const std::unique_ptr<evp_md_ctx_st, Free> copy(EVP_MD_CTX_new());
    std::array<unsigned char, 32> digest {};
    [[maybe_unused]] const bool done = EVP_MD_CTX_copy_ex(copy.get(), m_context.get()) == 1
        && EVP_DigestUpdate(copy.get(), m_batch.data(), m_batch.size()) == 1
        && EVP_DigestUpdate(copy.get(), last.data(), last.size()) == 1
        && EVP_DigestFinal_ex(copy.get(), digest.data(), nullptr) == 1;
    Q_ASSERT(done);
    return named(digest);
}

std::string sha256(std::string_view bytes)
{
    return HashStream().finish(bytes);
}

} // namespace session
