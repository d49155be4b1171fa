// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/keychainkeys.h"

#include <algorithm>

namespace workspace {

using wire::Error;
using wire::ErrorKind;
using Answer = KeychainStore::Answer;
using Done = std::expected<void, Error>;
using Found = std::expected<identity::Key, Error>;

namespace {

std::string entryOf(const std::string& name)
{
    return "keychain entry " + wire::excerpt(name);
}

/// nullopt: a name that an entry may have.
std::optional<Error> checkName(const std::string& name)
{
    const bool isPlain = std::ranges::none_of(
        name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    if (!name.empty() && name.size() <= KeychainKeys::kLongestName && isPlain)
        return std::nullopt;
    return Error { ErrorKind::Usage, "this is no name of a key",
        "1 to " + std::to_string(KeychainKeys::kLongestName) + " bytes without control characters",
        wire::excerpt(name), {}, false };
}

Error noKeychain(const std::string& name, const QString& reason)
{
    return { ErrorKind::Io, "there is no keychain that could be used",
        "one that runs and is unlocked (GNOME Keyring, KWallet or the like), or a key in a file instead",
        reason.isEmpty() ? "none" : reason.toStdString(), entryOf(name), false };
}

Error noSuchKey(const std::string& name)
{
    return { ErrorKind::Usage, "there is no such key in the keychain",
        "one that acmpctl key new --keychain made", "none", entryOf(name), false };
}

Done doneOr(const KeychainStore::Answer& answer, const std::string& name)
{
    switch (answer.kind) {
    case Answer::Kind::Done:
        return {};
    case Answer::Kind::NotFound:
        return std::unexpected(noSuchKey(name));
    case Answer::Kind::Failed:
        return std::unexpected(noKeychain(name, answer.reason));
    }
    Q_UNREACHABLE();
}

Found keyIn(const KeychainStore::Answer& answer, const std::string& name)
{
    if (const Done done = doneOr(answer, name); !done)
        return std::unexpected(done.error());
    auto key = identity::Key::fromPem(answer.secret.toUtf8());
    if (!key) {
        return std::unexpected(Error { ErrorKind::Usage, "this entry of the keychain is no private key",
            key.error().expected, key.error().message, entryOf(name), false });
    }
    return key;
}

} // namespace

QFuture<KeychainStore::Answer> KeychainKeys::call(
    Call::Kind kind, const std::string& name, const QString& secret) const
{
    return m_keychain({ kind, QStringLiteral("signing key ") + QString::fromStdString(name), secret });
}

QFuture<Found> KeychainKeys::read(const std::string& name) const
{
    if (auto wrong = checkName(name))
        return QtFuture::makeReadyFuture(Found(std::unexpected(std::move(*wrong))));
    return call(Call::Kind::Read, name).then([name](const Answer& answer) { return keyIn(answer, name); });
}

QFuture<Done> KeychainKeys::write(const std::string& name, const identity::Key& key, bool overwrite) const
{
    if (auto wrong = checkName(name))
        return QtFuture::makeReadyFuture(Done(std::unexpected(std::move(*wrong))));
    if (!overwrite) {
        return call(Call::Kind::Read, name)
            .then([keys = *this, name, key](const Answer& before) {
                if (before.kind == Answer::Kind::NotFound)
                    return keys.write(name, key, true);
                Error error = noKeychain(name, before.reason);
                if (before.kind == Answer::Kind::Done) {
                    error = { ErrorKind::Usage, "there is a key of this name already",
                        "a new name, or --force to write over it", "one", entryOf(name), false };
                }
                return QtFuture::makeReadyFuture(Done(std::unexpected(std::move(error))));
            })
            .unwrap();
    }
    return call(Call::Kind::Write, name, QString::fromLatin1(key.toPem())).then([name](const Answer& answer) {
        return doneOr(answer, name);
    });
}

QFuture<Done> KeychainKeys::remove(const std::string& name) const
{
    if (auto wrong = checkName(name))
        return QtFuture::makeReadyFuture(Done(std::unexpected(std::move(*wrong))));
    return call(Call::Kind::Remove, name).then([name](const Answer& answer) { return doneOr(answer, name); });
}

LoadKey KeychainKeys::loader()
{
    return [](const std::string& name) { return KeychainKeys().read(name); };
}

} // namespace workspace
