// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/scenario.h"

#include "protocol/engine/capabilityreader.h"
#include "protocol/engine/scenarioreader.h"
#include "protocol/identity/did.h"

#include <array>
#include <filesystem>

namespace engine {

namespace {

using json::View;
template <class T>
using Field = ScenarioReader::Field<T>;
using Reader = ScenarioReader;

constexpr std::int64_t kLongestIntervalMs = std::int64_t { 1000 } * 60 * 60 * 24 * 365;

/// What is in the file beside the scenario itself.
struct File {
    Scenario scenario;
    std::int64_t format = 0;
    std::string keyFile;
};

void readCapabilities(Reader& reader, const View& value, Scenario& out)
{
    if (!value.isArray() || value.size() == 0) {
        reader.fail(value, "an array with at least one capability");
        return;
    }
    for (const View& element : value.elements()) {
        CapabilityScript capability;
        readCapability(reader, element, capability);
        if (!capability.name.empty() && out.find(capability.name) != nullptr) {
            reader.fail(element["name"], "each capability once", '"' + capability.name + "\" again");
        }
        out.capabilities.push_back(std::move(capability));
    }
}

constexpr std::array kFeatureFields {
    Field<Scenario::Features> { "output_streaming",
        [](Reader& r, const View& v, Scenario::Features& f) { r.read(v, f.outputStreaming); } },
    Field<Scenario::Features> { "input_streaming",
        [](Reader& r, const View& v, Scenario::Features& f) { r.read(v, f.inputStreaming); } },
    Field<Scenario::Features> { "heartbeat_interval_ms",
        [](Reader& r, const View& v, Scenario::Features& f) {
            std::int64_t interval = 0;
            r.read(v, interval, 1, kLongestIntervalMs);
            f.heartbeatInterval = milliseconds(interval);
        } },
};

constexpr std::array kOfferFields {
    Field<Scenario::Offers> {
        "valid_ms", [](Reader& r, const View& v, Scenario::Offers& o) { r.read(v, o.valid); } },
    Field<Scenario::Offers> {
        "max_valid_ms", [](Reader& r, const View& v, Scenario::Offers& o) { r.read(v, o.maxValid); } },
    Field<Scenario::Offers> { "challenge_window_ms",
        [](Reader& r, const View& v, Scenario::Offers& o) {
            r.read(v, o.challengeWindowMs, 0, Reader::kMost);
        } },
    Field<Scenario::Offers> { "per_second",
        [](Reader& r, const View& v, Scenario::Offers& o) { r.read(v, o.perSecond, 0, 1'000'000); } },
};

void readOffers(Reader& reader, const View& value, Scenario& out)
{
    reader.readObject<Scenario::Offers>(value, out.offers, kOfferFields);
    if (out.offers.valid > out.offers.maxValid) {
        reader.fail(value, "valid_ms of at most max_valid_ms, " + std::to_string(out.offers.maxValid.count()),
            std::to_string(out.offers.valid.count()));
    }
}

using EscrowRule = Scenario::Escrow::Rule;
constexpr std::array kEscrowRules {
    std::pair { std::string_view("accept-any"), EscrowRule::AcceptAny },
    std::pair { std::string_view("require"), EscrowRule::Require },
    std::pair { std::string_view("list"), EscrowRule::List },
};
using EscrowRefusal = Scenario::Escrow::Refusal;
constexpr std::array kEscrowRefusals {
    std::pair { std::string_view("escrow_invalid"), EscrowRefusal::EscrowInvalid },
    std::pair { std::string_view("budget_exceeded"), EscrowRefusal::BudgetExceeded },
};

constexpr std::array kEscrowFields {
    Field<Scenario::Escrow> { "rule",
        [](Reader& r, const View& v, Scenario::Escrow& e) { r.read<EscrowRule>(v, e.rule, kEscrowRules); } },
    Field<Scenario::Escrow> {
        "list", [](Reader& r, const View& v, Scenario::Escrow& e) { r.read(v, e.list); } },
    Field<Scenario::Escrow> { "refusal",
        [](Reader& r, const View& v, Scenario::Escrow& e) {
            r.read<EscrowRefusal>(v, e.refusal, kEscrowRefusals);
        } },
};

void readEscrow(Reader& reader, const View& value, Scenario& out)
{
    reader.readObject<Scenario::Escrow>(value, out.escrow, kEscrowFields);
    const bool hasList = value["list"].isValid();
    if (hasList != (out.escrow.rule == EscrowRule::List) && value.isObject()) {
        reader.fail(value, "a list where rule is \"list\", and only there", hasList ? "a list" : "none");
    }
}

constexpr std::array kCancelFields {
    Field<Scenario::Cancel> {
        "honour", [](Reader& r, const View& v, Scenario::Cancel& c) { r.read(v, c.honour); } },
    Field<Scenario::Cancel> {
        "advertise", [](Reader& r, const View& v, Scenario::Cancel& c) { r.read(v, c.advertise); } },
    Field<Scenario::Cancel> {
        "after_ms", [](Reader& r, const View& v, Scenario::Cancel& c) { r.read(v, c.after); } },
};

using ChunkCarrier = Scenario::A2a::ChunkCarrier;
constexpr std::array kChunkCarriers {
    std::pair { std::string_view("status"), ChunkCarrier::Status },
    std::pair { std::string_view("artifact"), ChunkCarrier::Artifact },
    std::pair { std::string_view("message"), ChunkCarrier::Message },
};

constexpr std::array kA2aFields {
    Field<Scenario::A2a> { "chunk_carrier",
        [](Reader& r, const View& v, Scenario::A2a& a) {
            r.read<ChunkCarrier>(v, a.chunkCarrier, kChunkCarriers);
        } },
    Field<Scenario::A2a> {
        "acmp_literal", [](Reader& r, const View& v, Scenario::A2a& a) { r.read(v, a.acmpLiteral); } },
    Field<Scenario::A2a> {
        "required", [](Reader& r, const View& v, Scenario::A2a& a) { r.read(v, a.required); } },
};

using UnsupportedStream = Scenario::UnsupportedStream;
constexpr std::array kUnsupportedStreams {
    std::pair { std::string_view("ignore"), UnsupportedStream::Ignore },
    std::pair { std::string_view("refuse"), UnsupportedStream::Refuse },
};

using Signature = Scenario::Signature;
constexpr std::array kKeyTypes {
    std::pair { std::string_view("ed25519"), identity::KeyType::Ed25519 },
    std::pair { std::string_view("p-256"), identity::KeyType::P256 },
};

void readDid(Reader& reader, const View& value, Signature& out)
{
    out.did = value.equals("did:key") ? Signature::Did::Key
        : value.equals("did:web")     ? Signature::Did::Web
                                      : Signature::Did::Given;
    if (out.did != Signature::Did::Given) {
        return;
    }
    reader.read(value, out.givenDid);
    if (!identity::isDid(out.givenDid)) {
        reader.fail(value, "\"did:key\", \"did:web\" or a whole DID");
    }
}

/// A signature, and whose key it is.
struct KeyMember {
    Signature signature;
    std::string file;
};

constexpr std::array kKeyFields {
    Field<KeyMember> { "file", [](Reader& r, const View& v, KeyMember& k) { r.read(v, k.file); } },
    Field<KeyMember> {
        "keychain", [](Reader& r, const View& v, KeyMember& k) { r.read(v, k.signature.keychain); } },
    Field<KeyMember> { "type",
        [](Reader& r, const View& v, KeyMember& k) {
            r.read<identity::KeyType>(v, k.signature.type, kKeyTypes);
        } },
    Field<KeyMember> { "did", [](Reader& r, const View& v, KeyMember& k) { readDid(r, v, k.signature); } },
    Field<KeyMember> {
        "bad_signature", [](Reader& r, const View& v, KeyMember& k) { r.read(v, k.signature.spoils); } },
};

void readKey(Reader& reader, const View& value, File& out)
{
    KeyMember member;
    reader.readObject<KeyMember>(value, member, kKeyFields);
    std::string given;
    for (const std::string_view name : { "file", "keychain", "type" }) {
        if (value[name]) {
            given.append(given.empty() ? "" : " and ").append(name);
        }
    }
    if (given.find(' ') != given.npos) {
        reader.fail(
            value, "one of file, keychain and type: a key that is kept is of the type that it is", given);
    }
    if (value["keychain"] && member.signature.keychain.empty()) {
        reader.fail(value["keychain"], "the name of a key in the keychain", "an empty one");
    }
    out.keyFile = std::move(member.file);
    out.scenario.signature = std::move(member.signature);
}

void readKeyFile(Reader& reader, const View& value, const std::string& folder, File& file)
{
    const std::filesystem::path path = std::filesystem::path(folder) / file.keyFile;
    auto key = identity::readKeyFile(path.string());
    if (!key) {
        reader.fail(value, "the file of a private key, Ed25519 or P-256, in PEM", key.error().toString());
        return;
    }
    file.scenario.signature->key = std::move(*key);
}

constexpr std::array kFileFields {
    Field<File> { "format", [](Reader& r, const View& v, File& f) { r.read(v, f.format, 1, 1); }, true },
    Field<File> { "name", [](Reader& r, const View& v, File& f) { r.read(v, f.scenario.name); }, true },
    Field<File> {
        "provider_id", [](Reader& r, const View& v, File& f) { r.read(v, f.scenario.providerId); } },
    Field<File> { "seed",
        [](Reader& r, const View& v, File& f) {
            std::int64_t seed = 0;
            r.read(v, seed, 0, Reader::kMost);
            f.scenario.seed = static_cast<std::uint64_t>(seed);
        } },
    Field<File> { "features",
        [](Reader& r, const View& v, File& f) {
            r.readObject<Scenario::Features>(v, f.scenario.features, kFeatureFields);
        } },
    Field<File> {
        "capabilities", [](Reader& r, const View& v, File& f) { readCapabilities(r, v, f.scenario); }, true },
    Field<File> { "offers", [](Reader& r, const View& v, File& f) { readOffers(r, v, f.scenario); } },
    Field<File> { "escrow", [](Reader& r, const View& v, File& f) { readEscrow(r, v, f.scenario); } },
    Field<File> { "unsupported_stream",
        [](Reader& r, const View& v, File& f) {
            r.read<UnsupportedStream>(v, f.scenario.unsupportedStream, kUnsupportedStreams);
        } },
    Field<File> {
        "orphan_grace_ms", [](Reader& r, const View& v, File& f) { r.read(v, f.scenario.orphanGrace); } },
    Field<File> {
        "result_ttl_ms", [](Reader& r, const View& v, File& f) { r.read(v, f.scenario.resultTtl); } },
    Field<File> { "result_cache_bytes",
        [](Reader& r, const View& v, File& f) {
            std::int64_t bytes = 0;
            r.read(v, bytes, 0, std::int64_t { 1 } << 40);
            f.scenario.resultCacheBytes = static_cast<std::size_t>(bytes);
        } },
    Field<File> { "unary", [](Reader& r, const View& v, File& f) { r.read(v, f.scenario.unary); } },
    Field<File> { "cancel",
        [](Reader& r, const View& v, File& f) {
            r.readObject<Scenario::Cancel>(v, f.scenario.cancel, kCancelFields);
        } },
    Field<File> { "a2a",
        [](Reader& r, const View& v, File& f) {
            r.readObject<Scenario::A2a>(v, f.scenario.a2a, kA2aFields);
        } },
    Field<File> { "key", [](Reader& r, const View& v, File& f) { readKey(r, v, f); } },
};

} // namespace

const CapabilityScript* Scenario::find(std::string_view capability) const
{
    const auto found = std::ranges::find(capabilities, capability, &CapabilityScript::name);
    return found == capabilities.end() ? nullptr : &*found;
}

std::expected<Scenario, std::vector<ScenarioError>> Scenario::parse(
    std::string_view json, const std::string& folder)
{
    Reader reader(json);
    const auto document = json::Document::parse(QByteArray(json.data(), static_cast<qsizetype>(json.size())));
    if (!document) {
        const json::ScanError& error = document.error();
        reader.failAt(error.offset, {}, error.expected, error.found);
        return std::unexpected(reader.errors());
    }
    File file;
    reader.readObject<File>(document->root(), file, kFileFields);
    if (!file.keyFile.empty()) {
        readKeyFile(reader, document->root()["key"]["file"], folder, file);
    }
    if (!reader.errors().empty()) {
        return std::unexpected(reader.errors());
    }
    if (file.scenario.providerId.empty()) {
        file.scenario.providerId = "agent:" + file.scenario.name + ":local";
    }
    return std::move(file.scenario);
}

std::vector<std::string> scenarioMembers()
{
    std::vector<std::string> names;
    addMembers(names, "", kFileFields);
    addMembers(names, "features.", kFeatureFields);
    addCapabilityMembers(names);
    addMembers(names, "offers.", kOfferFields);
    addMembers(names, "escrow.", kEscrowFields);
    addMembers(names, "cancel.", kCancelFields);
    addMembers(names, "a2a.", kA2aFields);
    addMembers(names, "key.", kKeyFields);
    return names;
}

} // namespace engine
