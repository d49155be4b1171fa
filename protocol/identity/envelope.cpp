// SPDX-License-Identifier: Apache-2.0
#include "protocol/identity/envelope.h"

#include "protocol/identity/encoding.h"
#include "protocol/identity/failure.h"
#include "protocol/json/canonical.h"
#include "protocol/json/writer.h"

#include <array>
#include <cmath>

namespace identity {

namespace {

struct TextMember {
    std::string_view name;
    std::string Envelope::* target;
};

constexpr std::array kTexts { TextMember { "did", &Envelope::did },
    TextMember { "verification_method", &Envelope::verificationMethod }, TextMember { "alg", &Envelope::alg },
    TextMember { "payload_hash", &Envelope::payloadHash }, TextMember { "signature", &Envelope::signature } };

std::unexpected<wire::Error> lacks(const json::View& envelope, std::string_view name, std::string expected)
{
    const json::View value = envelope[name];
    return wrong("the signature envelope is not whole", std::move(expected),
        value ? value.lexeme() : "nothing", envelope.pointer() + '/' + std::string(name));
}

} // namespace

std::expected<Envelope, wire::Error> readEnvelope(const json::View& envelope)
{
    if (!envelope.isObject()) {
        return wrong("the signature is no envelope", "an object", envelope ? envelope.lexeme() : "nothing",
            envelope ? envelope.pointer() : std::string());
    }
    for (const json::Member member : envelope.members()) {
        if ((member.key.flags() & json::kDuplicateKey) != 0) {
            return wrong("a member of the signature envelope is there twice", "each name once",
                member.key.lexeme(), envelope.pointer());
        }
    }
    Envelope out;
    for (const auto& [name, target] : kTexts) {
        const json::View value = envelope[name];
        auto text = value ? value.text() : std::nullopt;
        if (!text) {
            return lacks(envelope, name, "a string");
        }
        out.*target = std::move(*text);
    }
    constexpr double kLargest = 9e15;
    const json::View created = envelope["created_ms"];
    const auto ms = created ? created.toDouble() : std::nullopt;
    if (!ms || !(std::abs(*ms) < kLargest)) {
        return lacks(envelope, "created_ms", "milliseconds since 1970");
    }
    out.createdMs = static_cast<std::int64_t>(*ms);
    return out;
}

std::string toJson(const Envelope& envelope)
{
    json::Writer writer;
    writer.beginObject().key("did").string(envelope.did);
    writer.key("verification_method").string(envelope.verificationMethod);
    writer.key("alg").string(envelope.alg).key("created_ms").integer(envelope.createdMs);
    writer.key("payload_hash").string(envelope.payloadHash);
    writer.key("signature").string(envelope.signature);
    return writer.endObject().text();
}

Signer Signer::ofDidKey(Key key)
{
    std::string did = key.publicKey().didKey();
    std::string method = did + '#' + key.publicKey().multikey();
    return { std::move(key), std::move(did), std::move(method) };
}

std::expected<Envelope, wire::Error> sign(
    const json::View& object, const Signer& signer, std::int64_t nowUnixMs)
{
    if (!object.isObject()) {
        return wrong("only an object can be signed", "{…}", object ? object.lexeme() : "nothing");
    }
    const auto canonical = json::canonicalWithout(object, "sig");
    if (!canonical) {
        return wrong(
            "the object has no canonical form: " + canonical.error().what, {}, {}, canonical.error().pointer);
    }
    std::string hash = hashName(sha256(*canonical));
    std::string signature = toBase64Url(signer.key.sign(hash));
    return Envelope { .did = signer.did,
        .verificationMethod = signer.verificationMethod,
        .alg = std::string(algOf(signer.key.publicKey().type())),
        .createdMs = nowUnixMs,
        .payloadHash = std::move(hash),
        .signature = std::move(signature) };
}

} // namespace identity
