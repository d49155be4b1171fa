// SPDX-License-Identifier: Apache-2.0
// discover --registry: what a registry, and with --follow those that it refers to, find.
#include "app/acmpctl/discoverevents.h"
#include "app/acmpctl/events.h"
#include "app/acmpctl/verbs.h"

#include "protocol/discovery/counted.h"
#include "protocol/discovery/registrysearch.h"

#include <QPromise>

namespace acmpctl {

using discovery::AskedRegistry;
using discovery::counted;
using discovery::FoundEntry;
using discovery::RegistrySearch;

namespace {

constexpr int kMaxPages = 10;
constexpr int kPageSize = 100;

/// Everything of one run, on the I/O thread.
struct Search {
    http::Client http;
    discovery::Fetcher fetcher;
    discovery::RegistryClient client;
    RegistrySearch search;

    Search(Desk& desk, binding::EndpointSettings settings, const DiscoverArguments& arguments)
        : http(desk.clock(), desk.sink(), std::move(settings.http))
        , fetcher(desk.clock(), http)
        , client(fetcher, http,
              { .token = settings.token,
                  .tokenFor = QUrl(QString::fromStdString(arguments.registry)),
                  .followsOtherOrigins = arguments.isFollowing })
        , search(client, { .followsReferrals = arguments.isFollowing, .pages = kMaxPages })
    {
    }
};

QFuture<bool> start(Search& search, Desk& desk, const DiscoverArguments& arguments)
{
    auto promise = std::make_shared<QPromise<bool>>();
    promise->start();
    QObject::connect(&search.search, &RegistrySearch::finished, &desk, [promise] {
        promise->addResult(true);
        promise->finish();
    });
    discovery::RegistryQuery query;
    query.filter = arguments.filter;
    query.pageSize = kPageSize;
    search.search.start(QUrl(QString::fromStdString(arguments.registry)), std::move(query));
    return promise->future();
}

discovery::Step stepOf(const AskedRegistry& registry)
{
    discovery::Step step { .name = "registry", .url = registry.url };
    switch (registry.state) {
    case AskedRegistry::State::Unopened:
    case AskedRegistry::State::Asking:
        step.state = discovery::Step::State::Skipped;
        step.detail = registry.parent >= 0 ? "a referral that was not asked" : "it gave no answer in time";
        return step;
    case AskedRegistry::State::Failed:
        step.state = discovery::Step::State::Failed;
        step.error = registry.error;
        step.detail = registry.error ? registry.error->toString() : std::string();
        return step;
    case AskedRegistry::State::Answered:
        break;
    }
    step.state = registry.found > 0 ? discovery::Step::State::Found : discovery::Step::State::Nothing;
    step.detail = counted(registry.found, "entry", "entries");
    if (registry.leftOut > 0)
        step.detail += ", " + std::to_string(registry.leftOut) + " more left out here by the filter";
    if (registry.undecided > 0)
        step.detail += ", of which " + std::to_string(registry.undecided) + " do not say what it asks";
    return step;
}

std::vector<std::string> sourcesOf(const RegistrySearch& search, const FoundEntry& found)
{
    std::vector<std::string> urls { found.hit.source };
    for (const int other : found.alsoIn)
        urls.push_back(search.registries()[static_cast<std::size_t>(other)].url);
    return urls;
}

/// What is said of a registry itself.
void tell(Desk& desk, const AskedRegistry& registry, bool isExplained, FindingCount& count)
{
    Output& output = desk.output();
    const std::string url = wire::excerpt(registry.url);
    if (isExplained || output.isJson())
        printStep(output, stepOf(registry));
    else if (registry.error && registry.parent >= 0)
        output.tell("✕ " + url + ": " + registry.error->toString());
    for (const acmp::Finding& finding : registry.findings)
        printFinding(output, finding);
    count.add(registry.findings);
    if (registry.refusal)
        output.tell(
            url + " can't filter by terms of ACMP: they were applied here. " + registry.refusal->toString());
    if (registry.state == AskedRegistry::State::Unopened && registry.parent >= 0)
        output.tell("a registry that was not asked: " + url + " (--follow)");
    if (!registry.pageToken.empty())
        output.tell(url + " has more pages; narrow the search to see what is on them");
}

} // namespace

Exit searchRegistry(Flow& flow, Desk& desk, const DiscoverArguments& arguments)
{
    auto settings = flow.onIo([&] { return desk.settingsFor(arguments.registry); });
    if (!settings)
        return fail(desk, settings.error());
    auto search = flow.onIo([&] { return std::make_unique<Search>(desk, std::move(*settings), arguments); });
    const RegistrySearch& found = search->search;
    const auto finished = flow.await(
        [&] { return start(*search, desk, arguments); }, wire::milliseconds(arguments.timeoutMs));
    flow.onIo([&] { search->search.stop(); });
    const Exit exit = flow.onIo([&]() -> Exit {
        FindingCount count;
        std::size_t all = found.found().size();
        for (const FoundEntry& entry : found.found()) {
            count.add(entry.hit.entry.findings);
            printEntry(desk.output(), entry.hit.entry, sourcesOf(found, entry));
        }
        for (const AskedRegistry& registry : found.registries()) {
            tell(desk, registry, arguments.isExplained, count);
            all += registry.leftOut;
        }
        if (!finished)
            return fail(desk, finished.error());
        if (const auto& error = found.registries().front().error)
            return fail(desk, *error);
        tellSummary(desk.output(), found.found().size(), all, count);
        const bool isBad = arguments.isValidating && count.errors > 0;
        return found.found().empty() || isBad ? kRefused : kFine;
    });
    // Its sockets are the I/O thread's.
    flow.onIo([&] { search.reset(); });
    return exit;
}

} // namespace acmpctl
