// SPDX-License-Identifier: Apache-2.0
#include "protocol/identity/identityproof.h"

#include "protocol/json/document.h"
#include "protocol/json/writer.h"

namespace identity {

namespace {

json::Document parsed(const std::string& text)
{
    json::Document document;
    document.reset(QByteArray::fromStdString(text), 0, static_cast<qsizetype>(text.size()));
    return document;
}

} // namespace

std::expected<std::string, std::string> readNonce(const json::View& params)
{
    const json::View given = params ? params["nonce"] : json::View();
    auto nonce = given ? given.text() : std::nullopt;
    if (nonce && !nonce->empty() && nonce->size() <= kLongestNonce)
        return std::move(*nonce);
    return std::unexpected("/nonce: expected a string of 1 to " + std::to_string(kLongestNonce)
        + " bytes, found " + (given ? wire::excerpt(given.lexeme()) : std::string("nothing")));
}

std::string proofPayload(std::string_view nonce, std::string_view did)
{
    json::Writer writer;
    return writer.beginObject().key("did").string(did).key("nonce").string(nonce).endObject().text();
}

Envelope proveIdentity(std::string_view nonce, const Signer& signer, std::int64_t nowUnixMs)
{
    const json::Document document = parsed(proofPayload(nonce, signer.did));
    return sign(document.root(), signer, nowUnixMs).value_or(Envelope());
}

Verdict verifyProof(const json::View& envelope, std::string_view nonce, const Check& check)
{
    const json::View named = envelope["did"];
    const std::string own = named ? named.textOrEmpty() : std::string();
    const json::Document document = parsed(proofPayload(nonce, check.expectedDid.value_or(own)));
    Verdict verdict = verify(document.root(), envelope, check);
    if (verdict.state == State::Unsigned) {
        verdict.state = State::Bad;
        verdict.reason = "the answer has no envelope";
    }
    if (verdict.state == State::Bad && verdict.code != code::kDidUnresolvable) {
        verdict.code = code::kIdentityProofFailed;
    }
    return verdict;
}

} // namespace identity
