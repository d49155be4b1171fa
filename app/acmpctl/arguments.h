// SPDX-License-Identifier: Apache-2.0
// What a user can say to acmpctl, as values.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/buyer/taskrun.h"
#include "protocol/discovery/filter.h"
#include "protocol/identity/publickey.h"
#include "protocol/transport/http/message.h"
#include "protocol/transport/tls/settings.h"
#include "protocol/wire/error.h"

#include <expected>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace acmpctl {

struct GlobalArguments {
    bool json = false;
    bool quiet = false;
    bool force = false;
    bool namesA2aTask = false;
    std::string recordFile;
    std::string token;
    bool asksForToken = false; ///< at the terminal
    std::vector<http::Field> headers; ///< of every request over HTTP, and of a WebSocket's handshake
    std::string workspace; ///< file whose endpoints may be named as targets; empty: the workbench's own
    std::vector<std::string> resolve;
    std::optional<std::int64_t>
        connectTimeoutMs; ///< absent: the endpoint's own, else as the transport has it
    tls::Settings tls;
    std::string traceparent; ///< W3C Trace Context; "new": one is made; empty: none
    std::string proxy; ///< URL; "none": no proxy; empty: as the environment says
    std::string directory; ///< of a stdio target; empty: ours
    std::vector<std::string> environment; ///< of a stdio target: "NAME=VALUE"
};

struct InspectArguments {
    std::string target;
    bool isThorough = false; ///< --doctor: the way there, step by step
    std::int64_t timeoutMs = 10'000;
};

struct DiscoverArguments {
    std::string what; ///< a domain, a URL or a file
    std::string registry; ///< base URL of a registry that is asked instead
    discovery::Filter filter;
    bool isExplained = false; ///< every step is told
    bool isValidating = false; ///< an error in an entry is a failure
    bool isFollowing = false; ///< catalogs of other origins, or referrals, too
    std::int64_t timeoutMs = 30'000;
};

/// Which of many offers is taken.
struct ChoiceArguments {
    std::string policy; ///< the name of a buyer::Policy; empty: none is taken
    bool signedOnly = false; ///< and verified
    std::optional<json::Decimal> budgetCu; ///< of what may be committed to
    std::optional<std::int64_t> roundDeadlineMs; ///< absent: as buyer::RoundOptions has it
};

struct QuoteArguments {
    std::vector<std::string> targets;
    std::string listedAt; ///< domain, URL or file whose providers are asked too; empty: none
    acmp::OfferRequest request;
    ChoiceArguments choice;
    std::optional<std::string> escrowId;
    std::int64_t timeoutMs = 10'000;
};

struct InvokeArguments {
    std::vector<std::string> targets; ///< one; with a choice any number
    ChoiceArguments choice; ///< the task runs under the offer that it takes
    acmp::Invoke request; ///< task_id empty: a new one
    buyer::TaskOptions options;
    std::optional<std::int64_t> cancelAfterMs;
    std::string inputStream; ///< "-" or a file: the input follows in pieces; empty: it does not
    std::string inputType = "text"; ///< of the pieces
    std::optional<std::int64_t> chunkBytes; ///< of a piece; absent: a line each
    std::int64_t discoverTimeoutMs = 10'000;
};

struct ServeArguments {
    std::vector<std::string> scenarioFiles;
    std::uint16_t port = 0;
    std::string address = "127.0.0.1";
    bool lenient = false;
    std::optional<std::uint16_t> wsPort; ///< nullopt: no WebSocket server
    bool hasFixtures = false; ///< the tools, resources and prompts of MCP's conformance suite, too
    bool isStdio = false; ///< one provider on this program's own stdin and stdout
    bool isTls = false; ///< https and wss, with a certificate of the development CA
    std::vector<std::string> upstreams; ///< base URLs of registries that its own knows
    bool hasPlainRegistry = false; ///< which can't filter by terms of ACMP
    bool hasPrivateRegistry = false; ///< which asks for the token
    std::int64_t registryRate = 0; ///< questions a second that it answers; 0: any number
    std::string clientCaFile; ///< whose client certificates are required; empty: none is asked for
};

struct CaptureArguments {
    std::string file;
    bool includeSecrets = false;
};

struct KeyArguments {
    std::string file; ///< of the private key, PEM; empty: it is in the keychain
    std::string keychain; ///< its name there
    identity::KeyType type = identity::KeyType::Ed25519; ///< of a new one
    std::string did; ///< show, sign: a did:web instead of the key's did:key; verify: whose it has to be
    std::string object; ///< what is signed or verified: a file, or "-"
    std::string documentFile; ///< of the signer's DID, to verify by
    bool mayFetch = false; ///< the document of the signer's did:web
    bool isDocument = false; ///< show: nothing but the did.json
};

struct Arguments {
    GlobalArguments global;
    InspectArguments inspect;
    DiscoverArguments discover;
    QuoteArguments quote;
    InvokeArguments invoke;
    ServeArguments serve;
    CaptureArguments capture;
    KeyArguments key;
};

/// "HOST=ADDR[:PORT]" of --resolve.
using HostMap = std::map<std::string, std::pair<std::string, std::uint16_t>>;
std::expected<HostMap, wire::Error> readHostMap(const std::vector<std::string>& resolve);

/// "NAME=VALUE" of --env.
using Environment = std::vector<std::pair<std::string, std::string>>;
std::expected<Environment, wire::Error> readEnvironment(const std::vector<std::string>& settings);

/// How bytes of a type are sent (decision D29): JSON and UTF-8 text as they are, which they must be; all else
/// as base64.
std::expected<acmp::Content, wire::Error> readContent(const std::string& type, const std::string& bytes);
bool isJsonType(std::string_view type);
bool isTextType(std::string_view type);

/// "TYPE:TEXT" of --input, and "TYPE:PATH" of --input-file.
std::expected<acmp::Content, wire::Error> readInput(const std::string& argument);
std::expected<acmp::Content, wire::Error> readInputFile(const std::string& argument);

} // namespace acmpctl
