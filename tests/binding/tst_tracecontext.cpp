// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/tracecontext.h"

#include <QTest>

class TestTraceContext final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatATraceparentIs_data();
    void tellsWhatATraceparentIs();
    void makesOneOfItsOwn();
};

void TestTraceContext::tellsWhatATraceparentIs_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isOne");
    const QByteArray good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const auto row
        = [](const char* name, const QByteArray& text, bool isOne) { QTest::newRow(name) << text << isOne; };
    row("good", good, true);
    row("a later version, which may add", QByteArray("cc").append(good.mid(2)).append("-more"), true);
    row("version 00 with more", good + "-more", false);
    row("the version that is none", QByteArray("ff").append(good.mid(2)), false);
    row("upper case", good.toUpper(), false);
    row("no trace", "00-00000000000000000000000000000000-00f067aa0ba902b7-01", false);
    row("no parent", "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false);
    row("cut", good.chopped(1), false);
    row("other marks", QByteArray(good).replace('-', '_'), false);
    row("empty", "", false);
}

void TestTraceContext::tellsWhatATraceparentIs()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, isOne);
    QCOMPARE(binding::isTraceparent(text.toStdString()), isOne);
}

void TestTraceContext::makesOneOfItsOwn()
{
    wire::SeededIdSource ids(7);
    const std::string first = binding::makeTraceparent(ids);
    QVERIFY2(binding::isTraceparent(first), first.c_str());
    QVERIFY(binding::makeTraceparent(ids) != first);
}

QTEST_APPLESS_MAIN(TestTraceContext)
#include "tst_tracecontext.moc"
