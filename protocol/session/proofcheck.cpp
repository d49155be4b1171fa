// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/proofcheck.h"

#include "protocol/acmp/codec.h"
#include "protocol/json/canonical.h"
#include "protocol/json/document.h"
#include "protocol/json/pythonform.h"
#include "protocol/json/text.h"
#include "protocol/session/hashstream.h"
#include "protocol/wire/ascii.h"
#include "protocol/wire/error.h"

namespace session {

namespace {

using Reading = Assembly::Reading;

constexpr std::string_view kResultHash = "result-hash";

json::Document parse(const acmp::Content& content)
{
    json::Document document;
    const QByteArray bytes = acmp::toJson(acmp::Content { content.type, content.data, {} });
    document.reset(bytes, 0, bytes.size());
    return document;
}

std::string memberText(const acmp::Extra& extra, std::string_view name)
{
    const auto member = std::ranges::find(extra, name, [](const auto& entry) { return entry.first; });
    return member == extra.end() ? std::string() : member->second.toText().value_or(std::string());
}

// Every way in which the output may have been hashed, best first.
std::vector<Reading> readingsOf(
    const acmp::Invoke& request, const acmp::TaskResult& result, const Assembly& chunks)
{
    if (!result.output) {
        return chunks.hashes(request.outputTypeOrDefault());
    }
    Reading reading { .name = "output", .hash = {}, .whyNot = {} };
    if (result.output->data.text().size() > Assembly::kKeptBytes) {
        reading.whyNot = "over 16 MiB";
    } else if (auto hash = hashOf(*result.output)) {
        reading.hash = std::move(*hash);
    } else {
        reading.whyNot = hash.error();
    }
    return { reading };
}

std::string pythonHash(const acmp::Invoke& request, const acmp::TaskResult& result, const Assembly& chunks)
{
    const auto content = result.output ? result.output : chunks.content(request.outputTypeOrDefault());
    if (!content || content->data.text().size() > Assembly::kKeptBytes) {
        return {};
    }
    const json::Document document = parse(*content);
    return document.isValid() ? sha256(json::pythonForm(document.root())) : std::string();
}

// `claimed` against what the output hashes to.
ProofJudgement judgeHash(const std::string& claimed, const acmp::Invoke& request,
    const acmp::TaskResult& result, const Assembly& chunks)
{
    ProofJudgement out;
    out.verdict.found = wire::excerpt(claimed);
    const std::vector<Reading> readings = readingsOf(request, result, chunks);
    const std::string hash = wire::lower(claimed);
    for (const Reading& reading : readings) {
        if (!reading.hash.empty() && reading.hash == hash) {
            out.verdict.state = hash == claimed ? VerdictState::Ok : VerdictState::Warn;
            out.verdict.expected = reading.hash;
            out.verdict.text = "The hash matches the " + reading.name + ".";
            return out;
        }
    }
    if (!result.output && !chunks.isComplete()) {
        out.verdict.text = "Not run: the streamed output is not complete.";
        return out;
    }
    if (const std::string python = pythonHash(request, result, chunks); !python.empty() && python == hash) {
        out.verdict.state = VerdictState::Warn;
        out.verdict.expected = readings.empty() ? std::string() : readings.front().hash;
        out.verdict.text = "The hash matches, but is not JCS: it is taken of the ASCII-escaped Python form.";
        out.finding = ProofFinding::NotJcs;
        return out;
    }
    const auto notRun = std::ranges::find(readings, true, [](const Reading& r) { return r.hash.empty(); });
    if (readings.empty() || notRun != readings.end()) {
        const std::string why
            = readings.empty() ? "there is no output" : notRun->name + ": " + notRun->whyNot;
        out.verdict.text = "Not run: " + why + ". What could be hashed does not match.";
        return out;
    }
    out.verdict.state = VerdictState::Fail;
    out.verdict.expected = readings.front().hash;
    out.verdict.text = "The hash is not that of the output, in none of " + std::to_string(readings.size())
        + (readings.size() == 1 ? " reading." : " readings.");
    out.finding = ProofFinding::Mismatch;
    return out;
}

// result-hash may commit to the input too.
void judgeInputHash(ProofJudgement& judgement, const acmp::Proof& proof, const acmp::Invoke& request)
{
    const std::string claimed = memberText(proof.extra, "input_hash");
    if (claimed.empty() || !request.input || judgement.verdict.state == VerdictState::Fail) {
        return;
    }
    const auto hash = hashOf(*request.input);
    if (!hash) {
        judgement.verdict.text += " input_hash: not run, " + hash.error() + ".";
    } else if (*hash == wire::lower(claimed)) {
        judgement.verdict.text += " input_hash matches too.";
    } else {
        judgement.verdict = { .id = "proof",
            .state = VerdictState::Fail,
            .text = "input_hash is not that of the input.",
            .expected = *hash,
            .found = wire::excerpt(claimed) };
        judgement.finding = ProofFinding::Mismatch;
    }
}

Verdict verdict(VerdictState state, std::string text, std::string expected = {}, std::string found = {})
{
    return { "proof", state, std::move(text), std::move(expected), std::move(found) };
}

// Methods whose evidence this program can't verify: their hash of the result is all that is checked.
ProofJudgement judgeOtherMethod(const acmp::Proof& proof, const acmp::Invoke& request,
    const acmp::TaskResult& result, const Assembly& chunks)
{
    const std::string claimed = memberText(proof.extra, "result_hash");
    if (claimed.empty()) {
        return { .verdict = verdict(VerdictState::Unknown, "Not run: this program can't check the method.",
                     {}, wire::excerpt(proof.method)) };
    }
    ProofJudgement out = judgeHash(claimed, request, result, chunks);
    if (out.verdict.state != VerdictState::Fail) {
        out.verdict.text = "result_hash: " + out.verdict.text + " The evidence itself is not checked.";
        out.verdict.state = VerdictState::Unknown;
    }
    return out;
}

} // namespace

std::expected<std::string, std::string> hashOf(const acmp::Content& content)
{
    const json::Document document = parse(content);
    if (!document.isValid()) {
        return std::unexpected(json::toString(document.error()));
    }
    const auto canonical = json::canonical(document.root());
    if (!canonical) {
        return std::unexpected(
            canonical.error().what + " at " + canonical.error().pointer + " has no canonical form");
    }
    return sha256(*canonical);
}

std::string_view limitsOf(std::string_view proofMethod)
{
    if (proofMethod == kResultHash) {
        return "It commits to this output; it establishes nothing about how the output was made.";
    }
    if (proofMethod == "tee-attestation") {
        return "It claims that declared code ran in attested hardware; this program does not verify the "
               "report.";
    }
    if (proofMethod == "embedded-challenge") {
        return "It claims that the input was read; it establishes nothing about the quality of the output.";
    }
    return "What this method establishes is not known to this program.";
}

ProofJudgement judgeProof(const acmp::Invoke& request, const acmp::TaskResult& result, const Assembly& chunks)
{
    if (!result.proof) {
        return { .verdict = request.proofMethod
                ? verdict(VerdictState::Fail, "A proof was asked for, none came.",
                      wire::excerpt(*request.proofMethod), "none")
                : verdict(VerdictState::Unknown, "No proof was asked for.") };
    }
    const acmp::Proof& proof = *result.proof;
    if (request.proofMethod && *request.proofMethod != proof.method) {
        return { .verdict = verdict(VerdictState::Fail, "The proof is of another method than asked for.",
                     wire::excerpt(*request.proofMethod), wire::excerpt(proof.method)) };
    }
    ProofJudgement out;
    if (proof.method != kResultHash) {
        out = judgeOtherMethod(proof, request, result, chunks);
    } else if (!proof.hash) {
        out.verdict = verdict(VerdictState::Fail, "result-hash without a hash.", "sha256:…", "none");
    } else {
        out = judgeHash(*proof.hash, request, result, chunks);
        judgeInputHash(out, proof, request);
    }
    out.verdict.text += ' ';
    out.verdict.text += limitsOf(proof.method);
    return out;
}

} // namespace session
