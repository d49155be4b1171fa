// SPDX-License-Identifier: Apache-2.0
// discover: who is listed at a domain, a URL or in a file; --validate: whether others will understand it.
#include "app/acmpctl/discoverevents.h"
#include "app/acmpctl/events.h"
#include "app/acmpctl/resolving.h"
#include "app/acmpctl/verbs.h"

#include "protocol/discovery/counted.h"

#include <algorithm>

namespace acmpctl {

using discovery::counted;
using discovery::Listed;
using discovery::Resolver;
using discovery::Source;

namespace {

std::string nameOf(const Source& source)
{
    return source.url.empty() ? source.name : source.url;
}

std::vector<std::string> sourcesOf(const Resolver& resolver, const Listed& listed)
{
    const auto at = [&](int index) { return nameOf(resolver.sources()[static_cast<std::size_t>(index)]); };
    std::vector<std::string> names { at(listed.source) };
    for (const int other : listed.alsoIn)
        names.push_back(at(other));
    return names;
}

/// What is said of a source itself, and of those that are left to the user.
void tellSources(Desk& desk, const Resolver& resolver, FindingCount& count)
{
    for (const Source& source : resolver.sources()) {
        for (const acmp::Finding& finding : source.findings)
            printFinding(desk.output(), finding);
        count.add(source.findings);
        if (source.state == Source::State::Unopened)
            desk.output().tell("not opened: " + wire::excerpt(nameOf(source)) + " (--follow)");
        else if (source.state == Source::State::Registry)
            desk.output().tell("a registry: " + wire::excerpt(nameOf(source)));
        else if (source.state == Source::State::Failed && source.error && source.parent >= 0)
            desk.output().tell("✕ " + wire::excerpt(nameOf(source)) + ": " + source.error->toString());
        if (source.dropped > 0)
            desk.output().tell(counted(source.dropped, "entry", "entries") + " too many in "
                + wire::excerpt(nameOf(source)) + ", left out");
    }
}

/// Nothing is listed: why.
Exit tellNothing(Desk& desk, const Resolver& resolver, const DiscoverArguments& arguments)
{
    if (!arguments.isExplained && !desk.output().isJson()) {
        for (const discovery::Step& step : resolver.steps())
            printStep(desk.output(), step);
    }
    const auto failed = std::ranges::find_if(
        resolver.steps(), [](const discovery::Step& step) { return step.error.has_value(); });
    if (failed != resolver.steps().end())
        return fail(desk, *failed->error);
    desk.output().tell("nothing is listed there");
    return kRefused;
}

} // namespace

Exit discoverEntries(Flow& flow, Desk& desk, const DiscoverArguments& arguments)
{
    if (!arguments.registry.empty())
        return searchRegistry(flow, desk, arguments);
    auto resolved = resolve(flow, desk, arguments);
    if (!resolved)
        return fail(desk, resolved.error());
    const Resolver& resolver = resolved->listing->resolver;
    const auto& unfinished = resolved->unfinished;
    const Exit exit = flow.onIo([&]() -> Exit {
        if (resolver.entries().empty())
            return unfinished ? fail(desk, *unfinished) : tellNothing(desk, resolver, arguments);
        FindingCount count;
        std::size_t shown = 0;
        for (const Listed& listed : resolver.entries()) {
            if (!arguments.filter.matches(listed.entry))
                continue;
            ++shown;
            count.add(listed.entry.findings);
            printEntry(desk.output(), listed.entry, sourcesOf(resolver, listed));
        }
        tellSources(desk, resolver, count);
        tellSummary(desk.output(), shown, resolver.entries().size(), count);
        if (unfinished)
            return fail(desk, *unfinished);
        return shown == 0 || (arguments.isValidating && count.errors > 0) ? kRefused : kFine;
    });
    // Its sockets are the I/O thread's.
    flow.onIo([&] { resolved->listing.reset(); });
    return exit;
}

} // namespace acmpctl
