// SPDX-License-Identifier: Apache-2.0
// DIDs are fetched when asked for, once, and never by asking what is known.
#include "tests/identity/signing.h"

#include "protocol/identity/resolver.h"
#include "protocol/wire/manualclock.h"

#include <QPromise>
#include <QTest>

using identity::Resolution;
using identity::Resolver;

class TestResolver final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void fetchesOnceAndRemembers();
    void asksOnceForTwo();
    void triesHttpsOnThisMachineToo();
    void remembersFailuresUntilForgotten();
    void looksAgainAWhileAfterAFailure();
    void keepsASuccess();
    void neverFetchesADidKeyNorWhatIsNone();
    void saysWhatIsWrongWithADocument_data();
    void saysWhatIsWrongWithADocument();
    void isBounded();

private:
    QFuture<Resolver::Fetched> fetch(const std::string& url)
    {
        m_asked.push_back(url);
        if (m_isSlow) {
            m_slow.start();
            return m_slow.future();
        }
        const auto answer = m_answers.find(url);
        return QtFuture::makeReadyFuture(answer == m_answers.end()
                ? Resolver::Fetched(
                      std::unexpected(wire::Error { wire::ErrorKind::Http, "HTTP 404", {}, {}, {} }))
                : Resolver::Fetched(answer->second));
    }
    Resolution resolve(const std::string& did)
    {
        const auto future = m_resolver->resolve(did);
        if (!QTest::qWaitFor([&] { return future.isFinished(); })) {
            qFatal("not resolved");
        }
        return future.result();
    }

    wire::ManualClock m_clock;
    std::map<std::string, QByteArray> m_answers;
    std::vector<std::string> m_asked;
    bool m_isSlow = false;
    QPromise<Resolver::Fetched> m_slow;
    std::unique_ptr<Resolver> m_resolver;
};

namespace {

const std::string kDid = "did:web:agent.example";
const std::string kUrl = "https://agent.example/.well-known/did.json";

QByteArray document(const std::string& did = kDid)
{
    return QByteArray::fromStdString(identity::didDocument(did, "key-1", signing::ed25519().publicKey()));
}

} // namespace

void TestResolver::init()
{
    m_answers.clear();
    m_asked.clear();
    m_isSlow = false;
    m_slow = {};
    m_resolver = std::make_unique<Resolver>(m_clock, [this](const std::string& url) { return fetch(url); });
}

void TestResolver::fetchesOnceAndRemembers()
{
    m_answers[kUrl] = document();
    QVERIFY(!m_resolver->known(kDid).document && m_resolver->known(kDid).why.empty());
    QVERIFY(m_asked.empty());
    QVERIFY(resolve(kDid).document);
    QVERIFY(resolve(kDid).document);
    QVERIFY(m_resolver->known(kDid).document);
    QCOMPARE(m_asked, std::vector { kUrl });
}

void TestResolver::asksOnceForTwo()
{
    m_isSlow = true;
    const auto one = m_resolver->resolve(kDid);
    const auto two = m_resolver->resolve(kDid);
    QCOMPARE(m_asked.size(), 1U);
    m_slow.addResult(Resolver::Fetched(document()));
    m_slow.finish();
    QTRY_VERIFY(one.isFinished() && two.isFinished());
    QVERIFY(one.result().document && two.result().document);
}

void TestResolver::triesHttpsOnThisMachineToo()
{
    const std::string did = "did:web:localhost%3A8080";
    m_answers["https://localhost:8080/.well-known/did.json"] = document(did);
    QVERIFY(resolve(did).document);
    QCOMPARE(m_asked.size(), 2U);
    QCOMPARE(m_asked.front(), std::string("http://localhost:8080/.well-known/did.json"));
}

void TestResolver::remembersFailuresUntilForgotten()
{
    QCOMPARE(resolve(kDid).why, std::string("HTTP 404"));
    QCOMPARE(resolve(kDid).why, std::string("HTTP 404"));
    QCOMPARE(m_asked.size(), 1U);
    m_answers[kUrl] = document();
    m_resolver->forget(kDid);
    QVERIFY(resolve(kDid).document);
}

void TestResolver::looksAgainAWhileAfterAFailure()
{
    const std::int64_t failedAt = m_clock.unixMs();
    QCOMPARE(resolve(kDid).lookedUpUnixMs, failedAt);
    m_clock.advance(Resolver::kFailureKept - std::chrono::milliseconds(1));
    QCOMPARE(resolve(kDid).lookedUpUnixMs, failedAt);
    QCOMPARE(m_asked.size(), 1U);
    m_clock.advance(std::chrono::milliseconds(1));
    // Known as it was: asking what is known asks nobody.
    QCOMPARE(m_resolver->known(kDid).why, std::string("HTTP 404"));
    QCOMPARE(m_asked.size(), 1U);
    const Resolution again = resolve(kDid);
    QCOMPARE(again.why, std::string("HTTP 404"));
    QCOMPARE(again.lookedUpUnixMs, m_clock.unixMs());
    QCOMPARE(m_asked.size(), 2U);
    m_answers[kUrl] = document();
    m_clock.advance(Resolver::kFailureKept);
    QVERIFY(resolve(kDid).document && m_resolver->known(kDid).document);
    QCOMPARE(m_asked.size(), 3U);
}

void TestResolver::keepsASuccess()
{
    m_answers[kUrl] = document();
    QVERIFY(resolve(kDid).document);
    m_answers.clear();
    m_clock.advance(100 * Resolver::kFailureKept);
    QVERIFY(resolve(kDid).document);
    QCOMPARE(m_asked.size(), 1U);
}

void TestResolver::neverFetchesADidKeyNorWhatIsNone()
{
    QVERIFY(resolve(signing::ed25519().publicKey().didKey()).document);
    for (const char* did : { "did:key:z6Mk", "did:web:10.0.0.1", "did:web:a:..", "did:plc:x", "x", "" }) {
        const Resolution none = resolve(did);
        QVERIFY2(!none.document && !none.why.empty(), did);
    }
    QVERIFY(m_asked.empty());
}

void TestResolver::saysWhatIsWrongWithADocument_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("no JSON") << QByteArray("<html>") << QByteArray("the DID document is no JSON: ");
    QTest::newRow("no object") << QByteArray("[]") << QByteArray("the DID document is no object: ");
    QTest::newRow("another's") << document("did:web:other.example")
                               << QByteArray(
                                      "the document is of another DID: expected did:web:agent.example");
}

void TestResolver::saysWhatIsWrongWithADocument()
{
    QFETCH(const QByteArray, body);
    QFETCH(const QByteArray, why);
    m_answers[kUrl] = body;
    const Resolution found = resolve(kDid);
    QVERIFY(!found.document);
    QVERIFY2(found.why.starts_with(why.toStdString()), found.why.c_str());
}

void TestResolver::isBounded()
{
    std::size_t known = 0;
    const std::size_t count = Resolver::kMostRemembered + 50;
    for (std::size_t i = 0; i < count; ++i) {
        resolve("did:web:a" + std::to_string(i) + ".example");
    }
    for (std::size_t i = 0; i < count; ++i) {
        known += m_resolver->known("did:web:a" + std::to_string(i) + ".example").why.empty() ? 0U : 1U;
    }
    QCOMPARE(known, Resolver::kMostRemembered);
}

QTEST_GUILESS_MAIN(TestResolver)
#include "tst_resolver.moc"
