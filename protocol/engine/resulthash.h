// SPDX-License-Identifier: Apache-2.0
// The proof "result-hash" (Layer 3): SHA-256 over the canonical form of the output {type, data}; of a
// streamed output, piece by piece as it goes out, over the concatenation of strings or else the array of all
// pieces (decision D11).
#pragma once

#include "protocol/json/raw.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

class ResultHash final {
public:
    ResultHash(std::string_view type, bool isText);
    ~ResultHash();
    ResultHash(const ResultHash&) = delete;
    ResultHash& operator=(const ResultHash&) = delete;

    void add(const json::Raw& piece);
    /// "sha256:…"; nullopt where a piece has no canonical form (lone surrogate, duplicate key).
    std::optional<std::string> finish();

    /// Of a whole output.
    static std::optional<std::string> of(std::string_view type, const json::Raw& data);

private:
    void addText(std::string_view canonical);

    class Digest;
    std::unique_ptr<Digest> m_digest;
    std::string m_type;
    bool m_isText;
    bool m_isFirst = true;
    bool m_isCanonical = true;
};

} // namespace engine
