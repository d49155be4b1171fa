// SPDX-License-Identifier: Apache-2.0
// The checks of one message of Layer 1 by itself.
#include "protocol/acmp/checks.h"

#include "protocol/acmp/report.h"
#include "protocol/rpc/codes.h"

#include <algorithm>

namespace acmp {
namespace {

bool isLowerHex(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

void checkProof(Report& report, const Proof& proof)
{
    static constexpr std::string_view kSha256 = "sha256:";
    const bool isResultHash = proof.method == "result-hash";
    if (!isResultHash && proof.method != "tee-attestation" && proof.method != "embedded-challenge") {
        report.add("L3-proof-unknown", "/proof/method", "result-hash, tee-attestation or embedded-challenge",
            proof.method);
    }
    if (!isResultHash)
        return;
    const std::string hash = proof.hash.value_or("nothing");
    const bool isRight = hash.starts_with(kSha256) && hash.size() == kSha256.size() + 64
        && isLowerHex(std::string_view(hash).substr(kSha256.size()));
    if (!isRight)
        report.add("L3-result-hash-form", "/proof/hash", "sha256:<64 lower-case hex digits>", hash);
}

bool isProtocolCode(std::int64_t code)
{
    return (code <= -32000 && code >= -32999) || (code <= -33000 && code >= -36999);
}

} // namespace

Findings check(const Invoke& message)
{
    Report report;
    report.checkNotEmpty("L1-3.1-task-id", "/task_id", message.taskId);
    report.checkNotEmpty("L1-3.1-capability", "/capability", message.capability);
    if (message.input)
        report.checkContent("/input", *message.input);
    else if (!message.inputStreamOrDefault())
        report.add("L1-3.1-input", "/input", "an object {type, data}, or input_stream: true", "nothing");
    if (message.maxPriceCu)
        report.checkNotNegative("L1-3.1-negative-price", "max_price_cu", *message.maxPriceCu);
    report.checkAtLeast("L1-3.1-range", "input_tokens_est", message.inputTokensEst, 0);
    report.checkAtLeast("L1-3.1-range", "timeout_ms", message.timeoutMs, 1);
    report.checkTier("L1-3.1-tier", message.preferredTier);
    return report.take();
}

Findings check(const TaskResult& message)
{
    Report report;
    if (message.output)
        report.checkContent("/output", *message.output);
    else if (!message.outputStreamedOrDefault())
        report.add(
            "L1-3.2-no-output", "/output", "an object {type, data}, or output_streamed: true", "nothing");
    if (message.output && message.outputStreamedOrDefault())
        report.add("L1-3.2-output-and-streamed", "/output", "nothing", message.output->data.text());
    report.checkAtLeast("L1-3.2-tokens-negative", "tokens_used", message.tokensUsed, 0);
    report.checkNotNegative("L1-3.2-negative-cost", "cost_cu", message.costCu);
    if (message.proof)
        checkProof(report, *message.proof);
    report.checkProviderId(message.providerId);
    return report.take();
}

Findings check(const TaskError& message)
{
    Report report;
    const std::int64_t code = message.code;
    if (!isProtocolCode(code))
        report.add("L1-3.3-code-range", "/code", "-32xxx to -36xxx", std::to_string(code));
    else if (code <= -33000 && code >= -33999 && rpc::describeCode(rpc::Binding::Mcp, code).name.empty())
        report.add("L1-3.3-code-unknown", "/code", "-33001 to -33007, or -33099", std::to_string(code));
    return report.take();
}

Findings check(const InputChunk& message)
{
    Report report;
    report.checkAtLeast("L1-3.4-seq", "seq", message.seq, 0);
    report.checkContent("/chunk", message.chunk);
    return report.take();
}

Findings check(const StreamChunk& message)
{
    Report report;
    report.checkAtLeast("L1-3.5-seq-negative", "seq", message.seq, 0);
    report.checkContent("/chunk", message.chunk);
    return report.take();
}

Findings check(const Heartbeat& message)
{
    Report report;
    if (message.progress
        && (message.progress->isNegative() || *message.progress > *json::Decimal::parse("1")))
        report.add("L1-3.6-progress-range", "/progress", "0.0 ≤ progress ≤ 1.0", message.progress->text());
    return report.take();
}

} // namespace acmp
