// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/discovery/states.h"

#include <QTest>

using discover::Arranged;
using discover::Wish;

class TestArrange final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheOrderOfTheList();
    void sortsNumbersByTheirValue();
    void keepsTheBindingsOfAProviderTogether();
    void comparesPricesWithinABasisOnly();
    void takesThePriceOfTheCapabilityChosen();
    void showsWhatOneSourceLists();
    void offersTheMostFrequent();
    void endsWhenNobodyWaits();

private:
    static Arranged arranged(const discover::States& states, const Wish& wish = {})
    {
        return *discover::arrange(states, wish, [] { return false; });
    }
    static QByteArray names(const Arranged& arranged)
    {
        QByteArrayList all;
        for (const discover::Row& row : arranged.rows)
            all += (row.follows ? "+" : "") + QByteArray::fromStdString(row->displayName);
        return all.join(' ');
    }
    static QByteArray priced(const QByteArray& name, const QByteArray& price, const QByteArray& basis = "b");
};

QByteArray TestArrange::priced(const QByteArray& name, const QByteArray& price, const QByteArray& basis)
{
    return entryText(name,
        R"(,"capabilities":["x"],"acmp:price_cu_indicative":{"x":)" + price + R"(},"acmp:price_basis":")"
            + basis + "\"");
}

void TestArrange::keepsTheOrderOfTheList()
{
    const Arranged all = arranged({ readState(manifestText({ entryText("b"), entryText("a") })),
        readState(manifestText({ entryText("c") }), 2) });
    QCOMPARE(names(all), "b a c");
    QCOMPARE(all.total, 3U);
    QCOMPARE(all.trading, 0U);
}

void TestArrange::sortsNumbersByTheirValue()
{
    const discover::States states { readState(manifestText(
        { entryText("none"), priced("dear", "10"), priced("cheap", "0.9"), priced("middle", "1e0") })) };
    QCOMPARE(names(arranged(states, { .column = discover::Price })), "cheap middle dear none");
    // What says no price comes last either way.
    QCOMPARE(names(arranged(states, { .column = discover::Price, .isDescending = true })),
        "dear middle cheap none");
}

void TestArrange::keepsTheBindingsOfAProviderTogether()
{
    QByteArray agent = entryText("one");
    agent.replace(":acmp:", ":acmp-a2a:");
    const discover::States states { readState(manifestText({ entryText("one"), entryText("two"), agent })) };
    const Arranged all = arranged(states);
    QCOMPARE(names(all), "one +one two");
    // Another publisher's of the same name is another.
    QByteArray other = agent;
    other.replace("urn:air:p.example", "urn:air:q.example");
    QCOMPARE(names(arranged({ readState(manifestText({ entryText("one"), other })) })), "one one");
}

void TestArrange::comparesPricesWithinABasisOnly()
{
    const discover::States states { readState(manifestText(
        { priced("a2", "2"), priced("b1", "1", "c"), priced("a3", "3"), priced("b9", "9", "c") })) };
    const Arranged sorted = arranged(states, { .column = discover::Price });
    QCOMPARE(names(sorted), "a2 a3 b1 b9");
    QCOMPARE(sorted.bases.size(), 2U);
    discover::Wish one;
    one.filter.words = "a2";
    QCOMPARE(arranged(states, one).bases, std::vector<std::string> { "b" });
}

void TestArrange::takesThePriceOfTheCapabilityChosen()
{
    const auto two = [](const QByteArray& name, const QByteArray& x, const QByteArray& y) {
        return entryText(
            name, R"(,"capabilities":["x","y"],"acmp:price_cu_indicative":{"x":)" + x + R"(,"y":)" + y + "}");
    };
    const discover::States states { readState(manifestText({ two("a", "1", "9"), two("b", "2", "3") })) };
    QCOMPARE(names(arranged(states, { .column = discover::Price })), "a b");
    discover::Wish y { .column = discover::Price };
    y.filter.capability = "y";
    QCOMPARE(names(arranged(states, y)), "b a");
}

void TestArrange::showsWhatOneSourceLists()
{
    auto state = std::make_shared<stack::BrowseState>(
        *readState(manifestText({ entryText("a"), entryText("b"), entryText("c") })));
    state->sources.push_back({ .name = "other", .state = discovery::Source::State::Read });
    auto entries = std::make_shared<stack::ListedEntries>(*state->entries);
    stack::ListedEntry both = *(*entries)[1];
    both.alsoIn = { 1 };
    (*entries)[1] = std::make_shared<const stack::ListedEntry>(both);
    both = *(*entries)[2];
    both.source = 1;
    (*entries)[2] = std::make_shared<const stack::ListedEntry>(both);
    state->entries = entries;
    const discover::States states { state, readState(manifestText({ entryText("z") }), 2) };
    const auto of = [&](unsigned browse, int source) {
        return names(arranged(states, { .scope = { stack::BrowseId { browse }, source } }));
    };
    QCOMPARE(of(1, -1), "a b c");
    QCOMPARE(of(1, 0), "a b");
    QCOMPARE(of(1, 1), "b c");
    QCOMPARE(of(2, -1), "z");
}

void TestArrange::offersTheMostFrequent()
{
    QList<QByteArray> entries;
    for (int i = 0; i < 300; ++i)
        entries += entryText("e" + QByteArray::number(i),
            R"(,"capabilities":["c)" + QByteArray::number(i) + R"(","all"],"acmp:tier":"A")");
    const Arranged all = arranged({ readState(manifestText(entries)) });
    QCOMPARE(all.facets->capabilities.size(), discover::Facets::kMost);
    QVERIFY(all.facets->capabilities.contains(QStringLiteral("all")));
    QCOMPARE(all.facets->tiers, QStringList { QStringLiteral("A") });
}

void TestArrange::endsWhenNobodyWaits()
{
    QList<QByteArray> entries;
    for (int i = 0; i < 1000; ++i)
        entries += entryText("e" + QByteArray::number(i));
    int asked = 0;
    QVERIFY(!discover::arrange({ readState(manifestText(entries)) }, {}, [&] { return ++asked == 2; }));
    QCOMPARE(asked, 2);
}

QTEST_APPLESS_MAIN(TestArrange)
#include "tst_arrange.moc"
