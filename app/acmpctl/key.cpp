// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/keychain.h"
#include "app/acmpctl/signatureevents.h"
#include "app/acmpctl/verbs.h"

#include "protocol/dissect/summary.h"
#include "protocol/identity/did.h"
#include "protocol/json/document.h"

#include <QFile>

#include <cstdio>

namespace acmpctl {

namespace {

using wire::Error;
using wire::ErrorKind;

constexpr std::string_view kFragment = "key-1";
constexpr qint64 kLongestObject = qint64 { 64 } << 20;
constexpr std::chrono::seconds kFetching { 30 };

std::unexpected<Error> wrong(
    std::string message, std::string expected, const std::string& found, std::string where)
{
    return std::unexpected(Error { ErrorKind::Usage, std::move(message), std::move(expected),
        wire::excerpt(found), std::move(where), false });
}

std::expected<json::Document, Error> readJson(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    const bool isOpen = path == "-" ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
    if (!isOpen) {
        return std::unexpected(Error {
            ErrorKind::Io, "can't read the file", {}, file.errorString().toStdString(), path, false });
    }
    const QByteArray bytes = file.read(kLongestObject + 1);
    if (bytes.size() > kLongestObject)
        return wrong("the file is too long", "at most 64 MiB", {}, path);
    auto document = json::Document::parse(bytes);
    if (!document)
        return wrong("the file is no JSON", document.error().expected, document.error().found,
            path + ", byte " + std::to_string(document.error().offset));
    return std::move(*document);
}

/// In whose name a key signs; `did` empty: its own did:key.
std::expected<identity::Signer, Error> signerOf(Flow& flow, const KeyArguments& arguments)
{
    auto key = arguments.keychain.empty() ? identity::readKeyFile(arguments.file)
                                          : readKeychain(flow, arguments.keychain);
    if (!key) {
        key.error().kind = key.error().kind == ErrorKind::Io ? ErrorKind::Io : ErrorKind::Usage;
        return std::unexpected(key.error());
    }
    identity::Signer signer = identity::Signer::ofDidKey(std::move(*key));
    if (arguments.did.empty() || arguments.did == signer.did)
        return signer;
    if (const auto urls = identity::documentUrls(arguments.did); !urls)
        return wrong(urls.error().message, "did:web:HOST[%3APORT][:PATH…], or the key's own did:key",
            arguments.did, "--did");
    signer.did = arguments.did;
    signer.verificationMethod = arguments.did;
    signer.verificationMethod.append("#").append(kFragment);
    return signer;
}

std::string documentOf(const identity::Signer& signer)
{
    const std::string_view fragment
        = std::string_view(signer.verificationMethod).substr(signer.did.size() + 1);
    return identity::didDocument(signer.did, fragment, signer.key.publicKey());
}

void printKey(Output& output, const KeyArguments& arguments, const identity::Signer& signer)
{
    const bool isFile = arguments.keychain.empty();
    const std::string& where = isFile ? arguments.file : arguments.keychain;
    const identity::PublicKey& key = signer.key.publicKey();
    output.event(
        "key",
        [&](json::Writer& writer) {
            writer.key(isFile ? "file" : "keychain").string(where);
            writer.key("type").string(identity::toString(key.type()));
            writer.key("did").string(signer.did);
            writer.key("multikey").string(key.multikey());
            writer.key("jwk").raw(key.jwk());
            writer.key("document").raw(documentOf(signer));
        },
        [&] {
            std::string text = std::string(identity::toString(key.type())) + " key in "
                + (isFile ? where : "the keychain, named " + where) + "\n  did       " + signer.did
                + "\n  multikey  " + key.multikey() + "\n  jwk       " + key.jwk();
            if (const auto urls = identity::documentUrls(signer.did))
                text += "\n  publish   acmpctl key show --document, at " + urls->back();
            return text;
        });
}

std::string withSignature(const json::View& object, const identity::Envelope& envelope)
{
    json::Writer writer;
    writer.beginObject();
    for (const json::Member member : object.members()) {
        if (const std::string name = member.name(); name != "sig")
            writer.key(name).raw(member.value.lexeme());
    }
    writer.key("sig").raw(identity::toJson(envelope));
    return writer.endObject().text();
}

/// By a file, by the net where that is wanted, or not at all.
std::expected<identity::Resolution, Error> resolve(
    Flow& flow, Desk& desk, const KeyArguments& arguments, const std::string& did)
{
    if (!arguments.documentFile.empty()) {
        const auto json = readJson(arguments.documentFile);
        if (!json)
            return std::unexpected(json.error());
        auto document = identity::DidDocument::read(json->root(), did);
        if (!document)
            return identity::Resolution { {}, document.error().toString() };
        return identity::Resolution { std::move(*document), {} };
    }
    if (!arguments.mayFetch || did.empty())
        return identity::Resolution();
    return flow.await([&] { return desk.resolver().resolve(did); }, kFetching);
}

} // namespace

Exit keyNew(Flow& flow, Desk& desk, const KeyArguments& arguments)
{
    auto key = identity::Key::generate(arguments.type);
    if (!key)
        return fail(desk, key.error());
    const bool isForced = desk.arguments().force;
    const auto written = arguments.keychain.empty() ? identity::writeKeyFile(arguments.file, *key, isForced)
                                                    : writeKeychain(flow, arguments.keychain, *key, isForced);
    if (!written)
        return fail(desk, written.error());
    printKey(desk.output(), arguments, identity::Signer::ofDidKey(std::move(*key)));
    return kFine;
}

Exit keyRemove(Flow& flow, Desk& desk, const KeyArguments& arguments)
{
    if (const auto removed = removeFromKeychain(flow, arguments.keychain); !removed)
        return fail(desk, removed.error());
    desk.output().event(
        "removed", [&](json::Writer& writer) { writer.key("keychain").string(arguments.keychain); },
        [&] { return "removed from the keychain: " + arguments.keychain; });
    return kFine;
}

Exit keyShow(Flow& flow, Desk& desk, const KeyArguments& arguments)
{
    const auto signer = signerOf(flow, arguments);
    if (!signer)
        return fail(desk, signer.error());
    if (arguments.isDocument)
        desk.output().line(documentOf(*signer));
    else
        printKey(desk.output(), arguments, *signer);
    return kFine;
}

Exit keySign(Flow& flow, Desk& desk, const KeyArguments& arguments)
{
    const auto signer = signerOf(flow, arguments);
    if (!signer)
        return fail(desk, signer.error());
    const auto document = readJson(arguments.object);
    if (!document)
        return fail(desk, document.error());
    const auto envelope = identity::sign(document->root(), *signer, desk.clock().unixMs());
    if (!envelope)
        return fail(desk,
            wrong(
                envelope.error().message, envelope.error().expected, envelope.error().found, arguments.object)
                .error());
    const std::string text = withSignature(document->root(), *envelope);
    if (!desk.output().isJson()) {
        desk.output().line(text);
        return kFine;
    }
    desk.output().event(
        "signed", [&](json::Writer& writer) { writer.key("object").raw(text); },
        [] { return std::string(); });
    return kFine;
}

Exit keyVerify(Flow& flow, Desk& desk, const KeyArguments& arguments)
{
    const auto document = readJson(arguments.object);
    if (!document)
        return fail(desk, document.error());
    const json::View root = document->root();
    const json::View object = root["sig"] ? root : dissect::bodyOf(root);
    const json::View did = (object ? object : root)["sig"]["did"];
    identity::Check check { .nowUnixMs = desk.clock().unixMs() };
    if (!arguments.did.empty())
        check.expectedDid = arguments.did;
    auto resolution = resolve(flow, desk, arguments, did ? did.textOrEmpty() : "");
    if (!resolution)
        return fail(desk, resolution.error());
    check.resolution = std::move(*resolution);
    const identity::Verdict verdict = identity::verify(object ? object : root, check);
    printSignature(desk.output(), verdict);
    return verdict.state == identity::State::Verified ? kFine : kRefused;
}

} // namespace acmpctl
