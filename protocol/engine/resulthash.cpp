// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/resulthash.h"

#include "protocol/engine/canonicalraw.h"
#include "protocol/json/text.h"

#include <array>
#include <openssl/evp.h>

namespace engine {

class ResultHash::Digest {
public:
    Digest()
        : m_context(EVP_MD_CTX_new())
    {
        EVP_DigestInit_ex(m_context, EVP_sha256(), nullptr);
    }
    ~Digest() { EVP_MD_CTX_free(m_context); }
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;

    void add(std::string_view text) { EVP_DigestUpdate(m_context, text.data(), text.size()); }
    std::string finish()
    {
        std::array<unsigned char, EVP_MAX_MD_SIZE> bytes {};
        unsigned size = 0;
        EVP_DigestFinal_ex(m_context, bytes.data(), &size);
        std::string text = "sha256:";
        for (unsigned i = 0; i < size; ++i) {
            text += "0123456789abcdef"[bytes[i] >> 4];
            text += "0123456789abcdef"[bytes[i] & 15];
        }
        return text;
    }

private:
    EVP_MD_CTX* m_context;
};

ResultHash::ResultHash(std::string_view type, bool isText)
    : m_digest(std::make_unique<Digest>())
    , m_type(type)
    , m_isText(isText)
{
    // JCS sorts "data" before "type".
    m_digest->add(isText ? R"({"data":")" : R"({"data":[)");
}

ResultHash::~ResultHash() = default;

void ResultHash::add(const json::Raw& piece)
{
    const auto canonical = canonicalOf(piece);
    if (!canonical) {
        m_isCanonical = false;
        return;
    }
    if (m_isText) {
        m_digest->add(std::string_view(*canonical).substr(1, canonical->size() - 2));
    } else {
        m_digest->add(m_isFirst ? "" : ",");
        m_digest->add(*canonical);
    }
    m_isFirst = false;
}

std::optional<std::string> ResultHash::finish()
{
    if (!m_isCanonical) {
        return std::nullopt;
    }
    std::string end = m_isText ? R"(","type":)" : R"(],"type":)";
    json::appendQuoted(end, m_type);
    end += '}';
    m_digest->add(end);
    return m_digest->finish();
}

std::optional<std::string> ResultHash::of(std::string_view type, const json::Raw& data)
{
    const auto canonical = canonicalOf(data);
    if (!canonical) {
        return std::nullopt;
    }
    std::string text = R"({"data":)" + *canonical + R"(,"type":)";
    json::appendQuoted(text, type);
    text += '}';
    Digest digest;
    digest.add(text);
    return digest.finish();
}

} // namespace engine
