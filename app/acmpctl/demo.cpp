// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/serving.h"
#include "app/acmpctl/verbs.h"

namespace acmpctl {

namespace {

constexpr std::string_view kCapability = "summarize";
constexpr std::string_view kProof = "result-hash";

json::Decimal cu(std::string_view amount)
{
    return *json::Decimal::parse(amount);
}

std::expected<std::unique_ptr<hosts::Market>, wire::Error> openDemoMarket(Desk& desk)
{
    std::vector<engine::Scenario> scenarios;
    for (const char* name : { "demo-fast", "demo-careful", "demo-refuser" }) {
        auto scenario = readScenario(":/scenarios/" + std::string(name) + ".json");
        if (!scenario)
            return std::unexpected(scenario.error());
        scenarios.push_back(std::move(*scenario));
    }
    return openMarket(desk, std::move(scenarios), {});
}

QuoteArguments question(const hosts::Market& market)
{
    QuoteArguments quote;
    for (const auto& stall : market.stalls())
        quote.targets.push_back(stall.mcpUrl);
    quote.request.capability = kCapability;
    quote.request.maxPriceCu = cu("0.05");
    quote.request.proofMethod = kProof;
    quote.request.offerValidMs = 5'000;
    quote.choice.policy = "cheapest";
    quote.escrowId = "esc_demo";
    return quote;
}

InvokeArguments task(const Deal& deal)
{
    InvokeArguments invoke;
    invoke.targets = { deal.target };
    invoke.request.capability = kCapability;
    invoke.request.input
        = acmp::Content { "text", json::Raw::string("Revenue grew 12% YoY while costs stayed flat."), {} };
    invoke.request.outputType = "text";
    invoke.request.stream = true;
    invoke.request = buyer::underDeal(std::move(invoke.request), deal.offer, deal.escrowId);
    return invoke;
}

} // namespace

Exit demo(Flow& flow, Desk& desk)
{
    Output& output = desk.output();
    auto market = flow.onIo([&] { return openDemoMarket(desk); });
    if (!market)
        return fail(desk, market.error());
    output.tell("1. Three providers of this program open their stalls, on this machine only.\n");
    printListening(output, **market);
    const auto close = [&](Exit exit) {
        flow.onIo([&] { market->reset(); });
        return exit;
    };

    output.tell("2. A buyer looks at each, asks all three for a price of at most 0.05 CU with a proof,\n"
                "   and takes the cheapest offer (Layer 6).\n");
    const QuoteOutcome outcome = negotiate(flow, desk, question(**market));
    if (!outcome.deal)
        return close(outcome.exit);

    output.tell("\n3. The task runs under that deal: its output streams in chunks, heartbeats tell that it "
                "lives (Layer 1).\n");
    const InvokeArguments run = task(*outcome.deal);
    const Exit ran = invoke(flow, desk, run);
    if (ran != kFine)
        return close(ran);

    output.tell("\n4. Another task is cancelled on its way: the provider stops and confirms with -33004.\n");
    InvokeArguments second = run;
    second.request.escrowId.reset();
    second.cancelAfterMs = 150;
    const Exit cancelled = invoke(flow, desk, second);
    if (flow.wasInterrupted())
        return close(kInterrupted);

    output.tell("\n5. One provider is asked to work for too little, and says so with -33001.\n");
    InvokeArguments third = run;
    third.request.escrowId.reset();
    third.request.maxPriceCu = cu("0.0001");
    const Exit refused = invoke(flow, desk, third);
    if (flow.wasInterrupted())
        return close(kInterrupted);

    output.tell(desk.arguments().recordFile.empty()
            ? "\nEvery byte of it can be put on record: acmpctl demo --record demo.acmpcap, then acmpctl "
              "capture cat demo.acmpcap"
            : "\nEvery byte of it is on record: acmpctl capture cat " + desk.arguments().recordFile);
    return close(cancelled == kFine && refused == kRefused ? kFine : kBroken);
}

} // namespace acmpctl
