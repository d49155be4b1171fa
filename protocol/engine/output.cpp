// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/output.h"

#include "protocol/engine/pieces.h"
#include "protocol/wire/idsource.h"

#include <array>

namespace engine {

namespace {

using namespace std::string_view_literals;

constexpr std::array kWords { "agent"sv, "answer"sv, "budget"sv, "buyer"sv, "capacity"sv, "claim"sv,
    "compute"sv, "contract"sv, "cost"sv, "deadline"sv, "demand"sv, "escrow"sv, "evidence"sv, "exchange"sv,
    "figure"sv, "input"sv, "ledger"sv, "market"sv, "model"sv, "network"sv, "offer"sv, "output"sv, "price"sv,
    "promise"sv, "proof"sv, "provider"sv, "quote"sv, "result"sv, "stream"sv, "supply"sv, "task"sv,
    "window"sv };

class ValueOutput final : public Output {
public:
    ValueOutput(acmp::Content value, std::int64_t chunks, bool isOwn)
        : Output(std::move(value.type))
        , m_whole(std::move(value.data))
        , m_isOwn(isOwn)
        , m_chunks(chunks)
    {
    }

    std::int64_t chunks() const override { return static_cast<std::int64_t>(pieces().size()); }
    json::Raw chunk(std::int64_t seq) const override { return pieces().at(static_cast<std::size_t>(seq)); }
    json::Raw whole() const override { return m_whole; }
    bool isText() const override { return m_whole.isString(); }
    std::size_t bytes() const override { return m_whole.text().size(); }
    std::size_t ownBytes() const override { return m_isOwn ? bytes() * (m_pieces.empty() ? 1 : 2) : 0; }

private:
    // Most calls are not streamed and need no pieces.
    const std::vector<json::Raw>& pieces() const
    {
        if (m_pieces.empty()) {
            m_pieces = cut(type(), m_whole, m_chunks);
        }
        return m_pieces;
    }

    json::Raw m_whole;
    bool m_isOwn;
    std::int64_t m_chunks;
    mutable std::vector<json::Raw> m_pieces;
};

class PiecesOutput final : public Output {
public:
    PiecesOutput(std::string type, std::vector<json::Raw> pieces)
        : Output(std::move(type))
        , m_pieces(std::move(pieces))
        , m_whole(join(this->type(), m_pieces))
        , m_isText(std::ranges::all_of(m_pieces, &json::Raw::isString))
    {
    }

    std::int64_t chunks() const override { return static_cast<std::int64_t>(m_pieces.size()); }
    json::Raw chunk(std::int64_t seq) const override { return m_pieces.at(static_cast<std::size_t>(seq)); }
    json::Raw whole() const override { return m_whole; }
    bool isText() const override { return m_isText; }
    std::size_t bytes() const override { return m_whole.text().size(); }

private:
    std::vector<json::Raw> m_pieces;
    json::Raw m_whole;
    bool m_isText;
};

std::uint64_t hashOf(std::string_view text, std::uint64_t seed)
{
    // FNV-1a, written out so that the same seed gives the same bytes on every machine.
    std::uint64_t hash = 0xcbf29ce484222325U ^ wire::SeededIdSource(seed).next();
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    return hash;
}

class GeneratedOutput final : public Output {
public:
    GeneratedOutput(const CapabilityScript& script, std::uint64_t seed, std::string_view taskId)
        : Output(script.output.type)
        , m_hash(hashOf(taskId, seed))
        , m_chunks(script.chunks)
        , m_chunkBytes(static_cast<std::size_t>(script.output.chunkBytes))
    {
    }

    std::int64_t chunks() const override { return m_chunks; }
    json::Raw chunk(std::int64_t seq) const override
    {
        QByteArray quoted;
        quoted.reserve(static_cast<qsizetype>(m_chunkBytes) + 2);
        quoted += '"';
        append(quoted, seq);
        quoted += '"';
        return json::Raw(std::move(quoted));
    }
    json::Raw whole() const override
    {
        QByteArray quoted;
        quoted.reserve(static_cast<qsizetype>(bytes()) + 2);
        quoted += '"';
        for (std::int64_t seq = 0; seq < m_chunks; ++seq) {
            append(quoted, seq);
        }
        quoted += '"';
        return json::Raw(std::move(quoted));
    }
    bool isText() const override { return true; }
    std::size_t bytes() const override { return static_cast<std::size_t>(m_chunks) * m_chunkBytes; }

private:
    /// Exactly m_chunkBytes of words, each after a space, the last one cut.
    void append(QByteArray& out, std::int64_t seq) const
    {
        wire::SeededIdSource source(m_hash + static_cast<std::uint64_t>(seq));
        const qsizetype end = out.size() + static_cast<qsizetype>(m_chunkBytes);
        std::uint64_t bits = 0;
        for (int left = 0; out.size() < end; --left) {
            if (left == 0) {
                bits = source.next();
                left = 12;
            }
            const std::string_view word = kWords[bits % kWords.size()];
            bits /= kWords.size();
            out.append(word.data(), static_cast<qsizetype>(word.size()));
            out += ' ';
        }
        out.truncate(end - 1);
        out += ' ';
    }

    std::uint64_t m_hash;
    std::int64_t m_chunks;
    std::size_t m_chunkBytes;
};

} // namespace

std::shared_ptr<const Output> makeValueOutput(acmp::Content value, std::int64_t chunks, bool isOwn)
{
    return std::make_shared<ValueOutput>(std::move(value), chunks, isOwn);
}

std::shared_ptr<const Output> makeSharedOutput(const CapabilityScript& script)
{
    switch (script.output.kind) {
    case OutputScript::Kind::Fixed:
        return makeValueOutput(
            { .type = script.output.type, .data = script.output.data, .extra = {} }, script.chunks, false);
    case OutputScript::Kind::Pieces:
        return std::make_shared<PiecesOutput>(script.output.type, script.output.pieces);
    case OutputScript::Kind::Generated:
    case OutputScript::Kind::Echo:
        break;
    }
    return nullptr;
}

std::shared_ptr<const Output> makeGeneratedOutput(
    const CapabilityScript& script, std::uint64_t seed, std::string_view taskId)
{
    return std::make_shared<GeneratedOutput>(script, seed, taskId);
}

} // namespace engine
