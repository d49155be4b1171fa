// SPDX-License-Identifier: Apache-2.0
// All that is known of one execution: what was asked, on which terms, what it produces and how it ended.
// Outlives its task in the result store, so that a repeated invoke gets the same again (Layer 1 §3.1.1,
// decisions D5, D6).
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/engine/output.h"
#include "protocol/engine/scenario.h"

#include <memory>

namespace engine {

/// An input remembered to tell whether a second one is the same by JCS: small ones as they are, large ones as
/// a hash.
class InputPrint final {
public:
    InputPrint() = default;
    explicit InputPrint(const std::optional<acmp::Content>& input);
    bool matches(const std::optional<acmp::Content>& input) const;
    std::size_t bytes() const;

private:
    std::optional<acmp::Content> m_kept;
    std::string m_digest;
};

struct Record {
    std::string taskId;
    const CapabilityScript* script = nullptr; ///< of the provider's scenario, which outlives every record
    InputPrint input;
    std::optional<std::string> escrowId;
    std::optional<std::string> askedProof; ///< proof_method of the invoke

    json::Decimal costCu;
    std::optional<std::string> proof; ///< the method to deliver
    bool isStreamed = false;
    std::shared_ptr<const Output> output; ///< null while an echo waits for its input
    std::int64_t chunks = 0; ///< sent before the answer
    std::int64_t answeredAtMs = 0; ///< Unix time; of the signature, which a repeat gets again
    std::optional<acmp::Answer>
        answer; ///< once it ended; a result is without its output, which `output` makes again

    /// The member in which `invoke`, of the same task, differs from the first one; empty if in none (D5).
    std::string_view difference(const acmp::Invoke& invoke) const;
    std::size_t bytes() const;
};

/// Gives a record its output, and with it the number of chunks.
void setOutput(Record& record, std::shared_ptr<const Output> output);
/// How a record ends by itself: its scripted failure, or its result without the output. `streamedHash`: of
/// the chunks, where it was streamed and a proof is due.
acmp::Answer makeAnswer(
    const Record& record, const std::string& providerId, std::optional<std::string> streamedHash);
/// What a request gets in the end: the record's answer, with the output where no chunks were sent.
acmp::Answer answerOf(const Record& record, bool receiverStreams);

} // namespace engine
