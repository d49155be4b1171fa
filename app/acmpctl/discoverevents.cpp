// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/discoverevents.h"

#include "app/acmpctl/eventtext.h"

#include "protocol/discovery/counted.h"
#include "protocol/wire/error.h"

namespace acmpctl {

using discovery::AcmpTerms;
using discovery::Entry;

namespace {

const char* signOf(discovery::Step::State state)
{
    switch (state) {
    case discovery::Step::State::Found:
        return "✓ ";
    case discovery::Step::State::Nothing:
    case discovery::Step::State::Skipped:
        return "· ";
    case discovery::Step::State::Failed:
        return "✕ ";
    }
    Q_UNREACHABLE();
}

void writeNumber(json::Writer& writer, std::string_view key, const std::optional<json::Decimal>& number)
{
    if (number)
        writer.key(key).number(*number);
}

void writeTerms(json::Writer& writer, const AcmpTerms& terms)
{
    writer.beginObject();
    writeOptional(writer, "tier", terms.tier);
    if (!terms.prices.empty()) {
        writer.key("price_cu_indicative").beginObject();
        for (const discovery::Price& price : terms.prices)
            writer.key(price.capability).number(price.cu);
        writer.endObject();
    }
    writeOptional(writer, "price_basis", terms.priceBasis);
    writeNumber(writer, "latency_p99_ms", terms.latencyP99Ms);
    writeNumber(writer, "availability", terms.availability);
    if (!terms.proofMethods.empty())
        writeStrings(writer, "proof_methods", terms.proofMethods);
    writeOptional(writer, "negotiation_endpoint", terms.negotiationEndpoint);
    writer.endObject();
}

std::string describe(const AcmpTerms& terms)
{
    std::string text = "trades over ACMP";
    const auto add = [&](const std::string& fact) { text += ", " + fact; };
    if (terms.tier)
        add("tier " + wire::excerpt(*terms.tier));
    if (terms.latencyP99Ms)
        add("p99 " + terms.latencyP99Ms->text() + " ms");
    if (terms.availability)
        add("availability " + terms.availability->text());
    for (const std::string& proof : terms.proofMethods)
        add(wire::excerpt(proof));
    if (terms.negotiationEndpoint)
        add("negotiates at " + wire::excerpt(*terms.negotiationEndpoint));
    if (terms.prices.empty())
        return text;
    text += "\n  indicative, not binding:";
    for (const discovery::Price& price : terms.prices)
        text += (&price == &terms.prices.front() ? " " : ", ") + wire::excerpt(price.capability) + ' '
            + price.cu.text() + " CU";
    text += terms.priceBasis ? " (" + wire::excerpt(*terms.priceBasis) + ')'
                             : " (no price_basis: not comparable)";
    return text;
}

std::string describe(const Entry& entry, const std::vector<std::string>& sources)
{
    std::string text = wire::excerpt(entry.displayName.empty() ? entry.identifier : entry.displayName);
    if (text.empty())
        text = "(no name)";
    text += "  " + wire::excerpt(entry.identifier);
    text += "\n  " + std::string(toString(entry.kind())) + ' ' + wire::excerpt(entry.url) + ", publisher "
        + std::string(toString(entry.binding));
    if (entry.trades())
        text += "\n  " + describe(entry.acmp);
    for (std::size_t i = 1; i < sources.size(); ++i)
        text += "\n  also listed by " + wire::excerpt(sources[i]);
    for (const acmp::Finding& finding : entry.findings)
        text += "\n  " + acmpctl::describe(finding);
    return text;
}

} // namespace

void printStep(Output& output, const discovery::Step& step)
{
    output.event(
        "step",
        [&](json::Writer& writer) {
            writer.key("name").string(step.name);
            writer.key("ok").boolean(step.state != discovery::Step::State::Failed);
            writer.key("state").string(toString(step.state));
            writer.key("detail").string(step.detail);
            writer.key("ms").real(wire::toMs(step.took));
            writer.key("url").string(step.url);
            writeStrings(writer, "seen", step.redirects);
            writer.key("hint").string("");
        },
        [&] {
            std::string text = signOf(step.state) + step.name + "  " + wire::excerpt(step.detail, 400);
            if (!step.url.empty())
                text += "  " + wire::excerpt(step.url);
            if (step.took.count() > 0)
                text += "  (" + ms(step.took) + ')';
            for (const std::string& redirect : step.redirects)
                text += "\n    redirected to " + wire::excerpt(redirect);
            return text;
        });
}

void printEntry(Output& output, const Entry& entry, const std::vector<std::string>& sources)
{
    output.event(
        "entry",
        [&](json::Writer& writer) {
            writer.key("identifier").string(entry.identifier);
            writer.key("displayName").string(entry.displayName);
            writer.key("publisher").string(entry.urn ? entry.urn->publisher : std::string());
            writer.key("binding").string(toString(entry.binding));
            writer.key("type").string(entry.type);
            writer.key("url").string(entry.url);
            writeStrings(writer, "capabilities", entry.capabilities);
            writer.key("acmp");
            if (entry.trades())
                writeTerms(writer, entry.acmp);
            else
                writer.null();
            writeFindings(writer, entry.findings);
            writeStrings(writer, "sources", sources);
            writer.key("raw");
            writeMessage(writer, entry.raw);
        },
        [&] { return describe(entry, sources); });
}

void FindingCount::add(const std::vector<acmp::Finding>& findings)
{
    for (const acmp::Finding& finding : findings) {
        errors += finding.rule->level == acmp::Level::Error ? 1 : 0;
        warnings += finding.rule->level == acmp::Level::Warning ? 1 : 0;
    }
}

void tellSummary(Output& output, std::size_t shown, std::size_t all, const FindingCount& count)
{
    using discovery::counted;
    std::string summary = counted(shown, "entry", "entries");
    if (shown < all)
        summary += " of " + std::to_string(all);
    output.tell(summary + ", " + counted(count.errors, "error", "errors") + ", "
        + counted(count.warnings, "warning", "warnings"));
}

} // namespace acmpctl
