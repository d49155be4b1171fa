// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/urn.h"

#include <QTest>

using discovery::AirUrn;
using discovery::PublisherBinding;

class TestUrn final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void findsTheHostOfAnIdentity_data();
    void findsTheHostOfAnIdentity();
    void bindsThePublisher_data();
    void bindsThePublisher();
};

void TestUrn::reads_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("parts"); // "publisher|space|name"; empty: it is none
    const auto row = [](const char* text, const char* parts) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(parts);
    };
    row("urn:air:example.com:openclaw-3", "example.com||openclaw-3");
    row("urn:air:example.com:acmp:openclaw-3", "example.com|acmp|openclaw-3");
    row("urn:air:example.com:a:b:c", "example.com|a:b|c");
    row("urn:air:Example.com:X", "Example.com||X");
    for (const char* const none : { "", "urn:air:", "urn:air:example.com",
             "urn:air:example.com:", "urn:air::x", "URN:AIR:example.com:x", "urn:ai:example.com:x",
             "urn:air:exa mple.com:x", "urn:air:example.com::x", "urn:air:example.com:a::x",
             "urn:air:example.com:a:", "urn:air:example.com:x/y", "urn:air:ex\xc3\xa4mple.com:x",
             "https://example.com/x" })
        row(none, "");
}

void TestUrn::reads()
{
    QFETCH(const QString, text);
    QFETCH(const QString, parts);
    const auto urn = AirUrn::parse(text.toStdString());
    QCOMPARE(
        urn ? QString::fromStdString(urn->publisher + '|' + urn->space + '|' + urn->name) : QString(), parts);
}

void TestUrn::findsTheHostOfAnIdentity_data()
{
    QTest::addColumn<QString>("identity");
    QTest::addColumn<QString>("host");
    const auto row = [](const char* identity, const char* host) {
        QTest::newRow(identity) << QString::fromUtf8(identity) << QString::fromUtf8(host);
    };
    row("did:web:example.com", "example.com");
    row("did:web:Example.com:users:a", "example.com");
    row("did:web:example.com%3A8443", "example.com");
    row("spiffe://example.com/agent", "example.com");
    row("https://Agents.example.com/a", "agents.example.com");
    row("did:web:", "");
    row("did:key:z6Mk", "");
    row("http://example.com", "");
    row("example.com", "");
}

void TestUrn::findsTheHostOfAnIdentity()
{
    QFETCH(const QString, identity);
    QFETCH(const QString, host);
    const auto found = discovery::hostOfIdentity(identity.toStdString());
    QCOMPARE(QString::fromStdString(found.value_or("")), host);
}

void TestUrn::bindsThePublisher_data()
{
    QTest::addColumn<QString>("urn");
    QTest::addColumn<QString>("identity");
    QTest::addColumn<int>("binding");
    const auto row = [](const char* name, const char* urn, const char* identity, PublisherBinding binding) {
        QTest::newRow(name) << QString::fromUtf8(urn) << QString::fromUtf8(identity)
                            << static_cast<int>(binding);
    };
    row("same", "urn:air:Example.com:x", "did:web:example.com", PublisherBinding::Same);
    row("subdomain", "urn:air:example.com:x", "spiffe://agents.example.com/x", PublisherBinding::Subdomain);
    row("ends alike", "urn:air:example.com:x", "did:web:evilexample.com", PublisherBinding::Other);
    row("other", "urn:air:example.com:x", "https://evil.example/", PublisherBinding::Other);
    row("parent", "urn:air:a.example.com:x", "did:web:example.com", PublisherBinding::Other);
    row("no host", "urn:air:example.com:x", "did:key:z6Mk", PublisherBinding::Unverifiable);
    row("no urn", "urn:example:x", "did:web:example.com", PublisherBinding::Unverifiable);
    row("no identity", "urn:air:example.com:x", "", PublisherBinding::None);
}

void TestUrn::bindsThePublisher()
{
    QFETCH(const QString, urn);
    QFETCH(const QString, identity);
    QFETCH(const int, binding);
    QCOMPARE(static_cast<int>(discovery::bindingOf(AirUrn::parse(urn.toStdString()), identity.toStdString())),
        binding);
}

QTEST_GUILESS_MAIN(TestUrn)
#include "tst_urn.moc"
