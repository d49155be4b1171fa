// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/events.h"
#include "app/acmpctl/signatureevents.h"
#include "app/acmpctl/verbs.h"

namespace acmpctl {

Exit fail(Desk& desk, const wire::Error& error)
{
    printError(desk.output(), error);
    return exitFor(error);
}

Targets::Found findTarget(Flow& flow, Desk& desk, const std::string& target)
{
    // Long enough for a user whom the keychain asks for its password.
    return flatten(flow.await([&] { return desk.find(target); }, std::chrono::minutes(5)));
}

namespace {

/// The lists take no longer: each page and all of them have limits of their own.
constexpr std::chrono::seconds kListing { 30 };

struct Inspected {
    buyer::Connection* connection = nullptr;
    std::string url;
    binding::Discovered found;
};

std::expected<Inspected, wire::Error> ask(
    Flow& flow, Desk& desk, const std::string& target, wire::milliseconds deadline)
{
    const auto access = findTarget(flow, desk, target);
    if (!access)
        return std::unexpected(access.error());
    const auto connection = flow.onIo([&] { return desk.connectTo(*access); });
    if (!connection)
        return std::unexpected(connection.error());
    auto found = flatten(flow.await([&] { return (*connection)->discover(); }, deadline));
    if (!found)
        return std::unexpected(found.error());
    return Inspected { *connection, access->url, std::move(*found) };
}

/// What comes of it is told by each signature; longer than for the answer itself nobody waits.
void awaitDid(Flow& flow, buyer::Connection& connection, wire::milliseconds deadline)
{
    (void)flow.await([&] { return connection.resolution(); }, deadline);
}

/// False if it should have been proved and was not.
bool prove(Flow& flow, Desk& desk, buyer::Connection& connection, wire::milliseconds deadline)
{
    const auto capability = flow.onIo([&] { return connection.capability(); });
    if (!capability || !capability->did || !connection.offersProof())
        return true;
    awaitDid(flow, connection, deadline);
    const auto verdict
        = flatten(flow.await([&] { return connection.proveIdentity(desk.ids().make("nonce_")); }, deadline));
    if (!verdict) {
        printIdentity(desk.output(), *capability->did,
            { .state = identity::State::Bad,
                .code = identity::code::kIdentityProofFailed,
                .reason = verdict.error().toString() });
        return false;
    }
    printIdentity(desk.output(), *capability->did, *verdict);
    return verdict->state == identity::State::Verified || verdict->state == identity::State::NotChecked;
}

} // namespace

std::expected<Met, wire::Error> discover(
    Flow& flow, Desk& desk, const std::string& target, wire::milliseconds deadline)
{
    const auto asked = ask(flow, desk, target, deadline);
    if (!asked)
        return std::unexpected(asked.error());
    printDiscovered(desk.output(), asked->connection->client(), asked->found, nullptr);
    awaitDid(flow, *asked->connection, deadline);
    return Met { asked->connection, asked->url };
}

Exit inspect(Flow& flow, Desk& desk, const InspectArguments& arguments)
{
    if (arguments.isThorough)
        return examine(flow, desk, arguments);
    const auto asked = ask(flow, desk, arguments.target, wire::milliseconds(arguments.timeoutMs));
    if (!asked)
        return fail(desk, asked.error());
    const auto inventory
        = flow.await([&] { return asked->connection->client().inventory(asked->found); }, kListing);
    if (!inventory)
        return fail(desk, inventory.error());
    printDiscovered(desk.output(), asked->connection->client(), asked->found, &*inventory);
    const bool mayTrade = flow.onIo([&] { return asked->connection->mayTrade(); });
    const bool isProved = prove(flow, desk, *asked->connection, wire::milliseconds(arguments.timeoutMs));
    return mayTrade && isProved ? kFine : kRefused;
}

} // namespace acmpctl
