// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/commandline.h"

#include "app/acmpctl/exitcode.h"

#include "protocol/binding/tracecontext.h"
#include "protocol/transport/http/ownfields.h"
#include "protocol/wire/error.h"

#include <CLI/CLI.hpp>
#include <cstdio>

namespace acmpctl {

using wire::Error;

namespace {

/// An option whose value is an amount, kept as written.
template <class Setter>
CLI::Option* addAmount(CLI::App& command, const std::string& name, const std::string& description, Setter set)
{
    return command
        .add_option_function<std::string>(
            name,
            [set](const std::string& text) {
                const auto amount = json::Decimal::parse(text);
                if (!amount || amount->isNegative())
                    throw CLI::ValidationError(
                        "expected an amount such as 0.005, found " + wire::excerpt(text));
                set(*amount);
            },
            description)
        ->type_name("CU");
}

template <class T>
CLI::Option* addOptional(
    CLI::App& command, const std::string& name, std::optional<T>& into, const std::string& description)
{
    return command.add_option_function<T>(name, [&into](const T& value) { into = value; }, description);
}

CLI::Option* addMs(
    CLI::App& command, const std::string& name, std::int64_t& into, const std::string& description)
{
    return command.add_option(name, into, description)
        ->type_name("MS")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
}

std::function<void(const std::string&)> contentSetter(
    std::optional<acmp::Content>& into, std::expected<acmp::Content, Error> (*read)(const std::string&))
{
    return [&into, read](const std::string& text) {
        auto content = read(text);
        if (!content)
            throw CLI::ValidationError(content.error().toString());
        into = std::move(*content);
    };
}

void setHeaders(GlobalArguments& global, const std::vector<std::string>& texts)
{
    for (const std::string& text : texts) {
        auto header = http::parseOwnField(text);
        if (!header)
            throw CLI::ValidationError("--header", header.error().toString());
        global.headers.push_back(std::move(*header));
    }
}

void addGlobal(CLI::App& app, GlobalArguments& global)
{
    app.add_flag("--json", global.json, "One JSON object a line on stdout, logs on stderr");
    app.add_option("--record", global.recordFile, "Put every byte on record in a new capture file")
        ->type_name("FILE");
    app.add_option("--token", global.token, "Bearer token to send, or for serve to ask for")
        ->envname("ACMP_BEARER_TOKEN");
    app.add_flag("--ask-token", global.asksForToken, "Ask for the token at the terminal, without showing it");
    app.add_option_function<std::vector<std::string>>(
           "--header", [&global](const std::vector<std::string>& texts) { setHeaders(global, texts); },
           "Header to send to TARGET, over HTTP and in a WebSocket's handshake; repeatable")
        ->type_name("\"NAME: VALUE\"")
        ->allow_extra_args(false);
    app.add_option("--workspace", global.workspace,
           "Workspace whose endpoints may be TARGETs by name (default: the workbench's own)")
        ->type_name("FILE");
    app.add_option("--resolve", global.resolve, "Connect to ADDR instead of where HOST resolves to")
        ->type_name("HOST=ADDR[:PORT]")
        ->allow_extra_args(false);
    app.add_option("--ca", global.tls.caFile, "Trust this CA too, for TLS")->type_name("FILE");
    app.add_option("--cert", global.tls.certificateFile, "Client certificate: PEM, or PKCS#12 with its key")
        ->type_name("FILE");
    app.add_option("--key", global.tls.keyFile, "Its key; a passphrase is taken from ACMP_KEY_PASSPHRASE")
        ->type_name("FILE");
    app.add_option("--pin", global.tls.pin, "Accept exactly the certificate with this fingerprint")
        ->type_name("SHA256");
    app.add_option("--proxy", global.proxy,
           "http://… or socks5://…, or none (default: http_proxy, https_proxy, all_proxy, no_proxy)")
        ->type_name("URL");
    app.add_option("--traceparent", global.traceparent,
           "W3C Trace Context to send in _meta of every message; new makes one")
        ->type_name("TRACE")
        ->check([](const std::string& text) {
            const bool isGood = text == "new" || binding::isTraceparent(text);
            return isGood
                ? std::string()
                : "expected 00-, 32 and 16 hex digits and 2 for flags, found " + wire::excerpt(text);
        });
    app.add_option("--cwd", global.directory, "Folder that a stdio target starts in")
        ->type_name("DIR")
        ->check(CLI::ExistingDirectory);
    app.add_option("--env", global.environment, "Environment variable of a stdio target; repeatable")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_flag("--a2a-task-id", global.namesA2aTask,
        "Over A2A, put the task's id into the first message too, for agents that demand it");
    addOptional(app, "--connect-timeout", global.connectTimeoutMs,
        "For name, TCP, proxy and TLS together (default: the endpoint's in a workspace, else 10000)")
        ->type_name("MS")
        ->check(CLI::NonNegativeNumber);
    app.add_flag("--force", global.force, "Send what the peer does not advertise; overwrite the record file");
    app.add_flag("--quiet,-q", global.quiet, "Print no text for a person");
}

void addDiscover(CLI::App& command, DiscoverArguments& discover)
{
    discovery::Filter& filter = discover.filter;
    CLI::Option* const where
        = command.add_option("WHERE", discover.what, "A domain, the URL of a manifest, or a file");
    CLI::Option* const registry
        = command
              .add_option("--registry", discover.registry,
                  "Search this registry instead (its base URL), for what --text means; without it, list all")
              ->type_name("URL")
              ->excludes(where);
    command.add_option("--text", filter.words, "Only entries with all of these words")->type_name("WORDS");
    command.parse_complete_callback([where, registry] {
        if (where->count() == 0 && registry->count() == 0)
            throw CLI::RequiredError("WHERE or --registry");
    });
    command.add_option("--capability,-c", filter.capability, "Only with this capability");
    command.add_option("--tier", filter.tier, "Only of this quality tier: S, A, B");
    command.add_option("--proof", filter.proof, "Only with this proof method");
    addAmount(command, "--max-price",
        "Only with an indicative price of at most so much, for --capability or any",
        [&filter](const json::Decimal& cu) { filter.maxPriceCu = cu; });
    command.add_flag("--acmp-only", filter.onlyTrading, "Only entries that trade over ACMP");
    command.add_flag(
        "--explain", discover.isExplained, "Tell each place that was looked at, and what came of it");
    command.add_flag(
        "--follow", discover.isFollowing, "Open catalogs of other origins, and registries referred to, too");
    command.add_flag(
        "--validate", discover.isValidating, "Check what is published: status 1 if an entry has an error");
    addMs(command, "--timeout", discover.timeoutMs, "Longest search");
}

void addChoice(CLI::App& command, const std::string& name, const std::string& does, ChoiceArguments& choice)
{
    CLI::Option* const policy = command.add_option(
        name, choice.policy, does + ", once all have answered or the round's deadline has come");
    policy->check(CLI::IsMember({ "cheapest", "fastest", "best" }));
    command.add_flag("--signed-only", choice.signedOnly, "Take none whose signature is not verified")
        ->needs(policy);
    addAmount(command, "--budget",
        "Take none that costs more; a workspace that names TARGET has a budget of its own",
        [&choice](const json::Decimal& cu) { choice.budgetCu = cu; })
        ->needs(policy);
    addOptional(command, "--round-deadline", choice.roundDeadlineMs,
        "Choose after so long (default: 60 % of the window asked for, at most 2000)")
        ->type_name("MS")
        ->check(CLI::NonNegativeNumber)
        ->needs(policy);
}

void addNegotiation(CLI::App& command, QuoteArguments& quote)
{
    CLI::Option* const targets
        = command.add_option("TARGET", quote.targets, "Endpoints to ask, all at once; see inspect --help");
    CLI::Option* const listed = command
                                    .add_option("--from-discover", quote.listedAt,
                                        "Ask those who are listed at a domain, a URL or in a file (as "
                                        "discover finds them), without --token")
                                    ->type_name("WHERE");
    command.parse_complete_callback([targets, listed] {
        if (targets->count() + listed->count() == 0)
            throw CLI::RequiredError("TARGET or --from-discover");
    });
    command.add_option("--capability,-c", quote.request.capability, "The capability to quote")->required();
    addAmount(command, "--max-price", "Budget ceiling",
        [&quote](const json::Decimal& cu) { quote.request.maxPriceCu = cu; });
    addOptional(command, "--max-latency", quote.request.maxLatencyMs, "Latency to commit to")
        ->type_name("MS");
    addOptional(command, "--tier", quote.request.preferredTier, "Preferred quality tier: S, A, B");
    addOptional(command, "--proof", quote.request.proofMethod, "Proof method the result must come with");
    addOptional(command, "--challenge-window", quote.request.challengeWindowMs, "Claim challenge window")
        ->type_name("MS");
    addOptional(command, "--valid", quote.request.offerValidMs, "How long the offer should stand")
        ->type_name("MS");
    addOptional(command, "--tokens", quote.request.inputTokensEst, "Estimate of input tokens");
    addChoice(command, "--accept", "Take the best offer", quote.choice);
    addOptional(command, "--escrow", quote.escrowId, "Escrow that secures the payment");
    addMs(command, "--timeout", quote.timeoutMs, "Longest wait for an answer");
}

void addInvoke(CLI::App& command, InvokeArguments& invoke)
{
    acmp::Invoke& request = invoke.request;
    command
        .add_option(
            "TARGET", invoke.targets, "The provider's endpoint; see inspect --help; several with --offer")
        ->required();
    addChoice(command, "--offer", "Ask all TARGETs for an offer and run under the best", invoke.choice);
    command.add_option("--capability,-c", request.capability, "The capability to run")->required();
    CLI::Option* const text = command
                                  .add_option_function<std::string>(
                                      "--input", contentSetter(request.input, readInput), "Input as text")
                                  ->type_name("TYPE:TEXT");
    command
        .add_option_function<std::string>(
            "--input-file", contentSetter(request.input, readInputFile), "Input from a file")
        ->type_name("TYPE:PATH")
        ->excludes(text);
    CLI::Option* const stream = command
                                    .add_option("--input-stream", invoke.inputStream,
                                        "Send the input in pieces: - for stdin, or a file")
                                    ->type_name("FILE");
    command.add_option("--input-type", invoke.inputType, "Type of its pieces")
        ->capture_default_str()
        ->needs(stream);
    addOptional(command, "--chunk-bytes", invoke.chunkBytes, "Bytes a piece (default: a line a piece)")
        ->type_name("N")
        ->check(CLI::PositiveNumber)
        ->needs(stream);
    addOptional(command, "--output-type", request.outputType, "Output type to ask for");
    command.add_flag_callback(
        "--stream", [&request] { request.stream = true; }, "Ask for the output in chunks");
    addAmount(command, "--max-price", "Ceiling for the cost",
        [&request](const json::Decimal& cu) { request.maxPriceCu = cu; });
    addOptional(command, "--timeout-ms", request.timeoutMs,
        "The message's timeout_ms: hard deadline (30000 if absent)")
        ->type_name("MS");
    addOptional(command, "--proof", request.proofMethod, "Proof method to ask for");
    addOptional(command, "--tier", request.preferredTier, "Preferred quality tier: S, A, B");
    addOptional(command, "--escrow", request.escrowId, "Escrow that secures the payment");
    addOptional(command, "--tokens", request.inputTokensEst, "Estimate of input tokens");
    addMs(command, "--discover-timeout", invoke.discoverTimeoutMs,
        "Longest wait for what the provider says of itself, before the task");
    command.add_option("--task-id", request.taskId, "Send this task_id (again) instead of a new one");
    addOptional(command, "--cancel-after", invoke.cancelAfterMs, "Cancel so long after sending")
        ->type_name("MS")
        ->check(CLI::NonNegativeNumber);
    command
        .add_option_function<std::int64_t>(
            "--liveness",
            [&invoke](std::int64_t ms) { invoke.options.livenessWindow = wire::milliseconds(ms); },
            "Fail without a sign of life for so long; 0 never (default: 3 × the advertised interval)")
        ->type_name("MS")
        ->check(CLI::NonNegativeNumber);
    command.add_flag(
        "--strict-liveness", invoke.options.onlyHeartbeatsAreLife, "Only heartbeats are signs of life");
    command
        .add_option_function<std::int64_t>(
            "--cancel-grace",
            [&invoke](std::int64_t ms) { invoke.options.cancelGrace = wire::milliseconds(ms); },
            "Wait for a cancel's answer before closing the stream (default 2000)")
        ->type_name("MS")
        ->check(CLI::NonNegativeNumber);
}

void addServe(CLI::App& command, ServeArguments& serve)
{
    command.add_option("SCENARIO", serve.scenarioFiles, "Scenario files (JSON); a built-in one without any");
    std::vector<CLI::Option*> ofListening;
    ofListening.push_back(command.add_option("--port", serve.port, "Port to listen on; 0 takes a free one")
            ->capture_default_str());
    ofListening.push_back(
        command.add_option("--address", serve.address, "Address to listen on")->capture_default_str());
    ofListening.push_back(addOptional(
        command, "--ws-port", serve.wsPort, "Serve WebSockets too, on this port; 0 takes a free one")
            ->type_name("PORT"));
    ofListening.push_back(command.add_flag("--tls", serve.isTls,
        "Serve https and wss, with a certificate of this user's development CA (for --ca)"));
    ofListening.push_back(
        command.add_option("--client-ca", serve.clientCaFile, "Require client certificates of this CA")
            ->type_name("FILE"));
    CLI::Option* const stdio = command.add_flag(
        "--stdio", serve.isStdio, "Serve one provider on stdin and stdout, and nothing else");
    ofListening.push_back(command
            .add_option("--upstream", serve.upstreams,
                "Another registry: the server's own names it, and asks it when asked to; repeatable")
            ->type_name("URL")
            ->allow_extra_args(false));
    ofListening.push_back(command.add_flag("--plain-registry", serve.hasPlainRegistry,
        "The registry can't filter by terms of ACMP, and says so"));
    ofListening.push_back(command.add_flag("--private-registry", serve.hasPrivateRegistry,
        "The registry asks for --token, too: 401 without it"));
    ofListening.push_back(command
            .add_option("--registry-rate", serve.registryRate,
                "Questions a second that the registry answers, of one address; 429 beyond")
            ->type_name("N")
            ->check(CLI::Range(std::int64_t { 1 }, std::int64_t { 1'000'000 })));
    for (CLI::Option* const option : ofListening)
        stdio->excludes(option);
    command.add_flag("--conformance-fixtures", serve.hasFixtures,
        "Offer the tools, resources and prompts of MCP's conformance suite, too");
    command.add_flag("--lenient", serve.lenient,
        "Take requests without MCP's _meta and headers, or A2A's version and media types");
}

CLI::Option* addKeychain(CLI::App& command, KeyArguments& arguments)
{
    return command
        .add_option("--keychain", arguments.keychain,
            "Its name in this user's keychain (GNOME Keyring, KWallet or the like)")
        ->type_name("NAME");
}

void addKey(CLI::App& key, KeyArguments& arguments, std::string& verb)
{
    key.require_subcommand(1);
    const auto add = [&](const std::string& name, const std::string& description) {
        CLI::App* command = key.add_subcommand(name, description);
        command->final_callback([&verb, name] { verb = "key " + name; });
        return command;
    };
    const auto addPlace = [&](CLI::App& command, const char* name) {
        auto* const place = command.add_option_group("Where the key is", {});
        place->add_option(name, arguments.file, "File of the private key (PEM)");
        addKeychain(*place, arguments);
        place->require_option(1);
    };
    const auto addObject = [&](CLI::App& command, const char* description) {
        command.add_option("OBJECT", arguments.object, description)->required();
    };
    constexpr const char* kDidWeb = "In the name of this did:web, with the key as #key-1";

    CLI::App* const make = add("new", "Make a key, in a file for its owner alone (0600) or in the keychain");
    addPlace(*make, "FILE");
    make->add_option_function<std::string>(
            "--type",
            [&arguments](const std::string& type) {
                arguments.type = type == "p-256" ? identity::KeyType::P256 : identity::KeyType::Ed25519;
            },
            "Ed25519 signs EdDSA, P-256 signs ES256")
        ->check(CLI::IsMember({ "ed25519", "p-256" }))
        ->default_str("ed25519");

    CLI::App* const show
        = add("show", "Show the public part: did:key, Multikey, JWK, the did.json to publish");
    addPlace(*show, "FILE");
    show->add_option("--did", arguments.did, kDidWeb);
    show->add_flag("--document", arguments.isDocument, "Print nothing but the did.json");

    CLI::App* const sign = add("sign", "Print a JSON object with its signature envelope");
    addPlace(*sign, "--key");
    addObject(*sign, "A file, or - for stdin");
    sign->add_option("--did", arguments.did, kDidWeb);

    addKeychain(*add("remove", "Remove a key from the keychain"), arguments)->required();

    CLI::App* const verify = add("verify", "Say what a signature is worth, and why");
    addObject(*verify, "A file, or - for stdin: an object with sig, or a message that holds one");
    verify->add_option("--did", arguments.did, "Whose signature it has to be");
    CLI::Option* const document
        = verify->add_option("--document", arguments.documentFile, "The did.json of the signer")
              ->type_name("FILE");
    verify->add_flag("--fetch-did", arguments.mayFetch, "Fetch the did.json of a did:web")
        ->excludes(document);
}

void addVerbs(CLI::App& app, Arguments& arguments, std::string& verb)
{
    app.fallthrough();
    app.require_subcommand(1);
    addGlobal(app, arguments.global);
    const auto add = [&app, &verb](const std::string& name, const std::string& description) {
        CLI::App* command = app.add_subcommand(name, description);
        command->final_callback([&verb, name] { verb = name; });
        return command;
    };

    CLI::App* inspect
        = add("inspect", "Ask an endpoint what it is, what it declares and what else it offers");
    inspect
        ->add_option("TARGET", arguments.inspect.target,
            "http(s)://…, ws(s)://…, a2a:http(s)://…, 'stdio:COMMAND ARGS', or an endpoint's name in the "
            "workspace")
        ->required();
    inspect->add_flag("--doctor", arguments.inspect.isThorough,
        "Go there step by step: name the one that fails, what was seen, what to try");
    addMs(*inspect, "--timeout", arguments.inspect.timeoutMs, "Longest wait for the answer");
    addDiscover(*add("discover", "Find who is listed at a domain, and whether it trades over ACMP"),
        arguments.discover);
    addNegotiation(*add("quote", "Ask providers for offers, and accept one"), arguments.quote);
    addInvoke(*add("invoke", "Run a task and watch it"), arguments.invoke);
    addServe(*add("serve", "Play providers from scenario files"), arguments.serve);
    add("demo", "Play a market of three providers and a buyer, told step by step");

    addKey(*app.add_subcommand("key", "Make, show and use keys of signatures"), arguments.key, verb);

    CLI::App* capture = app.add_subcommand("capture", "Work with capture files");
    capture->require_subcommand(1);
    CLI::App* cat = capture->add_subcommand("cat", "Print what a capture file holds");
    cat->final_callback([&verb] { verb = "capture cat"; });
    cat->add_option("FILE", arguments.capture.file, "A file written by --record")->required();
    cat->add_flag(
        "--include-secrets", arguments.capture.includeSecrets, "Print tokens and cookies as they are");
}

} // namespace

std::optional<int> readCommandLine(int argc, char** argv, Arguments& arguments, std::string& verb)
{
    CLI::App app { "Inspects and drives ACMP sessions: providers of compute, their offers, their tasks." };
    app.set_version_flag("--version", "acmpctl " ACMP_VERSION);
    addVerbs(app, arguments, verb);
    try {
        app.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        const auto unknown = app.remaining(true);
        if (unknown.empty() || !app.get_subcommands().empty())
            return app.exit(error) == 0 ? kFine : kUsage;
        const std::string told = "there is no verb " + wire::excerpt(unknown.front());
        std::fprintf(stderr, "acmpctl: %s\nRun with --help for more information.\n", told.c_str());
        return kUsage;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? kFine : kUsage;
    }
    return std::nullopt;
}

} // namespace acmpctl
