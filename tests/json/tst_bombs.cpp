// SPDX-License-Identifier: Apache-2.0
// Texts made to hurt. Each must be read or refused in time linear in its size.
#include "protocol/json/canonical.h"
#include "protocol/json/document.h"
#include "protocol/json/text.h"

#include <QElapsedTimer>
#include <QTest>

class TestBombs final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_timer.start(); }
    // Each takes well under a second; a sanitizer or a busy machine may need ten times that.
    void cleanup() { QVERIFY2(m_timer.elapsed() < 20'000, qPrintable(QString::number(m_timer.elapsed()))); }

    void refusesNestingOf100000_data();
    void refusesNestingOf100000();
    void walksNestingAsDeepAsAllowed();
    void readsAMillionKeysInOneObject_data();
    void readsAMillionKeysInOneObject();
    void readsManyObjectsOfEscapedKeys();
    void readsNumbersOfManyDigits_data();
    void readsNumbersOfManyDigits();
    void readsOneStringOf50Megabytes();

private:
    QElapsedTimer m_timer;
};

void TestBombs::refusesNestingOf100000_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<std::size_t>("offset");
    QTest::newRow("arrays") << QByteArray(100'000, '[') << std::size_t { 256 };
    QTest::newRow("closed arrays") << QByteArray(100'000, '[') + QByteArray(100'000, ']')
                                   << std::size_t { 256 };
    QTest::newRow("objects") << QByteArray(R"({"":)").repeated(100'000) << std::size_t { 4 * 256 };
}

void TestBombs::refusesNestingOf100000()
{
    QFETCH(const QByteArray, text);
    QFETCH(const std::size_t, offset);
    const auto document = json::Document::parse(text);
    QVERIFY(!document);
    QCOMPARE(document.error().offset, offset);
    QCOMPARE(document.error().expected, std::string("at most 256 levels"));
}

void TestBombs::walksNestingAsDeepAsAllowed()
{
    const json::ScanLimits limits { .depth = 60'000 };
    const QByteArray text = QByteArray(60'000, '[') + QByteArray(60'000, ']');
    const auto document = json::Document::parse(text, limits);
    QVERIFY(document);
    QCOMPARE(json::canonical(document->root()).value(), text.toStdString());
    const std::string pointer = document->pointerAt(59'999);
    QCOMPARE(pointer.size(), std::size_t { 2 * 59'999 });
    QCOMPARE(document->at(pointer).offset(), std::size_t { 59'999 });
}

void TestBombs::readsAMillionKeysInOneObject_data()
{
    QTest::addColumn<QByteArray>("prefix");
    QTest::newRow("short") << QByteArray();
    QTest::newRow("alike for long") << QByteArray(40, 'k');
    QTest::newRow("escaped") << QByteArray(R"(\u006b)");
}

void TestBombs::readsAMillionKeysInOneObject()
{
    QFETCH(const QByteArray, prefix);
    constexpr std::size_t kKeys = 1'000'000;
    QByteArray text = "{";
    text.reserve(static_cast<qsizetype>(kKeys) * (prefix.size() + 14));
    for (std::size_t i = 0; i < kKeys; ++i) {
        text += '"' + prefix + QByteArray::number(i) + "\":1,";
    }
    text += '"' + prefix + "999999\":2}";
    QElapsedTimer timer;
    timer.start();
    const auto document = json::Document::parse(text);
    qInfo("%lld ms for %lld bytes", timer.elapsed(), qint64 { text.size() });
    QVERIFY(document);
    QCOMPARE(document->root().size(), kKeys + 1);
    std::size_t duplicates = 0;
    for (const json::Member member : document->root().members()) {
        duplicates += (member.key.flags() & json::kDuplicateKey) != 0 ? 1U : 0U;
    }
    QCOMPARE(duplicates, std::size_t { 1 });
    QCOMPARE(document->root()[json::unescape(prefix.toStdString()) + "999999"].toInt64(), std::int64_t { 2 });
}

void TestBombs::readsManyObjectsOfEscapedKeys()
{
    const QByteArray text = '[' + QByteArray(R"({"\u0061":1,"a":2},)").repeated(200'000) + "0]";
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    QCOMPARE(int { document->flags() }, json::kEscaped | json::kDuplicateKey);
}

void TestBombs::readsNumbersOfManyDigits_data()
{
    QTest::addColumn<QByteArray>("number");
    const QByteArray digits(4'000, '7');
    QTest::newRow("digits") << digits;
    QTest::newRow("fraction") << "0." + digits;
    QTest::newRow("exponent") << "1e" + digits;
    QTest::newRow("negative exponent") << "1e-" + digits;
    QTest::newRow("everything") << "-" + digits + "." + digits + "e-" + digits;
}

void TestBombs::readsNumbersOfManyDigits()
{
    QFETCH(const QByteArray, number);
    const QByteArray element = number + ',';
    const QByteArray text = '[' + element.repeated(2'000) + "0]";
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    for (const json::View view : document->root().elements()) {
        QVERIFY(view.toDouble() && view.decimal());
        QVERIFY(view.tokenIndex() == 2'001 || !view.toInt64());
    }
    const json::View first = document->root()[0];
    QVERIFY(*first.decimal() == *document->root()[1].decimal());
}

void TestBombs::readsOneStringOf50Megabytes()
{
    const QByteArray text = '"' + QByteArray(50 << 20, 'x') + '"';
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    QCOMPARE(document->root().text()->size(), std::size_t { 50 } << 20);
}

QTEST_APPLESS_MAIN(TestBombs)
#include "tst_bombs.moc"
