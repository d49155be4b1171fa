// SPDX-License-Identifier: Apache-2.0
// The checks of a Layer 1 answer against the request it answers, and of a request against what its peer
// advertised.
#include "protocol/acmp/checks.h"

#include "protocol/acmp/report.h"
#include "protocol/rpc/codes.h"

namespace acmp {

Findings check(const TaskResult& message, const Invoke& request)
{
    Report report;
    if (message.taskId != request.taskId)
        report.add("L1-3.2-task-id", "/task_id", request.taskId, message.taskId);
    if (request.maxPriceCu && message.costCu > *request.maxPriceCu) {
        report.add("L1-3.2-cost-over-ceiling", "/cost_cu", "cost_cu ≤ " + request.maxPriceCu->text(),
            message.costCu.text());
    }
    if (message.outputStreamedOrDefault() && !request.streamOrDefault())
        report.add("L1-3.2-streamed-unasked", "/output_streamed", "false, as stream is not set", "true");
    if (message.output && message.output->type != request.outputTypeOrDefault())
        report.add("L1-3.2-output-type", "/output/type", request.outputTypeOrDefault(), message.output->type);
    if (!request.proofMethod)
        return report.take();
    if (!message.proof)
        report.add("L1-3.2-proof-missing", "/proof", *request.proofMethod, "nothing");
    else if (message.proof->method != *request.proofMethod)
        report.add("L1-3.2-proof-method", "/proof/method", *request.proofMethod, message.proof->method);
    return report.take();
}

Findings check(const TaskError& message, const Invoke& request)
{
    Report report;
    const bool isAcmp = message.code <= -33000 && message.code >= -33999;
    if (message.data && message.data->taskId) {
        if (*message.data->taskId != request.taskId)
            report.add("L1-3.3-task-id", "/data/task_id", request.taskId, *message.data->taskId);
    } else if (isAcmp) {
        report.add("L1-3.3-task-id-absent", "/data/task_id", request.taskId, "nothing");
    }
    const std::string code = std::to_string(message.code);
    if (message.code == rpc::code::kBudgetExceeded) {
        if (!request.maxPriceCu)
            report.add("L1-3.3-budget-without-ceiling", "/code", "max_price_cu in the request", code);
        else if (message.data && message.data->minPriceCu && *message.data->minPriceCu <= *request.maxPriceCu)
            report.add("L1-3.3-min-price", "/data/min_price_cu",
                "min_price_cu > " + request.maxPriceCu->text(), message.data->minPriceCu->text());
    }
    if (message.code == rpc::code::kEscrowInvalid && !request.escrowId)
        report.add("L1-3.3-escrow-not-named", "/code", "escrow_id in the request", code);
    if (message.code == rpc::code::kProofUnsupported && !request.proofMethod)
        report.add("L1-3.3-proof-not-asked", "/code", "proof_method in the request", code);
    return report.take();
}

Findings checkAdvertised(const Invoke& request, const Capability& peer)
{
    Report report;
    if (!peer.doesAccept(method::kInvoke))
        report.add("L1-1-not-advertised-invoke", {}, "acmp/invoke in accepts", "accepts without it");
    if (request.streamOrDefault() && !peer.outputStreaming())
        report.add(
            "L1-1-not-advertised-stream", "/stream", "output_streaming: true advertised", "stream: true");
    if (request.inputStreamOrDefault() && !peer.inputStreaming()) {
        report.add("L1-1-not-advertised-input-stream", "/input_stream", "input_streaming: true advertised",
            "input_stream: true");
    }
    return report.take();
}

} // namespace acmp
