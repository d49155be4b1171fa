// SPDX-License-Identifier: Apache-2.0
// JSONTestSuite (Nicolas Seriot): what must parse, what must not, and what we make of the rest.
#include "protocol/json/document.h"
#include "protocol/json/text.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>

namespace {

const QString kFolder = QStringLiteral(ACMP_TEST_DATA "/json-parsing");

QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Flags by name, or the error.
QString verdict(const QByteArray& text)
{
    const auto document = json::Document::parse(text);
    if (!document) {
        return QString::fromStdString(json::toString(document.error()));
    }
    QStringList words { QStringLiteral("parses") };
    const std::pair<int, const char*> names[] { { json::kFractional, "fractional" },
        { json::kEscaped, "escaped" }, { json::kDuplicateKey, "duplicate" },
        { json::kLoneSurrogate, "lone-surrogate" }, { json::kOutOfRange, "out-of-range" },
        { json::kEscapedNul, "nul" }, { json::kBom, "bom" } };
    for (const auto& [flag, name] : names) {
        if ((document->flags() & flag) != 0) {
            words << QString::fromLatin1(name);
        }
    }
    return words.join(QLatin1Char(' '));
}

void addFiles(const char* pattern, int expected)
{
    QTest::addColumn<QByteArray>("text");
    const QStringList names
        = QDir(kFolder).entryList({ QString::fromLatin1(pattern) }, QDir::Files, QDir::Name);
    if (names.size() != expected) {
        qFatal("%lld files of %s instead of %d", qint64 { names.size() }, pattern, expected);
    }
    for (const QString& name : names) {
        QTest::newRow(qPrintable(name)) << readFile(kFolder + QLatin1Char('/') + name);
    }
}

} // namespace

class TestCorpus final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parsesWhatMustParse_data() { addFiles("y_*.json", 95); }
    void parsesWhatMustParse();
    void refusesWhatMustNotParse_data() { addFiles("n_*.json", 188); }
    void refusesWhatMustNotParse();
    void decidesTheRestAsTheTableSays();
    void survivesEveryPrefix_data() { addFiles("*.json", 318); }
    void survivesEveryPrefix();
};

void TestCorpus::parsesWhatMustParse()
{
    QFETCH(const QByteArray, text);
    const auto document = json::Document::parse(text);
    QVERIFY2(document, document ? "" : json::toString(document.error()).c_str());
}

void TestCorpus::refusesWhatMustNotParse()
{
    QFETCH(const QByteArray, text);
    QVERIFY(!json::Document::parse(text));
}

void TestCorpus::decidesTheRestAsTheTableSays()
{
    QStringList lines;
    for (const QString& name :
        QDir(kFolder).entryList({ QStringLiteral("i_*.json") }, QDir::Files, QDir::Name)) {
        lines << name + QStringLiteral(": ") + verdict(readFile(kFolder + QLatin1Char('/') + name));
    }
    const QStringList table = QString::fromUtf8(readFile(QStringLiteral(ACMP_TEST_DATA "/undecided.txt")))
                                  .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines, table);
}

void TestCorpus::survivesEveryPrefix()
{
    QFETCH(const QByteArray, text);
    const bool whole = json::Document::parse(text).has_value();
    json::Tape tape;
    json::ScanError error;
    for (qsizetype size = 0; size < text.size(); ++size) {
        // Up to a size that stays quick, a copy of just these bytes: a sanitizer sees any step beyond them.
        const std::vector<char> copy(text.data(), text.data() + std::min<qsizetype>(size, 2'000));
        const std::string_view prefix = size <= 2'000
            ? std::string_view(copy.data(), copy.size())
            : std::string_view(text.data(), static_cast<std::size_t>(size));
        if (json::scan(prefix, tape, error)) {
            for (const json::Token& token : tape.tokens) {
                QVERIFY(token.offset + std::size_t { token.length } <= prefix.size());
            }
        } else {
            QVERIFY(error.offset <= prefix.size());
            // A text that is only cut short is told from a wrong one.
            QVERIFY(!whole || (error.offset == prefix.size() && error.found == "end of text"));
        }
    }
}

QTEST_APPLESS_MAIN(TestCorpus)
#include "tst_corpus.moc"
