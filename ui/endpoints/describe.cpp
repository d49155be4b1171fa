// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/describe.h"
#include "ui/widgets/shown.h"

#include "protocol/json/document.h"

#include <QCoreApplication>

namespace endpoints {

using widgets::shown;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(endpoints)
};

constexpr std::string_view kDeclaration = "/result/capabilities/extensions/org.a2agora~1acmp";
static_assert(acmp::kExtensionId == "org.a2agora/acmp");

/// Shortened, controls escaped.
QString advice(wire::ErrorKind kind)
{
    switch (kind) {
    case wire::ErrorKind::Unreachable:
        return Words::tr("Check that the provider runs, and the host and port of the URL.");
    case wire::ErrorKind::Tls:
        return Words::tr("Look at its certificate below, and whether it wants one of yours.");
    case wire::ErrorKind::Http:
        return Words::tr("Check the path of the URL and, for 401 or 403, the token.");
    case wire::ErrorKind::Protocol:
    case wire::ErrorKind::TooLarge:
        return Words::tr(
            "Check that the URL is that of an MCP endpoint; Traffic shows every byte that came.");
    case wire::ErrorKind::Refused:
        return Words::tr("Ask the provider for MCP 2026-07-28, which ACMP is specified on.");
    case wire::ErrorKind::Deadline:
        return Words::tr("Try again; Traffic shows how far it came.");
    case wire::ErrorKind::Usage:
    case wire::ErrorKind::NotAdvertised:
        return Words::tr("Edit the endpoint.");
    case wire::ErrorKind::Cancelled:
    case wire::ErrorKind::Io:
        break;
    }
    return Words::tr("Try again.");
}

QString sentence(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text.endsWith(u'.') ? text : text % u'.';
}

QString yesNo(bool yes)
{
    return yes ? Words::tr("yes") : Words::tr("no");
}

QString list(const std::vector<std::string>& items)
{
    QStringList all;
    for (const std::string& item : items)
        all += shown(item);
    return all.join(QStringLiteral(", "));
}

/// What of the way to it is worth a line.
void addRoute(std::vector<Fact>& facts, const Outcome& outcome)
{
    if (!outcome.transportName.empty())
        facts.push_back({ Words::tr("Transport"), shown(outcome.transportName) });
    if (outcome.route && outcome.route->proxy.proxy)
        facts.push_back({ Words::tr("Proxy"),
            shown(outcome.route->proxy.proxy->toString()) % QStringLiteral(", ")
                % shown(outcome.route->proxy.why) });
    const tls::SessionFacts* tls = outcome.tls();
    if (!tls)
        return;
    if (!tls->protocol.empty())
        facts.push_back({ Words::tr("TLS"), shown(tls->protocol) % u' ' % shown(tls->cipher) });
    if (!tls->peerChain.empty())
        facts.push_back({ Words::tr("Certificate"),
            standingOf(*tls).word % QStringLiteral(", ") % shown(tls->peerChain.front().subject) });
}

void addDeclaration(std::vector<Fact>& facts, const acmp::Capability& acmp)
{
    facts.push_back({ Words::tr("ACMP"),
        shown(acmp.version) % QStringLiteral(", ")
            % shown(acmp.role.value_or(Words::tr("no role").toStdString())) });
    if (acmp.providerId)
        facts.push_back({ Words::tr("Provider"), shown(*acmp.providerId) });
    if (acmp.accepts)
        facts.push_back({ Words::tr("Accepts"), list(*acmp.accepts) });
    if (acmp.emits)
        facts.push_back({ Words::tr("Emits"), list(*acmp.emits) });
    facts.push_back({ Words::tr("Streams"),
        Words::tr("output: %1, input: %2")
            .arg(yesNo(acmp.outputStreaming()), yesNo(acmp.inputStreaming())) });
    const auto beat = acmp.heartbeatInterval();
    facts.push_back({ Words::tr("Heartbeat"),
        beat ? Words::tr("every %L1 ms").arg(beat->count()) : Words::tr("none promised") });
}

void addInventory(std::vector<Fact>& facts, const binding::Inventory* inventory)
{
    if (!inventory || inventory->empty())
        return;
    QStringList counts;
    for (const binding::InventoryList& one : *inventory)
        counts += countOf(one);
    facts.push_back({ Words::tr("Also offers"), counts.join(QStringLiteral(", ")) });
}

Verdict verdictOf(const binding::Discovered& found)
{
    if (found.isLegacy)
        return { widgets::State::Attention, Words::tr("older MCP"),
            Words::tr(
                "It speaks MCP %1, a revision before 2026-07-28, which can't carry ACMP as specified: it "
                "can be asked neither for offers nor for tasks.")
                .arg(list(found.versions)) };
    if (!found.capability)
        return { widgets::State::Attention, Words::tr("no ACMP"),
            Words::tr("It answers, but does not trade over ACMP: its answer holds no readable \"%1\" among "
                      "capabilities.extensions (Layer 1 §1).")
                .arg(QString::fromUtf8(acmp::kExtensionId.data(), acmp::kExtensionId.size())) };
    const auto isBreach
        = [](const acmp::Finding& finding) { return finding.rule->level != acmp::Level::Note; };
    const auto breaches = std::ranges::count_if(found.findings, isBreach);
    if (breaches > 0)
        return { widgets::State::Attention,
            breaches == 1 ? Words::tr("answers, 1 finding")
                          : Words::tr("answers, %L1 findings").arg(breaches),
            Words::tr("It trades over ACMP; not all that it says is as the specification wants it.") };
    return { widgets::State::Good, Words::tr("answers"), Words::tr("It trades over ACMP.") };
}

} // namespace

Verdict standingOf(const tls::SessionFacts& tls)
{
    if (tls.isPinned)
        return { widgets::State::Good, Words::tr("pinned"),
            Words::tr("It is the very certificate that you pinned; nothing else of it counts.") };
    if (!tls.problems.empty())
        return { widgets::State::Bad, Words::tr("not verified"),
            Words::tr("Nothing was sent to it. If it is the one you expect, pin it.") };
    if (!tls.failure.empty() || tls.alert)
        return { widgets::State::Attention, Words::tr("no session"),
            Words::tr("The certificate is not what was wrong on this side.") };
    return { widgets::State::Good, Words::tr("verified"),
        Words::tr("Its issuer is trusted here and it is for this host.") };
}

Verdict verdictOf(const Outcome& outcome)
{
    switch (outcome.stage) {
    case Outcome::Stage::NotTested:
        return { widgets::State::Waiting, Words::tr("not tested"),
            Words::tr("Test asks the endpoint what it is (server/discover, or its agent card) and shows what "
                      "it answers.") };
    case Outcome::Stage::Running:
        return { widgets::State::Running, Words::tr("asking"), Words::tr("Waiting for its answer.") };
    case Outcome::Stage::Ended:
        break;
    }
    if (*outcome.discovery)
        return verdictOf(**outcome.discovery);
    const wire::Error& error = outcome.discovery->error();
    return { widgets::State::Bad, Words::tr("fails"),
        Words::tr("It can't be asked: %1.").arg(QString::fromStdString(error.message)) };
}

std::vector<Fact> factsOf(const Outcome& outcome)
{
    std::vector<Fact> facts;
    if (!outcome.missing.empty())
        facts.push_back({ Words::tr("Not sent"),
            Words::tr("%1: not stored on this machine for this server. Edit the endpoint.")
                .arg(list(outcome.missing)) });
    if (!outcome.discovery)
        return facts;
    addRoute(facts, outcome);
    if (const auto& answer = *outcome.discovery; answer) {
        const QString server = shown(answer->serverName) % u' ' % shown(answer->serverVersion);
        facts.push_back(
            { Words::tr("Server"), server == u' ' ? Words::tr("gives no name") : server.trimmed() });
        facts.push_back({ answer->isAgentCard ? Words::tr("A2A versions") : Words::tr("MCP versions"),
            answer->versions.empty() ? Words::tr("lists none") : list(answer->versions) });
        facts.push_back(
            { Words::tr("Round trip"), Words::tr("%L1 ms").arg(wire::toMs(answer->roundTrip), 0, 'f', 1) });
        if (answer->capability)
            addDeclaration(facts, *answer->capability);
        addInventory(facts, outcome.inventory.get());
        return facts;
    }
    const wire::Error& error = outcome.discovery->error();
    const auto add = [&](const QString& label, const std::string& value) {
        if (!value.empty())
            facts.push_back({ label, shown(value) });
    };
    add(Words::tr("Expected"),
        error.expected.empty() ? Words::tr("an answer to server/discover, or an agent card").toStdString()
                               : error.expected);
    add(Words::tr("Found"), error.found.empty() ? error.message : error.found);
    add(Words::tr("Where"), error.where);
    const bool hasHint = outcome.route && !outcome.route->hint.empty();
    facts.push_back(
        { Words::tr("What to try"), hasHint ? sentence(shown(outcome.route->hint)) : advice(error.kind) });
    return facts;
}

QString countOf(const binding::InventoryList& list)
{
    const int count = static_cast<int>(list.items.size());
    QString text = list.kind == "tools" ? (count == 1 ? Words::tr("%L1 tool") : Words::tr("%L1 tools"))
        : list.kind == "prompts"        ? (count == 1 ? Words::tr("%L1 prompt") : Words::tr("%L1 prompts"))
        : list.kind == "resources" ? (count == 1 ? Words::tr("%L1 resource") : Words::tr("%L1 resources"))
        : count == 1               ? Words::tr("%L1 resource template")
                                   : Words::tr("%L1 resource templates");
    text = text.arg(count);
    if (list.isCut)
        text = Words::tr("%1 and more").arg(text);
    return list.error ? Words::tr("%1 (failed)").arg(text) : text;
}

std::vector<widgets::JsonNote> notesOf(const binding::Discovered& discovered)
{
    const auto document
        = json::Document::parse(QByteArray::fromStdString(std::string(discovered.raw.text())));
    std::vector<widgets::JsonNote> notes;
    for (const acmp::Finding& finding : discovered.findings) {
        std::string pointer = finding.where.pointer;
        if (document && !document->at(pointer))
            pointer.insert(0, kDeclaration);
        // A member that is missing shows at the object that lacks it.
        while (document && !pointer.empty() && !document->at(pointer))
            pointer.erase(pointer.rfind('/'));
        QString text
            = QString::fromUtf8(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size()));
        text += Words::tr(": expected %1, found %2").arg(shown(finding.expected), shown(finding.found));
        notes.push_back({ std::move(pointer), finding.rule->level, text });
    }
    return notes;
}

} // namespace endpoints
