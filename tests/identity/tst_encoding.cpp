// SPDX-License-Identifier: Apache-2.0
// base58btc by its published vectors, and one text only for some bytes.
#include "protocol/identity/encoding.h"

#include <QByteArray>
#include <QTest>

#include <random>

class TestEncoding final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesThePublishedBase58_data();
    void matchesThePublishedBase58();
    void readsBackWhatItWrote();
    void refusesWhatIsNoBase58();
    void takesOneBase64UrlForSomeBytes();
    void namesTheHash();
};

// draft-msporny-base58, "Test Vectors".
void TestEncoding::matchesThePublishedBase58_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("hello") << QByteArray("Hello World!") << QByteArray("2NEpo7TZRRrLZSi2U");
    QTest::newRow("fox") << QByteArray("The quick brown fox jumps over the lazy dog.")
                         << QByteArray("USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z");
    QTest::newRow("leading zeros") << QByteArray::fromHex("0000287fb4cd") << QByteArray("11233QC4");
}

void TestEncoding::matchesThePublishedBase58()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, text);
    QCOMPARE(identity::toBase58(bytes.toStdString()), text.toStdString());
    QCOMPARE(identity::fromBase58(text.toStdString()), std::optional(bytes.toStdString()));
}

void TestEncoding::readsBackWhatItWrote()
{
    std::mt19937 random(58);
    for (std::size_t size = 1; size < 120; ++size) {
        std::string bytes(size, '\0');
        for (std::size_t i = size / 8; i < size; ++i) {
            bytes[i] = static_cast<char>(random());
        }
        QCOMPARE(identity::fromBase58(identity::toBase58(bytes)), std::optional(bytes));
        QCOMPARE(identity::fromBase64Url(identity::toBase64Url(bytes)), std::optional(bytes));
    }
}

void TestEncoding::refusesWhatIsNoBase58()
{
    for (const char* text : { "", "0", "O", "I", "l", "2NE po", "2NEpo+" }) {
        QVERIFY2(!identity::fromBase58(text), text);
    }
    QVERIFY(identity::fromBase58(std::string(identity::kLongestBase58, '2')));
    QVERIFY(!identity::fromBase58(std::string(identity::kLongestBase58 + 1, '2')));
}

void TestEncoding::takesOneBase64UrlForSomeBytes()
{
    QCOMPARE(identity::toBase64Url("\xfb\xff"), std::string("-_8"));
    QCOMPARE(identity::fromBase64Url("-_8"), std::optional(std::string("\xfb\xff")));
    // Padding, the other alphabet, bits that count for nothing, a length that can't be.
    for (const char* text : { "-_8=", "+/8", "-_9", "-_8A=", "-", "-_8A-", " -_8", "-_8\n" }) {
        QVERIFY2(!identity::fromBase64Url(text), text);
    }
}

void TestEncoding::namesTheHash()
{
    QCOMPARE(identity::hashName(identity::sha256("abc")),
        std::string("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
}

QTEST_GUILESS_MAIN(TestEncoding)
#include "tst_encoding.moc"
