// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/events.h"
#include "app/acmpctl/verbs.h"

namespace acmpctl {

namespace {

struct Asked {
    std::string target;
    std::string provider; ///< its provider_id, else the target
    buyer::Connection* connection = nullptr;
    std::optional<buyer::Quote> quote;
};

const acmp::Offer* offerOf(const Asked& asked)
{
    return asked.quote ? std::get_if<acmp::Offer>(&asked.quote->outcome) : nullptr;
}

/// The offer that --accept chooses; nullptr without any.
const Asked* choose(const std::vector<Asked>& all, const std::string& policy)
{
    const Asked* best = nullptr;
    for (const Asked& asked : all) {
        const acmp::Offer* offer = offerOf(asked);
        if (!offer)
            continue;
        const bool better = !best
            || (policy == "cheapest" ? offer->priceCu < offerOf(*best)->priceCu
                                     : asked.quote->roundTrip < best->quote->roundTrip);
        if (better)
            best = &asked;
    }
    return best;
}

buyer::Quote failed(wire::Error error)
{
    return { std::move(error), {}, 0, {}, {}, {} };
}

/// Asks all at once and prints each answer as it comes.
void askAll(Flow& flow, Desk& desk, const QuoteArguments& arguments, std::vector<Asked>& all)
{
    std::size_t open = 0;
    for (const Asked& asked : all)
        open += asked.connection ? 1 : 0;
    const auto take = [&](Asked& asked, buyer::Quote quote) {
        printQuote(desk.output(), asked.provider, quote);
        flow.finish([&] {
            asked.quote = std::move(quote);
            --open;
        });
    };
    flow.onIo([&] {
        for (Asked& asked : all) {
            if (!asked.connection)
                continue;
            asked.connection->quote(arguments.request).then(&desk, [&take, &asked](buyer::Quote quote) {
                take(asked, std::move(quote));
            });
        }
    });
    const auto wake = flow.wait([&] { return open == 0; }, wire::milliseconds(arguments.timeoutMs));
    if (wake == Flow::Wake::Done)
        return;
    flow.onIo([&] {
        for (Asked& asked : all) {
            if (!asked.connection || asked.quote)
                continue;
            // Its exchange ends with its connection, and so does the answer that is still out.
            delete asked.connection;
            asked.connection = nullptr;
            take(asked,
                failed({ wire::ErrorKind::Deadline,
                    wake == Flow::Wake::Interrupted ? "interrupted" : "no answer in time",
                    "an offer within " + std::to_string(arguments.timeoutMs) + " ms", "none", {}, true }));
        }
    });
}

std::vector<Asked> connectAll(Flow& flow, Desk& desk, const QuoteArguments& arguments)
{
    std::vector<Asked> all;
    for (const std::string& target : arguments.targets)
        all.push_back({ target, target, nullptr, {} });
    for (Asked& asked : all) {
        if (flow.wasInterrupted())
            break;
        auto connection = discover(flow, desk, asked.target, wire::milliseconds(arguments.timeoutMs));
        if (!connection) {
            asked.quote = failed(connection.error());
            printQuote(desk.output(), asked.provider, *asked.quote);
            continue;
        }
        if (auto why = flow.onIo([&] { return (*connection)->tooOld(); }); why && !desk.arguments().force) {
            asked.quote = failed(std::move(*why));
            printQuote(desk.output(), asked.provider, *asked.quote);
            continue;
        }
        asked.connection = *connection;
        const auto capability = flow.onIo([&] { return asked.connection->capability(); });
        if (capability && capability->providerId)
            asked.provider = *capability->providerId;
    }
    return all;
}

Exit exitFor(const std::vector<Asked>& all)
{
    Exit worst = kRefused;
    for (const Asked& asked : all) {
        if (offerOf(asked))
            return kFine;
        if (const auto* error = std::get_if<wire::Error>(&asked.quote->outcome); error && all.size() == 1)
            worst = acmpctl::exitFor(*error);
    }
    return worst;
}

} // namespace

QuoteOutcome negotiate(Flow& flow, Desk& desk, const QuoteArguments& arguments)
{
    std::vector<Asked> all = connectAll(flow, desk, arguments);
    if (flow.wasInterrupted())
        return { kInterrupted, {} };
    askAll(flow, desk, arguments, all);
    if (flow.wasInterrupted())
        return { kInterrupted, {} };
    QuoteOutcome outcome { exitFor(all), {} };
    const Asked* best = arguments.accept.empty() ? nullptr : choose(all, arguments.accept);
    if (!best)
        return outcome;

    const acmp::Offer offer = *offerOf(*best);
    acmp::Accept accept;
    accept.offerId = offer.offerId;
    accept.escrowId = arguments.escrowId;
    auto acceptance = flow.await(
        [&] { return best->connection->accept(accept, offer); }, wire::milliseconds(arguments.timeoutMs));
    if (!acceptance)
        return { fail(desk, acceptance.error()), {} };
    for (const acmp::Finding& finding : acceptance->findings)
        printFinding(desk.output(), finding);
    if (const auto* error = std::get_if<wire::Error>(&acceptance->outcome))
        return { fail(desk, *error), {} };
    if (const auto* refusal = std::get_if<acmp::TaskError>(&acceptance->outcome)) {
        printQuote(desk.output(), best->provider, { *refusal, {}, 0, {}, {}, {} });
        return { kRefused, {} };
    }
    printAccepted(desk.output(), best->provider, std::get<acmp::Ack>(acceptance->outcome), offer);
    outcome.deal = Deal { best->target, offer, arguments.escrowId };
    return outcome;
}

Exit quote(Flow& flow, Desk& desk, const QuoteArguments& arguments)
{
    return negotiate(flow, desk, arguments).exit;
}

} // namespace acmpctl
