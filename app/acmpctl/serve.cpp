// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/keychain.h"
#include "app/acmpctl/serving.h"
#include "app/acmpctl/verbs.h"

#include "protocol/acmp/codec.h"
#include "protocol/discovery/context.h"
#include "protocol/discovery/weburl.h"
#include "protocol/fixtures/fixtures.h"
#include "protocol/transport/fd/pipechannel.h"
#include "protocol/transport/tls/devca.h"
#include "protocol/transport/tls/pemfiles.h"
#include "protocol/transport/tls/serving.h"

#include <QFile>
#include <QFileInfo>

namespace acmpctl {

using wire::Error;
using wire::ErrorKind;

std::expected<engine::Scenario, Error> readScenario(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(Error { ErrorKind::Usage, "the scenario can't be read", "a readable JSON file",
            file.errorString().toStdString(), path, false });
    const QByteArray text = file.readAll();
    auto scenario = engine::Scenario::parse({ text.constData(), static_cast<std::size_t>(text.size()) },
        QFileInfo(file).absolutePath().toStdString());
    if (scenario)
        return std::move(*scenario);
    std::string all;
    for (const engine::ScenarioError& error : scenario.error())
        all += "\n  " + path + ": " + error.toString();
    return std::unexpected(Error { ErrorKind::Usage, "the scenario has mistakes:" + all, {}, {}, {}, false });
}

bool namesKeychain(const std::vector<std::string>& scenarioFiles)
{
    return std::ranges::any_of(scenarioFiles, [](const std::string& path) {
        const auto scenario = readScenario(path);
        return scenario && scenario->signature && scenario->signature->lacksKey();
    });
}

std::expected<std::unique_ptr<hosts::Market>, Error> openMarket(
    Desk& desk, std::vector<engine::Scenario> scenarios, hosts::MarketOptions options)
{
    auto market = std::make_unique<hosts::Market>(desk.clock(), desk.ids(), desk.sink(), std::move(options));
    for (engine::Scenario& scenario : scenarios)
        market->add(std::move(scenario));
    if (auto listening = market->listen(); !listening)
        return std::unexpected(listening.error());
    return market;
}

static void writeAddresses(json::Writer& writer, const hosts::Market::Stall& stall)
{
    writer.key("mcp").string(stall.mcpUrl);
    if (!stall.wsUrl.empty())
        writer.key("ws").string(stall.wsUrl);
    writer.key("a2a").string(stall.a2aUrl);
    writer.key("a2a_rest").string(stall.a2aRestUrl);
}

static void writeWares(json::Writer& writer, const hosts::Market::Stall& stall)
{
    writer.key("capabilities").beginArray();
    for (const engine::CapabilityScript& capability : stall.provider->scenario().capabilities)
        writer.string(capability.name);
    writer.endArray();
}

void printListening(Output& output, const hosts::Market& market)
{
    const auto stalls = market.stalls();
    output.event(
        "listening",
        [&](json::Writer& writer) {
            writeAddresses(writer, stalls.front());
            writer.key("ard").string(stalls.front().ardUrl);
            writer.key("registry").string(stalls.front().registryUrl);
            writeWares(writer, stalls.front());
            writer.key("providers").beginArray();
            for (const auto& stall : stalls) {
                writer.beginObject();
                writer.key("name").string(stall.name);
                writeAddresses(writer, stall);
                writer.key("capability");
                acmp::encode(writer, stall.provider->capability());
                writeWares(writer, stall);
                writer.endObject();
            }
            writer.endArray();
        },
        [&] {
            std::string text
                = "listed at " + stalls.front().ardUrl + ", registry " + stalls.front().registryUrl + '\n';
            for (const auto& stall : stalls) {
                text += stall.name + "  " + stall.mcpUrl + (stall.wsUrl.empty() ? "" : "  " + stall.wsUrl)
                    + "  " + stall.a2aUrl + '\n';
                for (const engine::CapabilityScript& capability : stall.provider->scenario().capabilities)
                    text += "  " + capability.name + "  " + capability.priceCu.text() + " CU\n";
            }
            return text;
        });
}

namespace {

/// What https and wss are served with.
std::expected<QSslConfiguration, Error> makeTls(Desk& desk, const ServeArguments& arguments)
{
    const auto ca = tls::DevCa::openOrCreate(tls::devCaFolder(), desk.clock());
    if (!ca)
        return std::unexpected(ca.error());
    const auto identity = ca->issueServer();
    if (!identity)
        return std::unexpected(identity.error());
    desk.output().tell("Its certificate is of " + ca->certificateFile()
        + ", which this program trusts for "
          "this machine's own names.");
    if (arguments.clientCaFile.empty())
        return tls::serving(*identity);
    const auto issuers = tls::readCertificates(arguments.clientCaFile);
    if (!issuers)
        return std::unexpected(issuers.error());
    return tls::serving(*identity, tls::ClientCertificates::Required, *issuers);
}

/// What other registries the server's own knows, whom it answers, and what it can't do.
std::expected<hosts::RegistryOptions, Error> registryOptions(
    const ServeArguments& arguments, const std::string& token)
{
    hosts::RegistryOptions options;
    if (arguments.hasPrivateRegistry && token.empty())
        return std::unexpected(Error {
            ErrorKind::Usage, "--private-registry", "--token, for it to ask for", "none", {}, false });
    if (arguments.hasPrivateRegistry)
        options.token = token;
    options.perSecond = arguments.registryRate;
    options.rules.isLenient = arguments.lenient;
    if (arguments.hasPlainRegistry)
        options.rules.unfilterable = { std::string(discovery::kAcmpNamespace) };
    for (const std::string& url : arguments.upstreams) {
        if (!discovery::isWebUrl(url))
            return std::unexpected(Error {
                ErrorKind::Usage, "--upstream", "an http or https URL", wire::excerpt(url), {}, false });
        const std::string number = std::to_string(options.upstreams.size() + 1);
        options.upstreams.push_back({ "urn:air:agents.localhost:upstream:" + number, url, url });
    }
    return options;
}

std::expected<hosts::MarketOptions, Error> makeOptions(Desk& desk, const ServeArguments& arguments)
{
    hosts::MarketOptions options;
    options.address = QHostAddress(QString::fromStdString(arguments.address));
    options.port = arguments.port;
    options.wsPort = arguments.wsPort;
    options.token = desk.arguments().token;
    options.lenient = arguments.lenient;
    auto registry = registryOptions(arguments, options.token);
    if (!registry)
        return std::unexpected(registry.error());
    options.registry = std::move(*registry);
    if (arguments.hasFixtures) {
        options.furnish = [&desk](hosts::McpHost& host) {
            fixtures::install(host.methods(), host.meta(), desk.ids());
            host.declare(fixtures::kCapabilities);
        };
    }
    if (options.address.isNull()) {
        return std::unexpected(Error {
            ErrorKind::Usage, "--address", "an IP address", wire::excerpt(arguments.address), {}, false });
    }
    if (arguments.isTls || !arguments.clientCaFile.empty()) {
        auto tls = makeTls(desk, arguments);
        if (!tls)
            return std::unexpected(tls.error());
        options.tls = std::move(*tls);
    }
    return options;
}

/// The key that it names, if that is in the keychain.
std::expected<void, Error> takeKey(Flow& flow, engine::Scenario& scenario)
{
    if (!scenario.signature || !scenario.signature->lacksKey())
        return {};
    auto key = readKeychain(flow, scenario.signature->keychain);
    if (!key)
        return std::unexpected(key.error());
    scenario.signature->key = std::move(*key);
    return {};
}

/// Until stdin ends.
Exit serveStdio(Flow& flow, Desk& desk, engine::Scenario scenario, hosts::MarketOptions options)
{
    hosts::Market* market = nullptr;
    bool hasEnded = false;
    flow.onIo([&] {
        market = new hosts::Market(desk.clock(), desk.ids(), desk.sink(), std::move(options), &desk);
        market->add(std::move(scenario));
        auto* const endpoint = market->serve(
            std::make_unique<fd::PipeChannel>(desk.clock(), desk.sink(), fd::PipeOptions {}), "stdio");
        QObject::connect(endpoint, &mcp::ChannelEndpoint::ended, &desk,
            [&flow, &hasEnded] { flow.finish([&hasEnded] { hasEnded = true; }); });
    });
    flow.wait([&hasEnded] { return hasEnded; });
    flow.onIo([&] { delete market; });
    return kFine;
}

} // namespace

Exit serve(Flow& flow, Desk& desk, const ServeArguments& arguments)
{
    std::vector<engine::Scenario> scenarios;
    for (const std::string& file : arguments.scenarioFiles) {
        auto scenario = readScenario(file);
        if (!scenario)
            return fail(desk, scenario.error());
        if (const auto taken = takeKey(flow, *scenario); !taken)
            return fail(desk, taken.error());
        scenarios.push_back(std::move(*scenario));
    }
    if (scenarios.empty())
        scenarios.push_back(engine::builtinScenario());
    auto options = makeOptions(desk, arguments);
    if (!options)
        return fail(desk, options.error());
    if (arguments.isStdio) {
        if (scenarios.size() > 1)
            return fail(desk,
                { ErrorKind::Usage, "--stdio", "one scenario: stdin and stdout are one channel",
                    std::to_string(scenarios.size()), {}, false });
        return serveStdio(flow, desk, std::move(scenarios.front()), std::move(*options));
    }
    auto market = flow.onIo([&] { return openMarket(desk, std::move(scenarios), std::move(*options)); });
    if (!market)
        return fail(desk, market.error());
    printListening(desk.output(), **market);
    desk.output().tell("Ctrl+C stops it.");
    flow.wait([] { return false; });
    flow.onIo([&] { market->reset(); });
    return kFine;
}

} // namespace acmpctl
