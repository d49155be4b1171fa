// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/events.h"
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

struct Asked {
    buyer::Connection* connection = nullptr;
    binding::Discovered found;
};

std::expected<Asked, wire::Error> ask(
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
    return Asked { *connection, std::move(*found) };
}

} // namespace

std::expected<buyer::Connection*, wire::Error> discover(
    Flow& flow, Desk& desk, const std::string& target, wire::milliseconds deadline)
{
    const auto asked = ask(flow, desk, target, deadline);
    if (!asked)
        return std::unexpected(asked.error());
    printDiscovered(desk.output(), asked->connection->client(), asked->found, nullptr);
    return asked->connection;
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
    return mayTrade ? kFine : kRefused;
}

} // namespace acmpctl
