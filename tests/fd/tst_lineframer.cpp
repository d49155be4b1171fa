// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/lineframer.h"

#include <QElapsedTimer>
#include <QTest>

#include <cstring>

using namespace std::string_view_literals;

class TestLineFramer final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsTheSameHoweverTheStreamIsCut_data();
    void tellsTheSameHoweverTheStreamIsCut();
    void cutsALongLineAtEachMebibyte();
    void readsALongLineInLinearTime();
    void leavesAloneWhatItShared();
    void givesBackTheMemoryOfALongLine();
};

namespace {

constexpr std::size_t kLimit = 8;

void feed(fd::LineFramer& framer, std::string_view piece)
{
    while (!piece.empty()) {
        const auto room = framer.room();
        const std::size_t size = std::min(room.size(), piece.size());
        std::memcpy(room.data(), piece.data(), size);
        framer.commit(size);
        piece.remove_prefix(size);
    }
}

void append(QByteArray& out, const fd::LinePiece& piece, QByteArray& stream)
{
    stream.append(piece.bytes.data(), static_cast<qsizetype>(piece.bytes.size()));
    out += piece.isLast ? '[' : '(';
    out.append(piece.payload.data(), static_cast<qsizetype>(piece.payload.size()));
    out += piece.hasReturn ? "|r" : "";
    out += piece.isTooLong ? "|long" : "";
    out += piece.isUnfinished ? "|end" : "";
    if (piece.isLast && !piece.isTooLong && piece.line != piece.payload) {
        out += '=';
        out.append(piece.line.data(), static_cast<qsizetype>(piece.line.size()));
    }
    out += piece.isLast ? ']' : ')';
}

QByteArray read(std::string_view stream, std::size_t cutAt, std::size_t secondCut)
{
    fd::LineFramer framer(kLimit);
    QByteArray told;
    QByteArray all;
    std::size_t from = 0;
    for (const std::size_t to : { cutAt, secondCut, stream.size() }) {
        feed(framer, stream.substr(from, to - from));
        from = to;
        while (const auto piece = framer.next())
            append(told, *piece, all);
    }
    if (const auto piece = framer.finish())
        append(told, *piece, all);
    return all == QByteArray(stream.data(), static_cast<qsizetype>(stream.size())) ? told
                                                                                   : "not the stream: " + all;
}

} // namespace

void TestLineFramer::tellsTheSameHoweverTheStreamIsCut_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char* name, std::string_view stream, const char* told) {
        QTest::newRow(name) << QByteArray(stream.data(), static_cast<qsizetype>(stream.size()))
                            << QByteArray(told);
    };
    row("nothing", "", "");
    row("a line", "abc\n", "[abc]");
    row("lines", "a\nbc\n\nd\n", "[a][bc][][d]");
    row("carriage returns", "a\r\n\r\nb\n", "[a|r][|r][b]");
    row("a carriage return within", "a\rb\n\r\r\n", "[a\rb][\r|r]");
    row("unfinished", "a\nbc", "[a][bc|end]");
    row("unfinished with a carriage return", "bc\r", "[bc\r|end]");
    row("bad UTF-8 and a cut character", "\xff\xc3\n\xe2\x82\xac\n", "[\xff\xc3][\xe2\x82\xac]");
    row("as long as may be", "1234567\nab\n", "[1234567][ab]");
    row("as long as may be, CR", "123456\r\nab\n", "[123456|r][ab]");
    row("one too long", "12345678\nab\n", "(12345678)[|long][ab]");
    row("some too long", "123456789\nab\n", "(12345678)[9|long][ab]");
    row("far too long", "1234567812345678123456781\r\n\nab\n",
        "(12345678)(12345678|long)(12345678|long)[1|r|long][][ab]");
    row("too long and unfinished", "1234567890", "(12345678)[90|long|end]");
    row("too long, cut within its end", "1234567\r\nab\n", "(1234567\r)[|long][ab]");
}

void TestLineFramer::tellsTheSameHoweverTheStreamIsCut()
{
    QFETCH(const QByteArray, stream);
    QFETCH(const QByteArray, told);
    const std::string_view view(stream.constData(), static_cast<std::size_t>(stream.size()));
    for (std::size_t first = 0; first <= view.size(); ++first) {
        for (std::size_t second = first; second <= view.size(); ++second)
            QCOMPARE(read(view, first, second), told);
    }
}

void TestLineFramer::cutsALongLineAtEachMebibyte()
{
    const std::size_t length = 2 * fd::LineFramer::kLongestPiece + 5;
    fd::LineFramer framer(length + 1);
    std::vector<std::size_t> sizes;
    QByteArray line;
    const std::string stream = std::string(length, 'x') + '\n';
    for (std::size_t at = 0; at < stream.size(); at += 7000) {
        feed(framer, std::string_view(stream).substr(at, 7000));
        while (const auto piece = framer.next()) {
            sizes.push_back(piece->bytes.size());
            QVERIFY(!piece->isTooLong);
            if (piece->isLast) {
                const transport::Payload payload = framer.share(piece->line);
                line = QByteArray(payload.view().data(), static_cast<qsizetype>(payload.view().size()));
            }
        }
    }
    constexpr std::size_t kPiece = fd::LineFramer::kLongestPiece;
    QVERIFY((sizes == std::vector<std::size_t> { kPiece, kPiece, 6 }));
    QCOMPARE(line, QByteArray(static_cast<qsizetype>(length), 'x'));
}

// A framer that looked at a byte again with each read would look at 130 GB here.
void TestLineFramer::readsALongLineInLinearTime()
{
    constexpr std::size_t kLength = std::size_t { 32 } << 20;
    const std::string some(2048, 'x');
    fd::LineFramer framer(2 * kLength);
    QElapsedTimer timer;
    timer.start();
    std::size_t told = 0;
    for (std::size_t at = 0; at < kLength; at += some.size()) {
        feed(framer, some);
        while (const auto piece = framer.next())
            told += piece->bytes.size();
    }
    QVERIFY(told + fd::LineFramer::kLongestPiece >= kLength);
    QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
}

void TestLineFramer::leavesAloneWhatItShared()
{
    fd::LineFramer framer(1 << 20);
    std::vector<transport::Payload> kept;
    for (int i = 0; i < 20'000; ++i) {
        feed(framer, "line " + std::to_string(i) + "\n");
        const auto piece = framer.next();
        QVERIFY(piece && piece->isLast);
        if (i % 3 == 0)
            kept.push_back(framer.share(piece->line));
    }
    for (std::size_t i = 0; i < kept.size(); ++i)
        QCOMPARE(std::string(kept.at(i).view()), "line " + std::to_string(3 * i));
}

void TestLineFramer::givesBackTheMemoryOfALongLine()
{
    fd::LineFramer framer(std::size_t { 64 } << 20);
    feed(framer, std::string(std::size_t { 16 } << 20, 'x') + "\nshort\n");
    while (framer.next()) { }
    std::ignore = framer.room();
    feed(framer, std::string(100'000, 'y') + '\n');
    const auto piece = framer.next();
    QVERIFY(piece);
    QVERIFY(framer.share(piece->line).bytes.size() < (1 << 20));
}

QTEST_GUILESS_MAIN(TestLineFramer)
#include "tst_lineframer.moc"
