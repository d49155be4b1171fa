// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts, sources and the facts of one entry.
#include "ui/discovery/describe.h"
#include "ui/discovery/words.h"

#include <QDateTime>

namespace discover {

using discovery::Entry;
using discovery::PublisherBinding;
using discovery::Source;
using discovery::Step;
using widgets::Fact;
using widgets::State;

namespace {

QString entriesText(std::size_t count)
{
    return count == 1 ? Words::tr("1 entry") : Words::tr("%L1 entries").arg(count);
}

class Facts final {
public:
    void add(const QString& label, std::string_view value)
    {
        if (!value.empty())
            add(label, shown(value, 1000));
    }
    void add(const QString& label, const QString& value)
    {
        if (!value.isEmpty())
            all.push_back({ label, value });
    }
    void add(const QString& label, const std::vector<std::string>& values)
    {
        QStringList texts;
        for (const std::string& value : values)
            texts += shown(value);
        add(label, texts.mid(0, 50).join(u'\n'));
    }

    std::vector<Fact> all;
};

QString identityText(const Entry& entry)
{
    const QString word = verdictOf(entry.binding).word;
    return entry.identity.empty() ? word : word % QStringLiteral(" (") % shown(entry.identity) % u')';
}

QStringList listers(const Row& row)
{
    QStringList names;
    const auto add = [&](int source) {
        const auto index = static_cast<std::size_t>(source);
        if (source >= 0 && index < row.of->sources.size())
            names += nameOf(row.of->sources[index]);
    };
    add(row.entry->source);
    for (const int other : row.entry->alsoIn)
        add(other);
    return names;
}

} // namespace

Verdict verdictOf(PublisherBinding binding)
{
    switch (binding) {
    case PublisherBinding::None:
        return { State::Attention, Words::tr("no trust manifest") };
    case PublisherBinding::Same:
        return { State::Good, Words::tr("bound") };
    case PublisherBinding::Subdomain:
        return { State::Good, Words::tr("bound, subdomain") };
    case PublisherBinding::Other:
        return { State::Bad, Words::tr("binding failed") };
    case PublisherBinding::Unverifiable:
        break;
    }
    return { State::Attention, Words::tr("can't be verified") };
}

Verdict verdictOf(stack::Change change)
{
    switch (change) {
    case stack::Change::None:
        break;
    case stack::Change::New:
        return { State::Running, Words::tr("new") };
    case stack::Change::Changed:
        return { State::Attention, Words::tr("changed") };
    case stack::Change::Gone:
        return { State::Bad, Words::tr("gone") };
    case stack::Change::Unread:
        return { State::Waiting, Words::tr("not read again") };
    }
    return {};
}

Verdict verdictOf(Step::State state)
{
    switch (state) {
    case Step::State::Found:
        return { State::Good, Words::tr("found") };
    case Step::State::Nothing:
        return { State::Neutral, Words::tr("nothing") };
    case Step::State::Failed:
        return { State::Bad, Words::tr("failed") };
    case Step::State::Skipped:
        break;
    }
    return { State::Neutral, Words::tr("skipped") };
}

Verdict verdictOf(const Source& source)
{
    switch (source.state) {
    case Source::State::Unopened:
        return { State::Neutral, Words::tr("not opened") };
    case Source::State::Reading:
        return { State::Running, Words::tr("reading") };
    case Source::State::Read:
        return { source.dropped > 0 || !source.findings.empty() ? State::Attention : State::Good,
            entriesText(source.entries) };
    case Source::State::Failed:
        return { State::Bad, Words::tr("failed") };
    case Source::State::Registry:
        break;
    }
    return { State::Neutral, Words::tr("registry") };
}

QString factsOf(const Source& source)
{
    QStringList lines { shown(source.url, 500) };
    if (source.isPredecessor)
        lines += Words::tr("found where only consumers of AI Catalogs look");
    if (source.state == Source::State::Unopened)
        lines += Words::tr("of another origin, or nested too deep: read only when you open it");
    if (source.error)
        lines += QString::fromStdString(source.error->toString());
    if (source.dropped > 0)
        lines += Words::tr("%1 too many, left out").arg(entriesText(source.dropped));
    if (source.unlisted > 0)
        lines += Words::tr("%L1 of its catalogs and registries are shown as entries alone")
                     .arg(source.unlisted);
    for (const acmp::Finding& finding : source.findings)
        lines += shown(finding.rule->text) % QStringLiteral(" (") % shown(finding.rule->section) % u')';
    return lines.join(u'\n');
}

/// Of one that no other names the end of its URL, which tells it from the others of its site.
QString nameOf(const Source& source)
{
    const std::size_t slash = source.url.rfind('/');
    const bool hasEnd = slash != std::string::npos && slash + 1 < source.url.size();
    if (source.parent >= 0 || source.url.empty() || source.name == "registry")
        return shown(source.name);
    return shown(hasEnd ? source.url.substr(slash + 1) : source.url);
}

Verdict verdictOf(const Arranged& arranged)
{
    if (arranged.bases.empty())
        return { State::Neutral, Words::tr("No indicative prices.") };
    if (arranged.bases.size() > 1)
        return { State::Attention,
            Words::tr("Indicative prices, not binding, under %L1 price bases: they compare only within one.")
                .arg(arranged.bases.size()) };
    if (arranged.bases.front().empty())
        return { State::Attention,
            Words::tr("Indicative prices, not binding, without a price basis: they don't compare.") };
    return {
        State::Neutral,
        Words::tr("Prices are indicative, not binding; same basis %1.").arg(shown(arranged.bases.front(), 80))
    };
}

std::vector<Fact> factsOf(const Row& row)
{
    const Entry& entry = *row;
    const discovery::AcmpTerms& acmp = entry.acmp;
    Facts facts;
    facts.add(Words::tr("Identifier"), entry.identifier);
    facts.add(Words::tr("Description"), entry.description);
    facts.add(Words::tr("Publisher"), entry.urn ? entry.urn->publisher : std::string());
    facts.add(Words::tr("Identity"), identityText(entry));
    facts.add(Words::tr("Type"), entry.type);
    facts.add(Words::tr("URL"), entry.url);
    facts.add(Words::tr("Version"), entry.version);
    facts.add(Words::tr("Updated"), entry.updatedAt);
    facts.add(Words::tr("Capabilities"), entry.capabilities);
    facts.add(Words::tr("Asked for by"), entry.representativeQueries);
    facts.add(Words::tr("Tags"), entry.tags);
    facts.add(
        Words::tr("ACMP"), entry.trades() ? Words::tr("trades") : Words::tr("no term of its namespace"));
    facts.add(Words::tr("Tier"), acmp.tier.value_or(std::string()));
    facts.add(
        Words::tr("p99 latency"), acmp.latencyP99Ms ? acmp.latencyP99Ms->text() + " ms" : std::string());
    facts.add(Words::tr("Availability"), acmp.availability ? acmp.availability->text() : std::string());
    facts.add(Words::tr("Proofs"), acmp.proofMethods);
    facts.add(Words::tr("Negotiates at"),
        acmp.negotiationEndpoint ? shown(*acmp.negotiationEndpoint)
            : entry.trades()     ? Words::tr("its transport endpoint")
                                 : QString());
    facts.add(Words::tr("Listed by"), listers(row).join(u'\n'));
    if (row.entry->relevance)
        facts.add(Words::tr("Relevance"),
            Words::tr("%1 of 100, as the registry ranks it; says nothing of trust")
                .arg(*row.entry->relevance));
    return facts.all;
}

std::vector<Fact> pricesOf(const Entry& entry)
{
    constexpr std::size_t kMost = 50;
    std::vector<Fact> facts;
    for (const discovery::Price& price : entry.acmp.prices) {
        if (facts.size() == kMost) {
            facts.push_back({ Words::tr("and more"), Words::tr("see Raw") });
            break;
        }
        facts.push_back({ shown(price.capability, 80), shown(price.cu.text(), 60) % QStringLiteral(" CU") });
    }
    return facts;
}

} // namespace discover
