// SPDX-License-Identifier: Apache-2.0
// Whether a signature envelope holds: is it of this object, by a key that its DID lists for this, and by whom
// we expected (Layer 7 §4, decisions D12, D13). Pure: resolving a DID is the caller's, when it may.
#pragma once

#include "protocol/identity/diddocument.h"
#include "protocol/identity/envelope.h"
#include "protocol/identity/payload.h"

namespace identity {

enum class State : std::uint8_t {
    Unsigned,
    NotChecked, ///< the DID is not resolved: nothing is known of the key
    Bad, ///< it is not what it claims to be
    ValidNotAuthorised, ///< the key signed it, but its DID does not list it for this
    Verified,
};
/// "unsigned", "not checked", "bad", "valid, not authorised", "verified"
std::string_view toString(State state);

/// Layer 7's; rpc::describeCode() has their names.
namespace code {
inline constexpr std::int64_t kIdentityProofFailed = -36001, kDidUnresolvable = -36002,
                              kSignatureInvalid = -36003;
} // namespace code

/// In which of the readings of Layer 7 §4 a signature holds (decision D12).
struct Form {
    enum class Signed : std::uint8_t { PayloadHash, Digest, Canonical };
    enum class Encoding : std::uint8_t { Base64Url, PaddedBase64Url, Base58 };
    Signed over = Signed::PayloadHash;
    Encoding encoding = Encoding::Base64Url;
    bool isDer = false; ///< of ES256, instead of r‖s
    bool operator==(const Form&) const = default;
};

/// A DID's document, as far as it is known.
struct Resolution {
    std::optional<DidDocument> document = {};
    std::string why = {}; ///< there is none: it was tried and failed; empty: nobody tried
    std::int64_t lookedUpUnixMs = 0; ///< when; 0: no look-up was needed, or made
};

struct Check {
    std::optional<std::string> expectedDid = {}; ///< as the peer advertised it; another is a substitution
    std::int64_t nowUnixMs = 0;
    /// Of the envelope's DID. A did:key needs none.
    Resolution resolution = {};
};

struct Verdict {
    State state = State::Unsigned;
    std::int64_t code = 0; ///< -36xxx; 0 if there is nothing to blame
    std::string reason = {}; ///< why, without a full stop
    std::string expected = {}; ///< may be empty
    std::string found = {};
    std::vector<std::string> notes = {}; ///< departures from the form that do not make it bad

    // What it was judged by, as far as it came.
    std::optional<Envelope> envelope = {};
    std::optional<Payload> payload = {};
    std::optional<VerificationMethod> method = {};
    std::optional<Form> form = {}; ///< the signature is of the key, in this form
};

/// Of an object with a `sig`.
Verdict verify(const json::View& object, const Check& check);
/// Of an envelope that stands beside what it signs.
Verdict verify(const json::View& payload, const json::View& envelope, const Check& check);

} // namespace identity
