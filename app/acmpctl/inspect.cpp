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

std::expected<buyer::Connection*, wire::Error> discover(
    Flow& flow, Desk& desk, const std::string& target, wire::milliseconds deadline, bool inBrief)
{
    const auto access = findTarget(flow, desk, target);
    if (!access)
        return std::unexpected(access.error());
    auto connection = flow.onIo([&] { return desk.connectTo(*access); });
    if (!connection)
        return connection;
    auto found = flatten(flow.await([&] { return (*connection)->discover(); }, deadline));
    if (!found)
        return std::unexpected(found.error());
    printDiscovered(desk.output(), (*connection)->client(), *found, inBrief);
    return connection;
}

Exit inspect(Flow& flow, Desk& desk, const InspectArguments& arguments)
{
    if (arguments.isThorough)
        return examine(flow, desk, arguments);
    const auto connection
        = discover(flow, desk, arguments.target, wire::milliseconds(arguments.timeoutMs), false);
    if (!connection)
        return fail(desk, connection.error());
    const bool mayTrade = flow.onIo([&] { return (*connection)->mayTrade(); });
    return mayTrade ? kFine : kRefused;
}

} // namespace acmpctl
