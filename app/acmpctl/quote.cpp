// SPDX-License-Identifier: Apache-2.0
// quote: asks many for a price at once; --accept takes the best offer while it lasts.
#include "app/acmpctl/events.h"
#include "app/acmpctl/round.h"
#include "app/acmpctl/spending.h"

#include <algorithm>

#include "protocol/buyer/entrytarget.h"

namespace acmpctl {

using wire::Error;
using wire::ErrorKind;

namespace {

void fail(Desk& desk, Asked& asked, Error error)
{
    asked.connection = nullptr;
    asked.failure = error;
    printQuote(desk.output(), asked.provider, { std::move(error), {}, 0, {}, {}, {} });
}

std::expected<buyer::Connection*, Error> connect(Flow& flow, Desk& desk, Asked& asked)
{
    const std::string& quotesAt = asked.negotiates.empty() ? asked.target : asked.negotiates;
    auto access = findTarget(flow, desk, quotesAt);
    if (!access)
        return std::unexpected(access.error());
    if (asked.isListed) {
        access->token.clear();
        access->headers.clear();
    }
    asked.url = access->url;
    return flow.onIo([&] {
        asked.spending = desk.spendingOf(quotesAt);
        return desk.connectTo(*access);
    });
}

/// No connection yet to any of them. A user may be asked for each.
void connectAll(Flow& flow, Desk& desk, std::vector<Asked>& all)
{
    for (Asked& asked : all) {
        if (flow.wasInterrupted())
            return;
        if (auto connection = connect(flow, desk, asked))
            asked.connection = *connection;
        else
            fail(desk, asked, connection.error());
    }
}

/// Those who are named, and those who are listed.
std::expected<std::vector<Asked>, Error> askedOf(Flow& flow, Desk& desk, const QuoteArguments& arguments)
{
    std::vector<Asked> all;
    if (!arguments.listedAt.empty()) {
        auto found = listed(flow, desk, arguments);
        if (!found)
            return found;
        all = std::move(*found);
    }
    for (const std::string& target : arguments.targets)
        all.push_back({ target, target });
    return all;
}

using Found = std::expected<binding::Discovered, Error>;

/// What a provider of the round says that it is.
void take(Desk& desk, Asked& asked, const Found& found)
{
    if (!found && !asked.negotiates.empty() && buyer::quotesUndiscovered(found.error()))
        return;
    if (!found)
        return fail(desk, asked, found.error());
    printDiscovered(desk.output(), asked.connection->client(), *found, nullptr);
    if (const auto& capability = asked.connection->capability(); capability && capability->providerId)
        asked.provider = *capability->providerId;
    if (auto why = asked.connection->tooOld(); why && !desk.arguments().force)
        fail(desk, asked, std::move(*why));
}

/// All at once: what each is, which also opens the connection that the offers come on.
void discoverAll(Flow& flow, Desk& desk, std::vector<Asked>& all, wire::milliseconds timeout)
{
    struct State {
        std::vector<std::optional<Found>> found;
        std::size_t open = 0;
    };
    const auto state = std::make_shared<State>();
    flow.onIo([&] {
        state->found.resize(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!all[i].connection)
                continue;
            ++state->open;
            buyer::Connection* const connection = all[i].connection;
            connection->discover().then(&desk, [&flow, &desk, state, i, connection](Found found) {
                flow.finish([&] { state->found[i] = std::move(found); });
                // Whose key it is has to be known when its offer comes.
                connection->resolution().then(&desk,
                    [&flow, state](const identity::Resolution&) { flow.finish([&] { --state->open; }); });
            });
        }
    });
    const auto wake = flow.wait([&] { return state->open == 0; }, timeout);
    flow.onIo([&] {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!all[i].connection)
                continue;
            const Found found = state->found[i].value_or(std::unexpected(Error { ErrorKind::Deadline,
                wake == Flow::Wake::Interrupted ? "interrupted" : "it does not say what it is in time",
                "an answer within " + std::to_string(timeout.count()) + " ms", "none", {}, true }));
            take(desk, all[i], found);
        }
    });
}

} // namespace

QuoteOutcome negotiate(Flow& flow, Desk& desk, const QuoteArguments& arguments)
{
    const wire::milliseconds timeout(arguments.timeoutMs);
    auto found = askedOf(flow, desk, arguments);
    if (!found)
        return { fail(desk, found.error()), {} };
    std::vector<Asked>& all = *found;
    connectAll(flow, desk, all);
    discoverAll(flow, desk, all, timeout);
    if (flow.wasInterrupted())
        return { kInterrupted, {} };
    if (all.size() == 1 && all.front().failure)
        return { exitFor(*all.front().failure), {} };
    Round* const round = flow.onIo([&] {
        auto* const made = new Round(flow, desk, all, arguments);
        made->start();
        return made;
    });
    // Each request has a timeout of its own.
    const auto wake = flow.wait([&] { return round->isDone(); });
    return flow.onIo([&] {
        const bool isInterrupted = wake == Flow::Wake::Interrupted;
        QuoteOutcome outcome = round->finish({ isInterrupted ? ErrorKind::Cancelled : ErrorKind::Deadline,
            isInterrupted ? "interrupted" : "no answer before the choice was made", {}, {}, {}, false });
        delete round;
        const auto paying = std::ranges::find_if(all, &Asked::spending);
        complainOfLedger(desk.output(), paying == all.end() ? nullptr : paying->spending);
        if (isInterrupted)
            outcome.exit = kInterrupted;
        return outcome;
    });
}

Exit quote(Flow& flow, Desk& desk, const QuoteArguments& arguments)
{
    return negotiate(flow, desk, arguments).exit;
}

} // namespace acmpctl
