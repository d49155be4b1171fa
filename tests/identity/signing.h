// SPDX-License-Identifier: Apache-2.0
// Signed objects for tests, in every form that a signer may choose.
#pragma once

#include "protocol/identity/verifier.h"
#include "protocol/json/document.h"

#include <QByteArray>

namespace signing {

/// A day in 2026, for all tests.
inline constexpr std::int64_t kNow = 1783017900000;

json::Document parsed(const QByteArray& text);
identity::Key ed25519(unsigned char fill = 7); ///< the same in every run
identity::Key p256();
identity::Signer didKeySigner(identity::KeyType type);
/// did:web:agent.example#key-1 with an Ed25519 key.
identity::Signer didWebSigner();
/// Its document.
identity::DidDocument documentOf(const identity::Signer& signer);

/// An offer with names and numbers worth hashing, without `sig`.
QByteArray offer();
/// `object` with this as its last member `sig`.
QByteArray with(const QByteArray& object, const identity::Envelope& envelope);
QByteArray signedBy(const identity::Signer& signer, const QByteArray& object = offer());

identity::Verdict verify(const QByteArray& object, const identity::Check& check = { .nowUnixMs = kNow });
/// "verified", or "bad -36003 REASON | expected | found"
QString shown(const identity::Verdict& verdict);

} // namespace signing
