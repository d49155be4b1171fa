// SPDX-License-Identifier: Apache-2.0
#include "protocol/identity/verifier.h"

#include "protocol/identity/did.h"
#include "protocol/identity/encoding.h"

#include <QDateTime>

#include <algorithm>

namespace identity {

namespace {

std::string utc(std::int64_t unixMs)
{
    return QDateTime::fromMSecsSinceEpoch(unixMs, Qt::UTC).toString(Qt::ISODate).toStdString();
}

struct Candidate {
    std::string signature; ///< of kSignatureSize
    Form form;
};

// Every reading of the text that gives a signature of the right size.
std::vector<Candidate> readings(std::string_view text, bool isEs256)
{
    struct Decoded {
        std::string bytes;
        Form::Encoding encoding;
    };
    std::vector<Decoded> decoded;
    const auto add = [&](std::optional<std::string> bytes, Form::Encoding encoding) {
        if (bytes) {
            decoded.push_back({ std::move(*bytes), encoding });
        }
    };
    add(fromBase64Url(text), Form::Encoding::Base64Url);
    if (const std::size_t end = text.find('='); end != text.npos && text.size() % 4 == 0
        && text.size() - end <= 2 && text.substr(end).find_first_not_of('=') == text.npos) {
        add(fromBase64Url(text.substr(0, end)), Form::Encoding::PaddedBase64Url);
    }
    if (text.starts_with('z')) {
        add(fromBase58(text.substr(1)), Form::Encoding::Base58);
    }
    std::vector<Candidate> out;
    for (auto& [bytes, encoding] : decoded) {
        if (std::string inner = isEs256 ? fromDer(bytes) : std::string(); !inner.empty()) {
            out.push_back({ std::move(inner), { .encoding = encoding, .isDer = true } });
        }
        if (bytes.size() == kSignatureSize) {
            out.push_back({ std::move(bytes), { .encoding = encoding } });
        }
    }
    return out;
}

void noteForm(Verdict& verdict)
{
    const auto note = [&](bool isSo, const char* text) {
        if (isSo) {
            verdict.notes.emplace_back(text);
        }
    };
    note(!verdict.payload->isJcs, "not JCS: ASCII-escaped Python form");
    note(verdict.form->over == Form::Signed::Digest,
        "signed is the digest itself, not the text of payload_hash");
    note(verdict.form->over == Form::Signed::Canonical, "signed are the hashed bytes, not payload_hash");
    note(
        verdict.form->encoding == Form::Encoding::PaddedBase64Url, "the signature is base64url with padding");
    note(verdict.form->encoding == Form::Encoding::Base58, "the signature is base58btc, not base64url");
    note(verdict.form->isDer, "the signature is DER, not r‖s");
}

// One check after the other; the first that fails is the verdict.
class Judge final {
public:
    Judge(const json::View& object, const json::View& envelope, const Check& check)
        : m_object(object)
        , m_envelope(envelope)
        , m_check(check)
    {
    }

    Verdict run()
    {
        if (readEnvelope() && checkNames() && checkPayload() && findDocument() && findKey()
            && checkSignature() && checkKey()) {
            m_verdict.state = State::Verified;
            m_verdict.reason = "signed by " + m_verdict.method->id;
        }
        return std::move(m_verdict);
    }

private:
    bool end(State state, std::int64_t code, std::string reason, std::string expected = {},
        std::string_view found = {})
    {
        m_verdict.state = state;
        m_verdict.code = code;
        m_verdict.reason = std::move(reason);
        m_verdict.expected = std::move(expected);
        m_verdict.found = wire::excerpt(found);
        return false;
    }
    bool bad(std::int64_t code, std::string reason, std::string expected = {}, std::string_view found = {})
    {
        return end(State::Bad, code, std::move(reason), std::move(expected), found);
    }
    bool bad(std::int64_t code, const wire::Error& error)
    {
        const std::string where = error.where.empty() ? std::string() : " (at " + error.where + ')';
        return bad(code, error.message + where, error.expected, error.found);
    }

    bool readEnvelope();
    bool checkNames();
    bool checkPayload();
    bool findDocument();
    bool findKey();
    bool checkSignature();
    bool checkKey();

    json::View m_object;
    json::View m_envelope;
    const Check& m_check;
    DidDocument m_document;
    Verdict m_verdict;
};

bool Judge::readEnvelope()
{
    if (!m_envelope || m_envelope.isNull()) {
        return end(State::Unsigned, 0, "there is no signature");
    }
    auto envelope = identity::readEnvelope(m_envelope);
    if (!envelope) {
        return bad(code::kSignatureInvalid, envelope.error());
    }
    m_verdict.envelope = std::move(*envelope);
    auto payload = payloadOf(m_object, m_verdict.envelope->payloadHash);
    if (!payload) {
        return bad(code::kSignatureInvalid, payload.error());
    }
    m_verdict.payload = std::move(*payload);
    return true;
}

bool Judge::checkNames()
{
    const Envelope& envelope = *m_verdict.envelope;
    if (!isDid(envelope.did)) {
        return bad(code::kSignatureInvalid, "the signature's did is no DID", "did:METHOD:ID", envelope.did);
    }
    if (m_check.expectedDid && *m_check.expectedDid != envelope.did) {
        return bad(code::kIdentityProofFailed, "signed in the name of another DID than the peer advertised",
            wire::excerpt(*m_check.expectedDid), envelope.did);
    }
    if (!envelope.verificationMethod.starts_with(envelope.did + '#')) {
        return bad(code::kIdentityProofFailed, "the verification method is of another DID",
            wire::excerpt(envelope.did) + "#…", envelope.verificationMethod);
    }
    if (envelope.alg != algOf(KeyType::Ed25519) && envelope.alg != algOf(KeyType::P256)) {
        return bad(code::kSignatureInvalid, "the algorithm is unknown", "EdDSA or ES256", envelope.alg);
    }
    return true;
}

bool Judge::checkPayload()
{
    const std::string& claimed = m_verdict.envelope->payloadHash;
    if (m_verdict.payload->hash != claimed) {
        return bad(code::kSignatureInvalid, "payload_hash is not that of what was signed: it was changed",
            m_verdict.payload->hash, claimed);
    }
    return true;
}

bool Judge::findDocument()
{
    const std::string& did = m_verdict.envelope->did;
    const auto& known = m_check.resolution.document;
    if (known && known->did == did) {
        m_document = *known;
        return true;
    }
    if (methodOf(did) == "key") {
        auto document = DidDocument::ofDidKey(did);
        if (!document) {
            return bad(code::kDidUnresolvable, document.error());
        }
        m_document = std::move(*document);
        return true;
    }
    if (methodOf(did) != "web") {
        return end(State::NotChecked, code::kDidUnresolvable, "the DID is of a method that is not known here",
            "did:key or did:web", did);
    }
    if (const Resolution& resolution = m_check.resolution; !resolution.why.empty()) {
        const std::string when = resolution.lookedUpUnixMs == 0
            ? std::string()
            : ", looked up at " + utc(resolution.lookedUpUnixMs);
        return end(State::NotChecked, code::kDidUnresolvable,
            "the DID is not resolved" + when + ": " + resolution.why, {}, did);
    }
    return end(State::NotChecked, 0, "the DID is not resolved", {}, did);
}

bool Judge::findKey()
{
    const Envelope& envelope = *m_verdict.envelope;
    const VerificationMethod* const method = m_document.find(envelope.verificationMethod);
    if (!method) {
        return bad(code::kSignatureInvalid, "the DID's document has no such verification method", {},
            envelope.verificationMethod);
    }
    m_verdict.method = *method;
    if (!method->key) {
        return bad(code::kSignatureInvalid, method->key.error());
    }
    if (algOf(method->key->type()) != envelope.alg) {
        return bad(code::kSignatureInvalid, "the algorithm does not fit the key",
            std::string(algOf(method->key->type())), envelope.alg);
    }
    return true;
}

bool Judge::checkSignature()
{
    const std::string& text = m_verdict.envelope->signature;
    const PublicKey& key = *m_verdict.method->key;
    const auto candidates = readings(text, key.type() == KeyType::P256);
    if (candidates.empty()) {
        return bad(code::kSignatureInvalid, "the signature can't be read", "64 bytes in base64url", text);
    }
    const Payload& payload = *m_verdict.payload;
    const std::pair<Form::Signed, std::string> messages[] { { Form::Signed::PayloadHash, payload.hash },
        { Form::Signed::Digest, sha256(payload.bytes) }, { Form::Signed::Canonical, payload.bytes } };
    for (const Candidate& candidate : candidates) {
        for (const auto& [over, message] : messages) {
            if (key.verifies(message, candidate.signature)) {
                m_verdict.form = candidate.form;
                m_verdict.form->over = over;
                noteForm(m_verdict);
                if (const std::string number = inexactNumber(m_object); !number.empty()) {
                    m_verdict.notes.push_back("numbers are signed as doubles: " + number);
                }
                return true;
            }
        }
    }
    return bad(code::kSignatureInvalid, "the signature is not of this key", {}, text);
}

bool Judge::checkKey()
{
    const VerificationMethod& method = *m_verdict.method;
    const std::int64_t now = m_check.nowUnixMs;
    if (method.revokedMs && *method.revokedMs <= now) {
        return bad(
            code::kSignatureInvalid, "the key was revoked at " + utc(*method.revokedMs), {}, method.id);
    }
    if (method.expiresMs && *method.expiresMs <= now) {
        return bad(code::kSignatureInvalid, "the key expired at " + utc(*method.expiresMs), {}, method.id);
    }
    const auto unauthorised = [&](std::string reason, std::string_view found) {
        return end(
            State::ValidNotAuthorised, code::kIdentityProofFailed, std::move(reason), m_document.did, found);
    };
    if (!method.controller.empty() && method.controller != m_document.did) {
        return unauthorised("the key is another's to control", method.controller);
    }
    if (!method.isAuthorised()) {
        return unauthorised(
            "the DID's document lists the key under neither assertionMethod nor authentication", method.id);
    }
    return true;
}

} // namespace

std::string_view toString(State state)
{
    switch (state) {
    case State::Unsigned:
        return "unsigned";
    case State::NotChecked:
        return "not checked";
    case State::Bad:
        return "bad";
    case State::ValidNotAuthorised:
        return "valid, not authorised";
    case State::Verified:
        return "verified";
    }
    return "";
}

Verdict verify(const json::View& object, const Check& check)
{
    return Judge(object, object["sig"], check).run();
}

Verdict verify(const json::View& payload, const json::View& envelope, const Check& check)
{
    return Judge(payload, envelope, check).run();
}

} // namespace identity
