// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/idsource.h"

#include <QTest>

#include <array>
#include <set>

class TestIdSource : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anIdIsItsPrefixAnd128BitsInHex();
    void theSystemNeverRepeatsItself();
    void aSeedGivesTheSameBytesInEveryRun();
    void anotherSeedGivesOtherBytes();
    void fillsEveryByteOfAnyLength();
};

void TestIdSource::anIdIsItsPrefixAnd128BitsInHex()
{
    wire::SystemIdSource ids;
    const std::string id = ids.make("task_");
    QVERIFY(id.starts_with("task_"));
    QCOMPARE(id.size(), std::size_t { 5 + 32 });
    QCOMPARE(id.find_first_not_of("0123456789abcdef", 5), std::string::npos);
}

void TestIdSource::theSystemNeverRepeatsItself()
{
    wire::SystemIdSource ids;
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i)
        QVERIFY(seen.insert(ids.make("")).second);
}

void TestIdSource::aSeedGivesTheSameBytesInEveryRun()
{
    // SplitMix64's published sequence for the seed 1234567.
    wire::SeededIdSource ids(1234567);
    QCOMPARE(ids.next(), std::uint64_t { 6457827717110365317U });
    QCOMPARE(ids.next(), std::uint64_t { 3203168211198807973U });
    QCOMPARE(ids.next(), std::uint64_t { 9817491932198370423U });

    QCOMPARE(wire::SeededIdSource(7).make("req_"), wire::SeededIdSource(7).make("req_"));
}

void TestIdSource::anotherSeedGivesOtherBytes()
{
    QVERIFY(wire::SeededIdSource(7).make("") != wire::SeededIdSource(8).make(""));
}

void TestIdSource::fillsEveryByteOfAnyLength()
{
    // A byte that was left out would stay 0 in every one of the runs; by chance that happens once in 2^128.
    for (std::size_t size = 0; size <= 17; ++size) {
        std::array<unsigned char, 18> everSet {};
        for (std::uint64_t seed = 0; seed < 16; ++seed) {
            std::array<unsigned char, 18> bytes {};
            wire::SeededIdSource(seed).fill(std::span(bytes).first(size));
            for (std::size_t i = 0; i < bytes.size(); ++i)
                everSet[i] |= bytes[i];
        }
        for (std::size_t i = 0; i < everSet.size(); ++i)
            QCOMPARE(everSet[i] != 0, i < size);
    }
}

QTEST_GUILESS_MAIN(TestIdSource)
#include "tst_idsource.moc"
