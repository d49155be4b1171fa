// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/signing.h"

#include "protocol/acmp/codec.h"
#include "protocol/identity/did.h"
#include "protocol/identity/diddocument.h"
#include "protocol/identity/identityproof.h"
#include "protocol/json/document.h"

#include <array>

namespace engine {

namespace {

using How = Scenario::Signature;

constexpr std::string_view kFragment = "key-1";

std::optional<identity::Key> keyOf(const How& how, wire::IdSource& ids)
{
    // Another key than the one that was named would sign in another's name.
    if (how.key || how.lacksKey()) {
        return how.key;
    }
    if (how.type == identity::KeyType::Ed25519) {
        std::array<unsigned char, 32> seed {};
        ids.fill(seed);
        return identity::Key::fromSeed(seed);
    }
    auto key = identity::Key::generate(how.type);
    return key ? std::optional(std::move(*key)) : std::nullopt;
}

identity::Signer withDid(identity::Signer signer, std::string did)
{
    signer.verificationMethod = did;
    signer.verificationMethod.append("#").append(kFragment);
    signer.did = std::move(did);
    return signer;
}

} // namespace

Signing::Signing(const std::optional<Scenario::Signature>& how, wire::IdSource& ids)
    : m_how(how.value_or(Scenario::Signature()))
{
    auto key = how ? keyOf(*how, ids) : std::nullopt;
    if (!key) {
        return;
    }
    m_signer = identity::Signer::ofDidKey(std::move(*key));
    if (m_how.did == How::Did::Given) {
        m_signer = withDid(std::move(*m_signer), m_how.givenDid);
    }
}

void Signing::serveAt(std::string_view hostAndPort, const std::vector<std::string>& path)
{
    const std::string did = identity::didWeb(hostAndPort, path);
    if (m_signer && m_how.did == How::Did::Web && identity::documentUrls(did)) {
        m_signer = withDid(std::move(*m_signer), did);
        m_isWeb = true;
    }
}

std::optional<std::string> Signing::document() const
{
    return m_isWeb ? std::optional(identity::didDocument(m_signer->did, kFragment, m_signer->key.publicKey()))
                   : std::nullopt;
}

identity::Envelope Signing::spoiled(identity::Envelope envelope) const
{
    if (m_how.spoils) {
        // Another letter, and still one that can be read.
        char& letter = envelope.signature.front();
        letter = letter == 'A' ? 'B' : 'A';
    }
    return envelope;
}

std::optional<json::Raw> Signing::envelopeOver(const QByteArray& object, std::int64_t nowUnixMs) const
{
    if (!m_signer || static_cast<std::size_t>(object.size()) > kLargestSigned) {
        return std::nullopt;
    }
    const auto document = json::Document::parse(object);
    auto envelope
        = document ? identity::sign(document->root(), *m_signer, nowUnixMs) : std::unexpected(wire::Error());
    if (!envelope) {
        return std::nullopt; // no canonical form, as of a number that no double holds
    }
    return json::Raw(QByteArray::fromStdString(identity::toJson(spoiled(std::move(*envelope)))));
}

void Signing::sign(acmp::Offer& offer, std::int64_t nowUnixMs) const
{
    if (m_signer) {
        offer.sig = envelopeOver(acmp::toJson(offer), nowUnixMs);
    }
}

void Signing::sign(acmp::TaskResult& result, std::int64_t nowUnixMs) const
{
    if (result.output && result.output->data.text().size() > kLargestSigned) {
        return;
    }
    if (auto sig = m_signer ? envelopeOver(acmp::toJson(result), nowUnixMs) : std::nullopt) {
        result.extra.emplace_back("sig", std::move(*sig));
    }
}

std::optional<identity::Envelope> Signing::prove(std::string_view nonce, std::int64_t nowUnixMs) const
{
    return m_signer ? std::optional(spoiled(identity::proveIdentity(nonce, *m_signer, nowUnixMs)))
                    : std::nullopt;
}

} // namespace engine
