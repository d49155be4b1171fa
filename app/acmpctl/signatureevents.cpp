// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/signatureevents.h"

#include "app/acmpctl/eventtext.h"

namespace acmpctl {

namespace {

using identity::State;
using identity::Verdict;

std::string_view nameOf(State state)
{
    switch (state) {
    case State::Unsigned:
        return "unsigned";
    case State::NotChecked:
        return "not_checked";
    case State::Bad:
        return "bad";
    case State::ValidNotAuthorised:
        return "not_authorised";
    case State::Verified:
        return "verified";
    }
    return "";
}

std::string_view markOf(const Verdict& verdict)
{
    switch (verdict.state) {
    case State::Verified:
        return verdict.notes.empty() ? "✓" : "!";
    case State::Bad:
        return "✕";
    case State::ValidNotAuthorised:
        return "!";
    case State::NotChecked:
    case State::Unsigned:
        return "?";
    }
    return "?";
}

std::string reasonOf(const Verdict& verdict)
{
    std::string reason = wire::excerpt(verdict.reason, 300);
    for (const std::string& note : verdict.notes)
        reason += "; " + wire::excerpt(note, 300);
    return reason;
}

void writeState(json::Writer& writer, const Verdict& verdict)
{
    writer.key("state").string(nameOf(verdict.state));
    writer.key("reason").string(reasonOf(verdict));
}

std::string blame(const Verdict& verdict)
{
    std::string text = reasonOf(verdict);
    if (verdict.code != 0)
        text += " (" + std::to_string(verdict.code) + ' ' + acmpctl::nameOf(verdict.code) + ')';
    if (!verdict.expected.empty())
        text += "\n  expected " + verdict.expected;
    if (!verdict.found.empty())
        text += "\n  found    " + verdict.found;
    return text;
}

} // namespace

void writeSignature(json::Writer& writer, const Verdict& verdict)
{
    writer.key("signature").beginObject();
    writeState(writer, verdict);
    writer.endObject();
}

std::string describeSignature(const Verdict& verdict)
{
    switch (verdict.state) {
    case State::Unsigned:
        return "! unsigned";
    case State::NotChecked:
        return "signature not checked: " + reasonOf(verdict);
    case State::Bad:
        return "✕ bad signature: " + reasonOf(verdict);
    case State::ValidNotAuthorised:
        return "! signature valid, not authorised: " + reasonOf(verdict);
    case State::Verified:
        return (verdict.notes.empty() ? "signature verified: " : "! signature verified: ")
            + reasonOf(verdict);
    }
    return {};
}

void printSignature(Output& output, const Verdict& verdict)
{
    output.event(
        "signature",
        [&](json::Writer& writer) {
            writeState(writer, verdict);
            writer.key("code").integer(verdict.code);
            writer.key("expected").string(verdict.expected);
            writer.key("found").string(verdict.found);
            writer.key("envelope");
            if (verdict.envelope)
                writer.raw(identity::toJson(*verdict.envelope));
            else
                writer.null();
            writer.key("hash").string(verdict.payload ? verdict.payload->hash : "");
            writer.key("canonical").string(verdict.payload ? verdict.payload->bytes : "");
        },
        [&] {
            std::string text = std::string(markOf(verdict)) + ' ' + std::string(toString(verdict.state))
                + ": " + blame(verdict) + '\n';
            if (verdict.envelope) {
                text += "  did     " + wire::excerpt(verdict.envelope->did) + "\n  method  "
                    + wire::excerpt(verdict.envelope->verificationMethod, 200) + "\n  alg     "
                    + wire::excerpt(verdict.envelope->alg) + "\n  created "
                    + std::to_string(verdict.envelope->createdMs) + " ms, not covered by the signature\n";
            }
            if (verdict.payload)
                text += "  hash    " + verdict.payload->hash + '\n';
            return text;
        });
}

void printIdentity(Output& output, const std::string& did, const Verdict& verdict)
{
    output.event(
        "identity",
        [&](json::Writer& writer) {
            writer.key("did").string(did);
            writeState(writer, verdict);
            writer.key("code").integer(verdict.code);
        },
        [&] {
            const std::string who = "  identity " + wire::excerpt(did, 200) + ": ";
            return verdict.state == State::Verified ? who + "✓ proved"
                                                    : who + "✕ not proved: " + blame(verdict);
        });
}

} // namespace acmpctl
