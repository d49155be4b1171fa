// SPDX-License-Identifier: Apache-2.0
#include "protocol/lint/run.h"

#include "protocol/dissect/summary.h"
#include "protocol/lint/messagechecks.h"
#include "protocol/lint/signatures.h"

namespace lint {

void Run::opened(wire::ConnectionId connection, const wire::ConnectionFacts& facts)
{
    m_sessions.opened(connection, facts);
}

std::vector<session::Sessions::Folded> Run::closed(wire::ConnectionId connection, wire::Instant at)
{
    std::vector<session::Sessions::Folded> lost = m_sessions.closed(connection, at);
    for (const session::Sessions::Folded& folded : lost) {
        reportNew(folded, connection);
    }
    return lost;
}

session::Sessions::Folded Run::add(const session::MessageFacts& facts)
{
    const bool mayBeEmpty = facts.kind == wire::SliceKind::Line; // and is noise then
    if (!holdsMessage(facts.kind) || (facts.flags & wire::kPartial) != 0
        || (facts.payload.isEmpty() && !mayBeEmpty)) {
        return {};
    }
    ++m_messages;
    if (!m_document.reset(facts.payload, 0, facts.payload.size())) {
        acmp::Finding finding = isNoise(facts.kind, m_document.text())
            ? noise(m_document.text())
            : notJson(m_document.error(), m_document.text());
        finding.where.record = facts.record;
        report(std::move(finding), facts.connection, {});
        return {};
    }
    acmp::Findings substrate = checkSubstrate(m_document, facts.kind);
    session::Sessions::Folded folded = m_sessions.add(facts, m_document);
    const std::string taskId = folded.task ? folded.task->taskId : std::string();
    for (acmp::Findings* const findings : { &substrate, &folded.findings }) {
        for (acmp::Finding& finding : *findings) {
            finding.where.record = facts.record;
            report(std::move(finding), facts.connection, taskId);
        }
    }
    folded.findings.clear();
    reportNew(folded, facts.connection);
    checkSignature(folded, facts);
    return folded;
}

// Nothing is fetched here: a did:web stays unchecked.
void Run::checkSignature(const session::Sessions::Folded& folded, const session::MessageFacts& facts)
{
    if (!folded.task && !folded.deal) {
        return;
    }
    const json::View body = dissect::bodyOf(m_document.root());
    const json::View sig = body ? body["sig"] : json::View();
    if (!sig.isObject() || sig.lexeme() == m_lastSignature) {
        return;
    }
    m_lastSignature = sig.lexeme();
    session::TaskTrack* const track = folded.task ? folded.task->track.get() : nullptr;
    identity::Check check { .nowUnixMs = facts.at.unixMs };
    if (track && track->peer()) {
        check.expectedDid = track->peer()->did;
    }
    const identity::Verdict verdict = lint::checkSignature(body, check);
    if (track && track->ended() == session::End::Result) {
        track->setSignature(signatureVerdict(verdict));
    }
    if (auto finding = signatureFinding(verdict)) {
        finding->where = { facts.record, sig.pointer(), sig.offset() };
        report(std::move(*finding), facts.connection,
            folded.task ? std::string_view(folded.task->taskId) : std::string_view());
    }
}

// What the track of a task or negotiation found with this message.
void Run::reportNew(const session::Sessions::Folded& folded, wire::ConnectionId connection)
{
    if (!folded.task && !folded.deal) {
        return;
    }
    const session::FindingList& list
        = folded.task ? folded.task->allFindings() : folded.deal->track.findings();
    for (std::size_t i = folded.findingsBefore; i < list.kept().size(); ++i) {
        report(list.kept()[i], connection,
            folded.task ? std::string_view(folded.task->taskId) : std::string_view());
    }
}

void Run::report(acmp::Finding finding, wire::ConnectionId connection, std::string_view taskId)
{
    if (++m_counts[finding.rule] <= kReportedPerRule) {
        m_reported.push_back({ std::move(finding), connection, std::string(taskId) });
    }
}

std::vector<acmp::Finding> Run::ofTask(std::string_view taskId) const
{
    std::vector<acmp::Finding> out;
    for (const Reported& reported : m_reported) {
        if (reported.taskId == taskId) {
            out.push_back(reported.finding);
        }
    }
    return out;
}

std::vector<acmp::Finding> Run::ofRecord(wire::RecordNo record) const
{
    std::vector<acmp::Finding> out;
    for (const Reported& reported : m_reported) {
        if (reported.finding.where.record == record) {
            out.push_back(reported.finding);
        }
    }
    return out;
}

std::size_t Run::count(const acmp::Rule& rule) const
{
    const auto entry = m_counts.find(&rule);
    return entry == m_counts.end() ? 0 : entry->second;
}

std::size_t Run::count(acmp::Level level) const
{
    std::size_t count = 0;
    for (const auto& [rule, found] : m_counts) {
        count += rule->level == level ? found : 0;
    }
    return count;
}

} // namespace lint
