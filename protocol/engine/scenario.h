// SPDX-License-Identifier: Apache-2.0
// What a provider of ours plays, as a value: capabilities, prices, timing, rules. Read from a JSON file whose
// members resources/help/scenario.md documents; what is wrong in a file is told with its pointer and line.
#pragma once

#include "protocol/identity/key.h"
#include "protocol/json/decimal.h"
#include "protocol/json/raw.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

using std::chrono::milliseconds;

struct ScenarioError {
    std::string pointer; ///< RFC 6901
    std::size_t line = 0; ///< from 1
    std::size_t column = 0; ///< from 1, in characters
    std::string expected;
    std::string found;

    bool operator==(const ScenarioError&) const = default;
    /// "line 3, column 5 (/name): expected a string, found 7"
    std::string toString() const;
};

/// The product of a capability. Streamed, a fixed or echoed value is cut into pieces: strings by characters,
/// objects by members, arrays by elements.
struct OutputScript {
    enum class Kind {
        Generated, ///< words that follow from seed, task_id and seq
        Fixed, ///< `data`
        Pieces, ///< `pieces`, one a chunk
        Echo, ///< the input
    };
    Kind kind = Kind::Generated;
    std::string type = "text";
    json::Raw data;
    std::vector<json::Raw> pieces;
    std::int64_t chunkBytes = 64; ///< of generated text
    bool operator==(const OutputScript&) const = default;
};

struct FailScript {
    std::int64_t code = 0;
    std::string message;
    std::optional<std::string> detail;
    std::int64_t afterChunks = 0; ///< of a streamed task
    bool operator==(const FailScript&) const = default;
};

struct CapabilityScript {
    std::string name;
    json::Decimal priceCu;
    std::optional<std::string> tier;
    std::optional<std::int64_t> latencySlaMs;
    milliseconds firstChunk { 0 };
    milliseconds chunkInterval { 0 };
    std::int64_t chunks = 1; ///< at most: a value has no more pieces than members, elements or characters
    std::optional<milliseconds> duration; ///< until the result of a call that is not streamed
    OutputScript output;
    std::optional<std::int64_t> tokens; ///< default: a quarter of the output's bytes
    std::vector<std::string> proofs;
    std::optional<FailScript> fail;

    milliseconds durationOrDefault() const
    {
        return duration.value_or(firstChunk + (chunks - 1) * chunkInterval);
    }
    bool canProve(std::string_view method) const;
    /// "Minimum price for sentiment-analysis at tier B is 0.008 CU."
    std::string minimumPriceText() const;
    bool operator==(const CapabilityScript&) const = default;
};

struct Scenario {
    struct Features {
        bool outputStreaming = true;
        bool inputStreaming = true;
        std::optional<milliseconds> heartbeatInterval; ///< absent: no heartbeats
        bool operator==(const Features&) const = default;
    };
    struct Offers {
        milliseconds valid { 5'000 }; ///< where the buyer asks for no window
        milliseconds maxValid { 60'000 };
        std::optional<std::int64_t> challengeWindowMs; ///< absent: what the buyer proposes
        std::int64_t perSecond = 0; ///< offerRequests of one caller (D32); 0: any number
        bool operator==(const Offers&) const = default;
    };
    struct Escrow {
        enum class Rule { AcceptAny, Require, List };
        enum class Refusal { EscrowInvalid, BudgetExceeded };
        Rule rule = Rule::AcceptAny;
        std::vector<std::string> list;
        Refusal refusal = Refusal::EscrowInvalid; ///< of an invoke that its escrow's deal doesn't cover (D31)
        bool operator==(const Escrow&) const = default;
    };
    struct Cancel {
        bool honour = true;
        bool advertise = true; ///< whether "accepts" names acmp/cancel
        milliseconds after { 0 };
        bool operator==(const Cancel&) const = default;
    };
    /// What is played over A2A alone.
    struct A2a {
        enum class ChunkCarrier { Status, Artifact, Message };
        ChunkCarrier chunkCarrier = ChunkCarrier::Status; ///< Message breaks A2A's rule of streams
        bool acmpLiteral = false; ///< takes an A2A taskId that names no task if it equals params.task_id
        bool required = false; ///< who does not activate the extension is refused
        bool operator==(const A2a&) const = default;
    };
    /// Who signs offers and results, and proves who it is (Layer 7).
    struct Signature {
        enum class Did {
            Key, ///< the key's own did:key
            Web, ///< the did:web of the address that it is served at; did:key where there is none
            Given ///< `givenDid`, whoever it belongs to
        };
        std::optional<identity::Key> key; ///< from a file; else one is generated at each start
        std::string keychain; ///< whoever plays it fills in `key` from this entry of the user's keychain
        identity::KeyType type = identity::KeyType::Ed25519; ///< of one that is generated
        Did did = Did::Key;
        std::string givenDid;
        bool spoils = false; ///< no signature is good
        bool lacksKey() const { return !keychain.empty() && !key; }
        bool operator==(const Signature&) const = default;
    };
    enum class UnsupportedStream { Ignore, Refuse };

    std::string name;
    std::string providerId;
    std::uint64_t seed = 0;
    Features features;
    std::vector<CapabilityScript> capabilities;
    Offers offers;
    Escrow escrow;
    UnsupportedStream unsupportedStream = UnsupportedStream::Ignore;
    milliseconds orphanGrace { 10'000 }; ///< decision D4
    milliseconds resultTtl { 600'000 }; ///< decision D6
    std::size_t resultCacheBytes = std::size_t { 64 } << 20;
    bool unary = false; ///< one message an answer: streams nothing, whatever features say
    Cancel cancel;
    A2a a2a;
    std::optional<Signature> signature; ///< absent: nothing is signed

    bool operator==(const Scenario&) const = default;

    /// `folder`: what the name of a key's file starts from; empty: the folder that the program runs in.
    static std::expected<Scenario, std::vector<ScenarioError>> parse(
        std::string_view json, const std::string& folder = {});
    const CapabilityScript* find(std::string_view capability) const;
    bool streamsOutput() const { return features.outputStreaming && !unary; }
    std::optional<milliseconds> heartbeatInterval() const
    {
        return unary ? std::nullopt : features.heartbeatInterval;
    }
};

/// What is played where no file is given, and its text: a complete example of the format.
const Scenario& builtinScenario();
std::string_view builtinScenarioText();
/// The names of all members that a file may have, by the object that holds them: "capabilities[].name".
std::vector<std::string> scenarioMembers();

} // namespace engine
