// SPDX-License-Identifier: Apache-2.0
// In whose name a provider of ours signs its offers and results (Layer 7 §4), as its scenario has it: nothing
// where it names no key.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/engine/scenario.h"
#include "protocol/identity/envelope.h"
#include "protocol/wire/idsource.h"

namespace engine {

class Signing final {
public:
    /// The hash is taken of all of it at once, on the thread of the sockets: larger results stay unsigned.
    static constexpr std::size_t kLargestSigned = std::size_t { 4 } << 20;

    /// `ids` gives a key that is generated.
    Signing(const std::optional<Scenario::Signature>& how, wire::IdSource& ids);

    bool isOn() const { return m_signer.has_value(); }
    /// Empty without a key.
    std::string did() const { return m_signer ? m_signer->did : std::string(); }
    /// Where it is reached from, for a did:web: "127.0.0.1:8080", and segments of a path. Ignored where the
    /// scenario wants another DID, and for a host that can't be one of a did:web.
    void serveAt(std::string_view hostAndPort, const std::vector<std::string>& path);
    /// What a did:web of its own has to publish.
    std::optional<std::string> document() const;

    void sign(acmp::Offer& offer, std::int64_t nowUnixMs) const;
    void sign(acmp::TaskResult& result, std::int64_t nowUnixMs) const;
    /// nullopt without a key (acmp/proveIdentity).
    std::optional<identity::Envelope> prove(std::string_view nonce, std::int64_t nowUnixMs) const;

private:
    std::optional<json::Raw> envelopeOver(const QByteArray& object, std::int64_t nowUnixMs) const;
    identity::Envelope spoiled(identity::Envelope envelope) const;

    Scenario::Signature m_how;
    std::optional<identity::Signer> m_signer;
    bool m_isWeb = false;
};

} // namespace engine
