// SPDX-License-Identifier: Apache-2.0
// RFC 8785: its authors' vectors, numbers as a JavaScript engine prints them, and what has no canonical form.
#include "protocol/json/canonical.h"
#include "protocol/json/document.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <bit>
#include <random>

class TestCanonical final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesThePublishedVectors_data();
    void matchesThePublishedVectors();
    void printsNumbersAsInTheTable();
    void printsNumbersAsNodeDoes();
    void sortsByUtf16CodeUnits();
    void writesEachKindInItsOneForm_data();
    void writesEachKindInItsOneForm();
    void refusesWhatHasNoForm_data();
    void refusesWhatHasNoForm();
    void leavesOutOneMemberOfTheTop();
};

namespace {

QByteArray readData(const QString& name)
{
    QFile file(QStringLiteral(ACMP_TEST_DATA "/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Random bits: every exponent alike, so subnormals too. Then powers of ten and of two and their neighbours.
std::vector<double> manyDoubles()
{
    std::vector<double> doubles;
    std::mt19937_64 random(8785);
    const auto add = [&](double number) {
        if (std::isfinite(number)) {
            doubles.push_back(number);
        }
    };
    const auto addAround = [&](double number) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        for (std::uint64_t i = 0; i <= 6; ++i) {
            add(std::bit_cast<double>(bits + i - 3));
        }
    };
    while (doubles.size() < 100'000) {
        add(std::bit_cast<double>(random()));
    }
    for (int i = 0; i < 20'000; ++i) {
        add(std::bit_cast<double>(random() >> 12 >> random() % 52));
        add(static_cast<double>(random() >> random() % 64) / 100);
    }
    for (int power = -323; power <= 308; ++power) {
        addAround(std::strtod(("1e" + std::to_string(power)).c_str(), nullptr));
    }
    for (int power = -1070; power <= 1023; ++power) {
        addAround(std::ldexp(1.0, power));
    }
    return doubles;
}

} // namespace

void TestCanonical::matchesThePublishedVectors_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : { "arrays", "french", "structures", "unicode", "values", "weird" }) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

void TestCanonical::matchesThePublishedVectors()
{
    QFETCH(const QString, name);
    const QByteArray expected = readData(QStringLiteral("jcs/output/%1.json").arg(name));
    QVERIFY(!expected.isEmpty());
    const auto document = json::Document::parse(readData(QStringLiteral("jcs/input/%1.json").arg(name)));
    QVERIFY(document);
    QCOMPARE(json::canonical(document->root()).value(), expected.toStdString());
}

void TestCanonical::printsNumbersAsInTheTable()
{
    int lines = 0;
    for (const QByteArray& line : readData(QStringLiteral("numbers.txt")).split('\n')) {
        if (line.isEmpty() || line.startsWith('#')) {
            continue;
        }
        bool ok = false;
        const double number = std::bit_cast<double>(std::uint64_t { line.left(16).toULongLong(&ok, 16) });
        QVERIFY(ok);
        QCOMPARE(json::canonicalNumber(number), line.mid(17).toStdString());
        ++lines;
    }
    QVERIFY(lines > 200);
}

void TestCanonical::printsNumbersAsNodeDoes()
{
    const QString node = QStandardPaths::findExecutable(QStringLiteral("node"));
    if (node.isEmpty()) {
        QSKIP("no node on PATH: numbers are checked against the table alone");
    }
    const std::vector<double> doubles = manyDoubles();
    QProcess process;
    process.start(node,
        { QStringLiteral("-e"),
            QStringLiteral("const b = require('fs').readFileSync(0); const out = [];"
                           "for (let i = 0; i < b.length; i += 8) out.push(String(b.readDoubleLE(i)));"
                           "process.stdout.write(out.join('\\n'));") });
    QByteArray input;
    for (const double number : doubles) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        for (unsigned shift = 0; shift < 64; shift += 8) {
            input += static_cast<char>(bits >> shift & 0xFF);
        }
    }
    process.write(input);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(60'000));
    const QList<QByteArray> printed = process.readAllStandardOutput().split('\n');
    QCOMPARE(static_cast<std::size_t>(printed.size()), doubles.size());
    for (std::size_t i = 0; i < doubles.size(); ++i) {
        QCOMPARE(json::canonicalNumber(doubles[i]), printed[static_cast<qsizetype>(i)].toStdString());
    }
}

void TestCanonical::sortsByUtf16CodeUnits()
{
    // U+1F600 is D83D DE00 in UTF-16: after U+D7FF, before U+E000 and U+FB33.
    const auto document = json::Document::parse(
        R"({"\ufb33":1,"\ue000":2,"\ud83d\ude00":3,"\ud7ff":4,"":5,"a":6,"aa":7,"\n":8})");
    QVERIFY(document);
    const std::string expected
        = "{\"\":5,\"\\n\":8,\"a\":6,\"aa\":7,\"\xED\x9F\xBF\":4,\"\xF0\x9F\x98\x80\":3,"
          "\"\xEE\x80\x80\":2,\"\xEF\xAC\xB3\":1}";
    QCOMPARE(json::canonical(document->root()).value(), expected);
}

void TestCanonical::writesEachKindInItsOneForm_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("form");
    const auto row = [](const char* text, const char* form) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(form);
    };
    row(" [ ] ", "[]");
    row(R"({ "b" : [ 1 , { } ] , "a" : null })", R"({"a":null,"b":[1,{}]})");
    row("[true,false]", "[true,false]");
    row(R"("\u0061\/\u20AC\u001F\u000a")", R"("a/€\u001f\n")");
    row(R"("\ud83d\ude00")", R"("😀")");
    row("-0", "0");
    row("-0.0e5", "0");
    row("1.10", "1.1");
    row("5.0", "5");
    row("123456789012345", "123456789012345");
    row("9007199254740993", "9007199254740992");
    row("18446744073709551616", "18446744073709552000");
    row("1e21", "1e+21");
    row("1E-7", "1e-7");
    row("1e-400", "0");
    row(R"({"x":{"a":1},"y":{"a":1}})", R"({"x":{"a":1},"y":{"a":1}})");
}

void TestCanonical::writesEachKindInItsOneForm()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, form);
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    QCOMPARE(json::canonical(document->root()).value(), form.toStdString());
}

void TestCanonical::refusesWhatHasNoForm_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<std::string>("what");
    QTest::addColumn<std::string>("pointer");
    QTest::addColumn<std::size_t>("offset");

    QTest::newRow("value") << QByteArray(R"({"a":["\ud83d"]})") << std::string("lone surrogate")
                           << std::string("/a/0") << std::size_t { 6 };
    QTest::newRow("key") << QByteArray(R"([{"\ud83d":1}])") << std::string("lone surrogate")
                         << std::string("/0/\xED\xA0\xBD") << std::size_t { 2 };
    QTest::newRow("duplicate") << QByteArray(R"({"b":{"a":1,"\u0061":2}})") << std::string("duplicate key")
                               << std::string("/b/a") << std::size_t { 12 };
    QTest::newRow("number") << QByteArray("[0,-1e400]") << std::string("number out of range")
                            << std::string("/1") << std::size_t { 3 };
}

void TestCanonical::refusesWhatHasNoForm()
{
    QFETCH(const QByteArray, text);
    QFETCH(const std::string, what);
    QFETCH(const std::string, pointer);
    QFETCH(const std::size_t, offset);
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    const auto form = json::canonical(document->root());
    QVERIFY(!form);
    QCOMPARE(form.error().what, what);
    QCOMPARE(form.error().pointer, pointer);
    QCOMPARE(form.error().offset, offset);
    QVERIFY(!json::canonical(json::View()));
}

void TestCanonical::leavesOutOneMemberOfTheTop()
{
    const auto document = json::Document::parse(R"({"z":{"sig":1},"s\u0069g":{"bad":"\ud83d"},"a":2})");
    QVERIFY(document);
    QCOMPARE(
        json::canonicalWithout(document->root(), "sig").value(), std::string(R"({"a":2,"z":{"sig":1}})"));
    QVERIFY(!json::canonicalWithout(document->root(), "a"));
    QCOMPARE(json::canonicalWithout(document->root()["z"], "other").value(), std::string(R"({"sig":1})"));
    const auto twice = json::Document::parse(R"({"sig":1,"sig":2})");
    QVERIFY(twice && !json::canonicalWithout(twice->root(), "sig"));
}

QTEST_GUILESS_MAIN(TestCanonical)
#include "tst_canonical.moc"
