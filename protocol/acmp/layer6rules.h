// SPDX-License-Identifier: Apache-2.0
// The rules of Layer 6, and of the substrate that ACMP rides on: JSON, JSON-RPC, MCP, stdio,
// WebSocket. Private to rules.cpp.
#pragma once

#include "protocol/acmp/rules.h"

#include <array>

namespace acmp::table {

using enum Level;

// clang-format off
inline constexpr auto kNegotiationRules = std::to_array<Rule>({
    { "L6-2.1-capability", Error, "Layer 6 §2.1", "The offer's capability echoes the requested one." },
    { "L6-2.1-capability-empty", Warning, "Layer 6 §2.1", "capability is not empty." },
    { "L6-2.1-challenge-window", Note, "Layer 6 §2.1", "challenge_window_ms is the proposed one." },
    { "L6-2.1-created-future", Warning, "Layer 6 §2.1", "created_ms of the signature is not in the future." },
    { "L6-2.1-expired", Warning, "Layer 6 §2.1", "The offer is still valid when it arrives." },
    { "L6-2.1-field", Error, "Layer 6 §2.1",
        "The members of request and offer are there and of their types." },
    { "L6-2.1-offer-id", Error, "Layer 6 §2.1", "offer_id is not empty." },
    { "L6-2.1-price", Error, "Layer 6 §2.1", "Prices are not negative." },
    { "L6-2.1-price-over-ceiling", Error, "Layer 6 §2.1", "price_cu is at most max_price_cu." },
    { "L6-2.1-proof", Error, "Layer 6 §2.1", "proof_method is the required one; else the answer is -33006." },
    { "L6-2.1-proof-absent", Warning, "Layer 6 §2.1",
        "The offer says which of the required proofs it brings." },
    { "L6-2.1-range", Warning, "Layer 6 §2.1", "Times and sizes are not negative." },
    { "L6-2.1-sig-form", Warning, "Layer 7 §4", "sig is a signature envelope with all of its members." },
    { "L6-2.1-sla-absent", Note, "Layer 6 §2.1", "The offer commits to a latency where one was requested." },
    { "L6-2.1-sla-worse", Warning, "Layer 6 §2.1", "latency_sla_ms is at most max_latency_ms." },
    { "L6-2.1-tier", Note, "Layer 6 §2.1", "preferred_tier is S, A or B." },
    { "L6-2.1-unsigned", Note, "Layer 6 §2.1",
        "The offer is signed: only that binds the provider to its price." },
    { "L6-2.1-window-longer", Note, "Layer 6 §2.1", "The offer is valid no longer than offer_valid_ms." },
    { "L6-2.2-accepted-twice", Error, "Layer 6 §2.2",
        "A second accept of one offer is refused with -34003." },
    { "L6-2.2-escrow-id", Warning, "Layer 6 §2.2", "The ack's escrow_id echoes the accept's." },
    { "L6-2.2-field", Error, "Layer 6 §2.2", "The members of accept and ack are there and of their types." },
    { "L6-2.2-offer-id", Error, "Layer 6 §2.2", "The ack's offer_id echoes the accept's." },
    { "L6-2.2-price", Error, "Layer 6 §2.2", "The ack's price_cu is the offer's." },
    { "L6-2.2-price-absent", Note, "Layer 6 §2.2", "The ack repeats the price." },
    { "L6-3-expired-accepted", Error, "Layer 6 §3", "An expired offer is refused with -34002." },
    { "L6-4-cost-over-price", Error, "Layer 6 §4", "cost_cu is at most the accepted price_cu." },
    { "L6-4-escrow-reused", Note, "Layer 6 §4", "One escrow stands behind one accepted offer." },
    { "L6-4-proof", Error, "Layer 6 §4", "The result's proof is of the negotiated method." },
    { "L6-4-sla-missed", Note, "Layer 6 §4", "The result comes within latency_sla_ms." },
    { "L6-accepts-absent", Note, "Layer 6 §2",
        "A provider that negotiates lists acmp/offerRequest and acmp/accept." },
});

inline constexpr auto kSubstrateRules = std::to_array<Rule>({
    { "JSON-bom", Error, "RFC 8259 §8.1", "The text does not start with a byte order mark." },
    { "JSON-duplicate-key", Warning, "RFC 8259 §4", "The names within an object are unique." },
    { "JSON-invalid", Error, "RFC 8259 §2", "The text is JSON." },
    { "JSON-lone-surrogate", Warning, "RFC 8259 §8.2", "Surrogates come in pairs." },
    { "JSON-nul", Note, "RFC 8259 §7", "No string holds U+0000, at which some peers stop reading." },
    { "JSON-number-range", Warning, "RFC 8259 §6", "Numbers fit a double." },
    { "MCP-after-response", Error, "MCP streamable-http §Receiving",
        "Nothing follows the response of a stream." },
    { "MCP-batch", Error, "MCP basic §Messages", "Each message travels on its own." },
    { "MCP-code-reserved", Warning, "MCP basic §Error Codes",
        "-32020 to -32099 are used only as MCP defines them." },
    { "MCP-content-type", Error, "MCP streamable-http §Sending",
        "The body is application/json or text/event-stream." },
    { "MCP-header-mismatch", Error, "MCP streamable-http §Request Metadata",
        "The Mcp headers say what the body says." },
    { "MCP-header-missing", Error, "MCP streamable-http §Request Metadata",
        "MCP-Protocol-Version and Mcp-Method are on every POST." },
    { "MCP-http-status", Warning, "MCP streamable-http §Sending", "The HTTP status fits the message." },
    { "MCP-id-mismatch", Error, "MCP basic §Messages", "An answer has the id of an open request." },
    { "MCP-id-odd", Error, "MCP basic §Messages", "An id is a string or an integer." },
    { "MCP-id-reused", Error, "MCP basic §Messages", "No two open requests of one sender have the same id." },
    { "MCP-input-required", Warning, "Layer 1 [OPEN]",
        "A result completes the task: ACMP 0.1 has no pause." },
    { "MCP-jsonrpc-version", Error, "JSON-RPC 2.0 §4", "jsonrpc is \"2.0\"." },
    { "MCP-legacy", Warning, "MCP basic §Versioning",
        "The server speaks MCP 2026-07-28: an older one can't declare ACMP." },
    { "MCP-meta-missing", Error, "MCP basic §General fields",
        "A request's _meta holds protocolVersion and clientCapabilities." },
    { "MCP-notification-unmatched", Warning, "MCP basic §Messages", "A notification belongs to a request." },
    { "MCP-result-type-missing", Note, "MCP basic §ResultType", "A result has a resultType." },
    { "MCP-result-type-unknown", Error, "MCP basic §ResultType",
        "resultType is complete or input_required." },
    { "MCP-server-request", Error, "MCP basic §Messages", "A server sends no requests." },
    { "MCP-stream-ended", Error, "MCP streamable-http §Receiving",
        "A stream ends with the response to its request." },
    { "RPC-malformed", Error, "JSON-RPC 2.0 §4", "The text is a JSON-RPC request, notification or answer." },
    { "RPC-second-answer", Error, "JSON-RPC 2.0 §5", "A request is answered once." },
    { "STDIO-carriage-return", Note, "MCP stdio §Messages", "A line ends with a line feed alone." },
    { "STDIO-line-limit", Error, "MCP stdio §Messages",
        "A line is no longer than this program takes, which is 64 MiB." },
    { "STDIO-noise", Warning, "MCP stdio §Messages", "stdout carries nothing but messages." },
    { "STDIO-unfinished", Warning, "MCP stdio §Messages", "The last line too ends with a line feed." },
    { "WS-after-close", Warning, "RFC 6455 §5.5.1", "Nothing follows a close frame." },
    { "WS-binary", Error, "RFC 6455 §5.6", "A message is text." },
    { "WS-close", Error, "RFC 6455 §7.4", "A close frame holds nothing, or a code that may be sent." },
    { "WS-close-missing", Note, "RFC 6455 §7.1", "A connection ends with close frames." },
    { "WS-fragment", Error, "RFC 6455 §5.4", "The frames of a message follow one another; control frames are whole." },
    { "WS-frame", Error, "RFC 6455 §5.2", "A frame's bits, opcode and length are as defined." },
    { "WS-mask", Error, "RFC 6455 §5.1", "A client's frames are masked, a server's are not." },
    { "WS-utf8", Error, "RFC 6455 §8.1", "A text message is UTF-8." },
});
// clang-format on

} // namespace acmp::table
