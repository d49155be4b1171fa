// SPDX-License-Identifier: Apache-2.0
#include "protocol/rpc/codes.h"

#include <algorithm>
#include <array>
#include <span>

namespace rpc {
namespace {

struct Entry {
    std::int64_t code;
    CodeName name;
};

constexpr std::string_view kJsonRpc = "JSON-RPC 2.0 §5.1";
constexpr std::string_view kMcp = "MCP basic §Error Codes";
constexpr std::string_view kLegacyMcp = "MCP up to 2025-11-25";
constexpr std::string_view kA2a = "A2A §5.4";
constexpr std::string_view kAcp = "ACP schema §ErrorCode";
constexpr std::string_view kTransport = "Layer 1 §3.3";
constexpr std::string_view kNegotiation = "Layer 6 §6";
constexpr std::string_view kEscrow = "Layer 4";
constexpr std::string_view kIdentity = "Layer 7";

// Each table is sorted by code.
constexpr auto kCommon = std::to_array<Entry>({
    { -36004, { "credential_invalid", kIdentity, "Get the credential issued anew, or leave it out." } },
    { -36003,
        { "signature_invalid", kIdentity, "Compare what was signed with what was sent, byte by byte." } },
    { -36002, { "did_unresolvable", kIdentity, "Check that the DID's document can be fetched." } },
    { -36001, { "identity_proof_failed", kIdentity, "Check the key behind the advertised DID." } },
    { -35099, { "internal", kEscrow, "Ask the escrow agent for its state, then try again." } },
    { -35006, { "amount_exceeds_remaining", kEscrow, "Name an amount of at most remaining_cu." } },
    { -35005, { "not_authorized", kEscrow, "Connect as the buyer or payee of this escrow." } },
    { -35004, { "escrow_expired", kEscrow, "Lock a new escrow with a later valid_until_ms." } },
    { -35003, { "invalid_state", kEscrow, "Ask acmp/escrowStatus which state it is in." } },
    { -35002, { "insufficient_funds", kEscrow, "Lock a smaller amount, or fund the account." } },
    { -35001, { "escrow_not_found", kEscrow, "Check the escrow_id and the agent it was locked at." } },
    { -34003, { "already_accepted", kNegotiation, "Offers are single-use: ask for a fresh quote." } },
    { -34002, { "offer_expired", kNegotiation, "Ask for a fresh quote and accept it within its window." } },
    { -34001, { "offer_not_found", kNegotiation, "Check the offer_id, or ask for a fresh quote." } },
    { -33099, { "internal", kTransport, "The provider failed: the same task_id can be sent again." } },
    { -33007, { "feature_unsupported", kTransport, "Leave out what the provider does not advertise." } },
    { -33006, { "proof_unsupported", kTransport, "Ask for another proof_method, or for none." } },
    { -33005, { "escrow_invalid", kTransport, "Check that the escrow is open, bound and large enough." } },
    { -33004, { "cancelled", kTransport, "" } },
    { -33003, { "timeout", kTransport, "Allow a longer timeout_ms, or look at the heartbeats." } },
    { -33002, { "capability_not_found", kTransport, "Ask for a capability that the provider lists." } },
    { -33001, { "budget_exceeded", kTransport, "Raise max_price_cu to min_price_cu, or ask elsewhere." } },
    { code::kParseError,
        { "ParseError", kJsonRpc, "The peer could not read the JSON: look at the bytes sent." } },
    { code::kInternal, { "InternalError", kJsonRpc, "The peer failed: its own log says why." } },
    { code::kInvalidParams, { "InvalidParams", kJsonRpc, "Compare the params with what the method takes." } },
    { code::kMethodNotFound, { "MethodNotFound", kJsonRpc, "The peer does not have this method." } },
    { code::kInvalidRequest, { "InvalidRequest", kJsonRpc, "The peer takes this for no JSON-RPC request." } },
});

constexpr auto kMcpCodes = std::to_array<Entry>({
    { code::kUnsupportedProtocolVersion,
        { "UnsupportedProtocolVersion", kMcp, "Try again with a version of data.supported." } },
    { code::kMissingClientCapability,
        { "MissingRequiredClientCapability", kMcp, "Declare the capability that data names in _meta." } },
    { code::kHeaderMismatch, { "HeaderMismatch", kMcp, "Send the headers that the body calls for." } },
    { -32002, { "ResourceNotFound", kLegacyMcp, "The peer speaks an older MCP." } },
    { -32001, { "RequestTimeout", kLegacyMcp, "The peer speaks an older MCP." } },
    { -32000, { "ConnectionClosed", kLegacyMcp, "The peer speaks an older MCP, or wants a session first." } },
});

constexpr auto kA2aCodes = std::to_array<Entry>({
    { -32009, { "VersionNotSupported", kA2a, "Send an A2A-Version that the agent card names." } },
    { -32008, { "ExtensionSupportRequired", kA2a, "Name the required extensions in A2A-Extensions." } },
    { -32007, { "ExtendedAgentCardNotConfigured", kA2a, "Use the public agent card." } },
    { -32006, { "InvalidAgentResponse", kA2a, "The agent behind this server answered wrongly." } },
    { -32005, { "ContentTypeNotSupported", kA2a, "Send a media type of the card's defaultInputModes." } },
    { -32004, { "UnsupportedOperation", kA2a, "The task has ended, or the agent does not stream." } },
    { -32003, { "PushNotificationNotSupported", kA2a, "Stream or poll instead." } },
    { -32002, { "TaskNotCancelable", kA2a, "The task has already ended." } },
    { -32001, { "TaskNotFound", kA2a, "Leave taskId out of the first message: the server makes it." } },
});

constexpr auto kAcpCodes = std::to_array<Entry>({
    { -32800, { "RequestCancelled", kAcp, "" } },
    { -32002, { "ResourceNotFound", kAcp, "Check the path or the session id." } },
    { -32000, { "AuthRequired", kAcp, "Authenticate with one of the agent's authMethods first." } },
});

constexpr bool isSorted(std::span<const Entry> entries)
{
    return std::ranges::is_sorted(entries, {}, &Entry::code);
}
static_assert(isSorted(kCommon) && isSorted(kMcpCodes) && isSorted(kA2aCodes) && isSorted(kAcpCodes));

const CodeName* find(std::span<const Entry> entries, std::int64_t code)
{
    const auto found = std::ranges::lower_bound(entries, code, {}, &Entry::code);
    return found != entries.end() && found->code == code ? &found->name : nullptr;
}

std::span<const Entry> codesOf(Binding binding)
{
    switch (binding) {
    case Binding::Mcp:
    case Binding::WebSocket: // MCP's messages on another carrier (decision D23)
        return kMcpCodes;
    case Binding::A2a:
        return kA2aCodes;
    case Binding::Acp:
        return kAcpCodes;
    }
    return {};
}

/// Whose a nameless code is, by its range.
CodeName describeRange(Binding binding, std::int64_t code)
{
    const auto isWithin = [code](std::int64_t from, std::int64_t to) { return code <= from && code >= to; };
    if (isWithin(-33000, -33999))
        return { {}, kTransport, {} };
    if (isWithin(-34000, -34999))
        return { {}, kNegotiation, {} };
    if (isWithin(-35000, -35999))
        return { {}, kEscrow, {} };
    if (isWithin(-36000, -36999))
        return { {}, kIdentity, {} };
    if (isWithin(-32020, -32099) && codesOf(binding).data() == kMcpCodes.data())
        return { {}, kMcp, {} };
    if (isWithin(-32000, -32768))
        return { {}, kJsonRpc, {} };
    return {};
}

} // namespace

CodeName describeCode(Binding binding, std::int64_t code)
{
    if (const CodeName* const own = find(codesOf(binding), code))
        return *own;
    if (const CodeName* const common = find(kCommon, code))
        return *common;
    return describeRange(binding, code);
}

} // namespace rpc
