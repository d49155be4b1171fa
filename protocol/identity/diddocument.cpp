// SPDX-License-Identifier: Apache-2.0
#include "protocol/identity/diddocument.h"

#include "protocol/identity/failure.h"
#include "protocol/json/writer.h"

#include <QDateTime>

#include <algorithm>

namespace identity {

namespace {

constexpr std::string_view kDidKey = "did:key:";

std::expected<PublicKey, wire::Error> keyIn(const json::View& method)
{
    const json::View multikey = method["publicKeyMultibase"];
    const json::View jwk = method["publicKeyJwk"];
    if (multikey && jwk) {
        return wrong("the method has two keys", "publicKeyMultibase or publicKeyJwk", {}, method.pointer());
    }
    if (jwk) {
        return PublicKey::fromJwk(jwk);
    }
    auto key = multikey
        ? PublicKey::fromMultikey(multikey.textOrEmpty())
        : wrong("the method has no key", "publicKeyMultibase or publicKeyJwk", method.lexeme());
    if (!key) {
        key.error().where = method.pointer();
    }
    return key;
}

// xsd:dateTimeStamp. What can't be read counts as long past: it was meant to end the key.
std::optional<std::int64_t> momentOf(const json::View& value)
{
    if (!value || value.isNull()) {
        return std::nullopt;
    }
    const QDateTime time
        = QDateTime::fromString(QString::fromStdString(value.textOrEmpty()), Qt::ISODateWithMs);
    return time.isValid() ? time.toMSecsSinceEpoch() : 0;
}

class Reader final {
public:
    explicit Reader(std::string_view did) { m_document.did = did; }

    std::expected<DidDocument, wire::Error> read(const json::View& root)
    {
        if (!root["id"].equals(m_document.did)) {
            return wrong("the document is of another DID", m_document.did,
                root["id"] ? root["id"].lexeme() : "nothing", "/id");
        }
        for (const json::View method : root["verificationMethod"].elements()) {
            add(method);
        }
        authorise(root["assertionMethod"], &VerificationMethod::isForAssertion);
        authorise(root["authentication"], &VerificationMethod::isForAuthentication);
        if (m_document.methods.size() > DidDocument::kMostMethods) {
            return wrong("the document has too many methods",
                "at most " + std::to_string(DidDocument::kMostMethods), {}, "/verificationMethod");
        }
        return std::move(m_document);
    }

private:
    std::string absolute(const std::string& id) const
    {
        return id.starts_with('#') ? m_document.did + id : id;
    }

    // Null once there are too many, and for what is no method.
    VerificationMethod* add(const json::View& method)
    {
        if (!method.isObject() || m_document.methods.size() > DidDocument::kMostMethods) {
            return nullptr;
        }
        return &m_document.methods.emplace_back(
            VerificationMethod { .id = absolute(method["id"].textOrEmpty()),
                .type = method["type"].textOrEmpty(),
                .controller = method["controller"].textOrEmpty(),
                .key = keyIn(method),
                .expiresMs = momentOf(method["expires"]),
                .revokedMs = momentOf(method["revoked"]) });
    }

    // By reference, or embedded: then it is listed nowhere else.
    void authorise(const json::View& list, bool VerificationMethod::* purpose)
    {
        for (const json::View entry : list.elements()) {
            if (entry.isObject()) {
                if (VerificationMethod* const method = add(entry)) {
                    method->*purpose = true;
                }
                continue;
            }
            const std::string id = absolute(entry.textOrEmpty());
            const auto known = std::ranges::find(m_document.methods, id, &VerificationMethod::id);
            if (known != m_document.methods.end()) {
                (*known).*purpose = true;
            }
        }
    }

    DidDocument m_document;
};

} // namespace

std::expected<DidDocument, wire::Error> DidDocument::read(const json::View& document, std::string_view did)
{
    if (!document.isObject()) {
        return wrong("the DID document is no object", "{\"id\": …, \"verificationMethod\": […]}",
            document ? document.lexeme() : "nothing");
    }
    return Reader(did).read(document);
}

std::expected<DidDocument, wire::Error> DidDocument::ofDidKey(std::string_view did)
{
    if (!did.starts_with(kDidKey)) {
        return wrong("the DID is no did:key", "did:key:z…", did);
    }
    const std::string_view text = did.substr(kDidKey.size());
    auto key = PublicKey::fromMultikey(text);
    if (!key) {
        return std::unexpected(key.error());
    }
    DidDocument document;
    document.did = did;
    document.methods.push_back({ .id = document.did + '#' + std::string(text),
        .type = "Multikey",
        .controller = document.did,
        .key = std::move(key),
        .expiresMs = {},
        .revokedMs = {},
        .isForAssertion = true,
        .isForAuthentication = true });
    return document;
}

const VerificationMethod* DidDocument::find(std::string_view id) const
{
    const auto found = std::ranges::find(methods, id, &VerificationMethod::id);
    return found == methods.end() ? nullptr : &*found;
}

std::string didDocument(std::string_view did, std::string_view fragment, const PublicKey& key)
{
    const std::string id = std::string(did).append("#").append(fragment);
    json::Writer writer;
    writer.beginObject().key("@context").beginArray();
    writer.string("https://www.w3.org/ns/did/v1").string("https://w3id.org/security/multikey/v1").endArray();
    writer.key("id").string(did);
    writer.key("verificationMethod").beginArray().beginObject();
    writer.key("id").string(id).key("type").string("Multikey").key("controller").string(did);
    writer.key("publicKeyMultibase").string(key.multikey()).endObject().endArray();
    writer.key("assertionMethod").beginArray().string(id).endArray();
    writer.key("authentication").beginArray().string(id).endArray();
    return writer.endObject().text();
}

} // namespace identity
