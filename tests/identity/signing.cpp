// SPDX-License-Identifier: Apache-2.0
#include "tests/identity/signing.h"

namespace signing {

json::Document parsed(const QByteArray& text)
{
    json::Document document;
    if (!document.reset(text, 0, text.size())) {
        qFatal("no JSON: %s", text.constData());
    }
    return document;
}

identity::Key ed25519(unsigned char fill)
{
    std::array<unsigned char, 32> seed {};
    seed.fill(fill);
    return identity::Key::fromSeed(seed);
}

identity::Key p256()
{
    static const auto key = identity::Key::generate(identity::KeyType::P256);
    return key.value();
}

identity::Signer didKeySigner(identity::KeyType type)
{
    return identity::Signer::ofDidKey(type == identity::KeyType::P256 ? p256() : ed25519());
}

identity::Signer didWebSigner()
{
    return { ed25519(), "did:web:agent.example", "did:web:agent.example#key-1" };
}

identity::DidDocument documentOf(const identity::Signer& signer)
{
    const std::string fragment = signer.verificationMethod.substr(signer.did.size() + 1);
    const json::Document document = parsed(
        QByteArray::fromStdString(identity::didDocument(signer.did, fragment, signer.key.publicKey())));
    return identity::DidDocument::read(document.root(), signer.did).value();
}

QByteArray offer()
{
    return R"({"offer_id":"offer_1","capability":"übersetzen \u20ac 😀","price_cu":0.003,"valid_until_ms":)"
           R"(1783017900050,"latency_sla_ms":600,"extra":{"b":[1,true,null],"a":"x\n"}})";
}

QByteArray with(const QByteArray& object, const identity::Envelope& envelope)
{
    return object.chopped(1) + ",\"sig\":" + QByteArray::fromStdString(identity::toJson(envelope)) + '}';
}

QByteArray signedBy(const identity::Signer& signer, const QByteArray& object)
{
    const json::Document document = parsed(object);
    return with(object, identity::sign(document.root(), signer, kNow).value());
}

identity::Verdict verify(const QByteArray& object, const identity::Check& check)
{
    const json::Document document = parsed(object);
    return identity::verify(document.root(), check);
}

QString shown(const identity::Verdict& verdict)
{
    std::string text(identity::toString(verdict.state));
    if (verdict.state != identity::State::Verified) {
        text += ' ' + std::to_string(verdict.code) + ' ' + verdict.reason;
        text += " | " + verdict.expected + " | " + verdict.found;
    }
    return QString::fromStdString(text);
}

} // namespace signing
