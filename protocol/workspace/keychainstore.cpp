// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/keychainstore.h"

#include <QPromise>

#include <memory>
#include <qt6keychain/keychain.h>

namespace workspace {

namespace {

std::unique_ptr<QKeychain::Job> makeJob(const KeychainStore::Call& call)
{
    const QString service = QStringLiteral("ACMP Workbench");
    switch (call.kind) {
    case KeychainStore::Call::Kind::Write: {
        auto write = std::make_unique<QKeychain::WritePasswordJob>(service);
        write->setTextData(call.secret);
        return write;
    }
    case KeychainStore::Call::Kind::Remove:
        return std::make_unique<QKeychain::DeletePasswordJob>(service);
    case KeychainStore::Call::Kind::Read:
        break;
    }
    return std::make_unique<QKeychain::ReadPasswordJob>(service);
}

KeychainStore::Answer answerOf(const QKeychain::Job& job)
{
    using Kind = KeychainStore::Answer::Kind;
    if (job.error() == QKeychain::EntryNotFound)
        return { Kind::NotFound, {}, {} };
    if (job.error() != QKeychain::NoError)
        return { Kind::Failed, {}, job.errorString() };
    const auto* read = qobject_cast<const QKeychain::ReadPasswordJob*>(&job);
    return { Kind::Done, read ? read->textData() : QString(), {} };
}

} // namespace

KeychainStore::Keychain KeychainStore::systemKeychain()
{
    return [](const Call& call) {
        // It deletes itself once it has finished.
        QKeychain::Job* job = makeJob(call).release();
        job->setKey(call.key);
        auto promise = std::make_shared<QPromise<Answer>>();
        promise->start();
        connect(job, &QKeychain::Job::finished, job, [promise](const QKeychain::Job* finished) {
            promise->addResult(answerOf(*finished));
            promise->finish();
        });
        job->start();
        return promise->future();
    };
}

KeychainStore::KeychainStore(Keychain keychain, QObject* parent)
    : SecretStore(parent)
    , m_keychain(std::move(keychain))
{
}

bool KeychainStore::fellBack(const Answer& answer)
{
    if (answer.kind == Answer::Kind::Failed && !m_hasFailed) {
        m_hasFailed = true;
        Q_EMIT keptForSessionOnly(answer.reason);
    }
    return answer.kind == Answer::Kind::Failed;
}

QFuture<QString> KeychainStore::read(const QString& key)
{
    if (m_hasFailed)
        return m_session.read(key);
    return m_keychain({ Call::Kind::Read, key, {} }).then(this, [this, key](const Answer& answer) {
        // One written meanwhile may already lie there.
        return fellBack(answer) ? m_session.read(key).result() : answer.secret;
    });
}

QFuture<void> KeychainStore::write(const QString& key, const QString& secret)
{
    if (m_hasFailed)
        return m_session.write(key, secret);
    return m_keychain({ Call::Kind::Write, key, secret })
        .then(this, [this, key, secret](const Answer& answer) {
            if (fellBack(answer))
                m_session.write(key, secret);
        });
}

QFuture<void> KeychainStore::remove(const QString& key)
{
    m_session.remove(key);
    if (m_hasFailed)
        return QtFuture::makeReadyFuture();
    return m_keychain({ Call::Kind::Remove, key, {} }).then(this, [this](const Answer& answer) {
        fellBack(answer);
    });
}

} // namespace workspace
