// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/crc32c.h"

#include "protocol/wire/idsource.h"

#include <QTest>

#include <array>

class TestCrc32c final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsTheVectorsOfRfc3720();
    void isTheSameByInstructionAndByTable();
    void goesOnFromAPart();
};

void TestCrc32c::knowsTheVectorsOfRfc3720()
{
    for (const auto function : { capture::crc32c, capture::crc32cPortable }) {
        QCOMPARE(function("123456789", 0), 0xE3069283U);
        QCOMPARE(function(std::string(32, '\0'), 0), 0x8A9136AAU);
        QCOMPARE(function(std::string(32, '\xFF'), 0), 0x62A8AB43U);
        QCOMPARE(function({}, 0), 0U);
    }
}

void TestCrc32c::isTheSameByInstructionAndByTable()
{
    std::array<unsigned char, 300> bytes {};
    wire::SeededIdSource(1).fill(bytes);
    const std::string text(bytes.begin(), bytes.end());
    for (std::size_t from = 0; from < 9; ++from) {
        for (std::size_t length = 0; length + from <= text.size(); ++length) {
            const std::string_view part = std::string_view(text).substr(from, length);
            QCOMPARE(capture::crc32c(part, 77), capture::crc32cPortable(part, 77));
        }
    }
}

void TestCrc32c::goesOnFromAPart()
{
    const std::string_view text = "a contiguous piece of one direction";
    for (std::size_t cut = 0; cut <= text.size(); ++cut)
        QCOMPARE(
            capture::crc32c(text.substr(cut), capture::crc32c(text.substr(0, cut))), capture::crc32c(text));
}

QTEST_APPLESS_MAIN(TestCrc32c)
#include "tst_crc32c.moc"
