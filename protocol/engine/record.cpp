// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/record.h"

#include "protocol/acmp/codec.h"
#include "protocol/engine/canonicalraw.h"
#include "protocol/engine/refusal.h"
#include "protocol/engine/resulthash.h"
#include "protocol/rpc/codes.h"

namespace engine {

namespace code = rpc::code;

namespace {

constexpr std::size_t kKeptInput = 4096;
constexpr std::size_t kBytesAToken = 4;
constexpr std::size_t kMaxWhole = std::size_t { 256 } << 20;

/// Bytes of its own, so that a small value doesn't keep the large message alive that it came in.
json::Raw copyOf(const json::Raw& raw)
{
    const std::string_view text = raw.text();
    return json::Raw(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
}

std::size_t sizeOf(const acmp::Content& content)
{
    std::size_t size = content.type.size() + content.data.text().size();
    for (const auto& [name, value] : content.extra) {
        size += name.size() + value.text().size();
    }
    return size;
}

std::string canonicalInput(const acmp::Content& content)
{
    const json::Raw encoded(acmp::toJson(content));
    // What has no canonical form is the same only if its bytes are.
    return canonicalOf(encoded).value_or(std::string(encoded.text()));
}

std::string digestOf(const acmp::Content& content)
{
    const std::string canonical = canonicalInput(content);
    return ResultHash::of("input", json::Raw::string(canonical)).value_or(canonical);
}

acmp::TaskError tooLarge(const Record& record)
{
    return makeError(code::kAcmpInternal, record.taskId, "An output of this size can only be streamed.");
}

} // namespace

InputPrint::InputPrint(const std::optional<acmp::Content>& input)
{
    if (!input) {
        return;
    }
    if (sizeOf(*input) > kKeptInput) {
        m_digest = digestOf(*input);
        return;
    }
    m_kept = acmp::Content { .type = input->type, .data = copyOf(input->data), .extra = {} };
    for (const auto& [name, value] : input->extra) {
        m_kept->extra.emplace_back(name, copyOf(value));
    }
}

bool InputPrint::matches(const std::optional<acmp::Content>& input) const
{
    if (!input) {
        return !m_kept && m_digest.empty();
    }
    if (m_kept) {
        return *m_kept == *input || canonicalInput(*m_kept) == canonicalInput(*input);
    }
    return !m_digest.empty() && m_digest == digestOf(*input);
}

std::size_t InputPrint::bytes() const
{
    return m_digest.size() + (m_kept ? sizeOf(*m_kept) : 0);
}

std::string_view Record::difference(const acmp::Invoke& invoke) const
{
    if (invoke.capability != script->name) {
        return "capability";
    }
    if (invoke.escrowId != escrowId) {
        return "escrow_id";
    }
    if (invoke.proofMethod != askedProof) {
        return "proof_method";
    }
    return input.matches(invoke.input) ? std::string_view() : "input";
}

std::size_t Record::bytes() const
{
    // The strings of the answer are those of the record again; the rest is what its containers take.
    constexpr std::size_t kAnswer = 256;
    return sizeof *this + kAnswer + 2 * taskId.size() + input.bytes() + escrowId.value_or("").size()
        + (output ? output->ownBytes() : 0);
}

void setOutput(Record& record, std::shared_ptr<const Output> output)
{
    record.output = std::move(output);
    if (record.isStreamed) {
        const std::int64_t all = record.output->chunks();
        record.chunks = record.script->fail ? std::min(record.script->fail->afterChunks, all) : all;
    }
}

acmp::Answer makeAnswer(
    const Record& record, const std::string& providerId, std::optional<std::string> streamedHash)
{
    if (record.script->fail) {
        return makeScriptedError(record.taskId, *record.script->fail);
    }
    const Output& output = *record.output;
    if (!record.isStreamed && output.bytes() > kMaxWhole) {
        return tooLarge(record);
    }
    acmp::TaskResult result;
    if (record.proof) {
        auto hash
            = record.isStreamed ? std::move(streamedHash) : ResultHash::of(output.type(), output.whole());
        if (!hash) {
            return makeError(code::kAcmpInternal, record.taskId,
                "This output has no canonical form (RFC 8785), so that no result-hash can be made of it.");
        }
        result.proof = acmp::Proof { .method = *record.proof, .hash = std::move(hash), .extra = {} };
    }
    result.taskId = record.taskId;
    if (record.isStreamed) {
        result.outputStreamed = true;
    }
    result.tokensUsed = record.script->tokens.value_or(
        static_cast<std::int64_t>((output.bytes() + kBytesAToken - 1) / kBytesAToken));
    result.costCu = record.costCu;
    result.providerId = providerId;
    return result;
}

acmp::Answer answerOf(const Record& record, bool receiverStreams)
{
    acmp::Answer answer = *record.answer;
    auto* const result = std::get_if<acmp::TaskResult>(&answer);
    if (result == nullptr || (receiverStreams && record.isStreamed)) {
        return answer;
    }
    const Output& output = *record.output;
    if (record.isStreamed) {
        // A repeat over a transport that can't stream: the hash of a whole may differ from that of its
        // pieces.
        if (output.bytes() > kMaxWhole) {
            return tooLarge(record);
        }
        result->outputStreamed.reset();
        if (result->proof) {
            result->proof->hash = ResultHash::of(output.type(), output.whole());
        }
    }
    result->output = acmp::Content { .type = output.type(), .data = output.whole(), .extra = {} };
    return answer;
}

} // namespace engine
