// SPDX-License-Identifier: Apache-2.0
#include "protocol/lint/signatures.h"

#include "protocol/dissect/summary.h"
#include "protocol/json/document.h"

namespace lint {

namespace {

using identity::State;
using session::VerdictState;

VerdictState stateOf(const identity::Verdict& verdict)
{
    switch (verdict.state) {
    case State::Unsigned:
    case State::NotChecked:
        return VerdictState::Unknown;
    case State::Bad:
        return VerdictState::Fail;
    case State::ValidNotAuthorised:
        return VerdictState::Warn;
    case State::Verified:
        return verdict.notes.empty() ? VerdictState::Ok : VerdictState::Warn;
    }
    return VerdictState::Unknown;
}

std::string joined(const std::vector<std::string>& notes)
{
    std::string all;
    for (const std::string& note : notes) {
        all += (all.empty() ? "" : "; ") + note;
    }
    return all;
}

identity::Verdict tooLong()
{
    return { .state = State::NotChecked, .reason = "the message is over 4 MiB" };
}

// As a sentence.
std::string sentence(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return text + '.';
}

} // namespace

identity::Verdict unsignedVerdict()
{
    return { .state = State::Unsigned, .reason = "there is no signature" };
}

identity::Verdict checkSignature(const json::View& object, const identity::Check& check)
{
    return object.lexeme().size() > kLargestChecked ? tooLong() : identity::verify(object, check);
}

identity::Verdict checkSignature(const json::Raw& message, const identity::Check& check)
{
    const std::string_view text = message.text();
    if (text.size() > kLargestChecked) {
        return tooLong();
    }
    json::Document document;
    if (!document.borrow(text)) {
        return unsignedVerdict();
    }
    return checkSignature(dissect::bodyOf(document.root()), check);
}

session::Verdict signatureVerdict(const identity::Verdict& verdict)
{
    const bool isOpen = verdict.state == State::NotChecked || verdict.state == State::ValidNotAuthorised;
    session::Verdict out { .id = "signature",
        .state = stateOf(verdict),
        .text
        = sentence(isOpen ? std::string(toString(verdict.state)) + ": " + verdict.reason : verdict.reason),
        .expected = verdict.expected,
        .found = verdict.found };
    if (!verdict.notes.empty()) {
        out.text += ' ' + sentence(joined(verdict.notes));
    }
    return out;
}

std::optional<acmp::Finding> signatureFinding(const identity::Verdict& verdict)
{
    acmp::Finding finding;
    finding.where.pointer = "/sig";
    switch (verdict.state) {
    case State::Unsigned:
    case State::NotChecked:
        return std::nullopt;
    case State::Bad:
        finding.rule = &acmp::rule("L7-4-signature");
        finding.expected = verdict.expected.empty() ? "a signature that holds" : verdict.expected;
        finding.found = verdict.reason + (verdict.found.empty() ? "" : ": " + verdict.found);
        return finding;
    case State::ValidNotAuthorised:
        finding.rule = &acmp::rule("L7-4-authorised");
        finding.expected = "a key that the DID's document lists";
        finding.found = verdict.reason + ": " + verdict.found;
        return finding;
    case State::Verified:
        if (verdict.notes.empty()) {
            return std::nullopt;
        }
        finding.rule = &acmp::rule("L7-4-form");
        finding.expected = "JCS, its hash signed, base64url, r‖s";
        finding.found = joined(verdict.notes);
        return finding;
    }
    return std::nullopt;
}

} // namespace lint
