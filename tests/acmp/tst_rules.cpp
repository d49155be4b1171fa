// SPDX-License-Identifier: Apache-2.0
#include "protocol/acmp/rules.h"

#include <QTest>

#include <algorithm>

class TestRules final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areSortedUniqueAndWhole();
    void areFoundByTheirIds();
    void haveASectionThatFitsTheId();
    void nameTheirLevels();
};

void TestRules::areSortedUniqueAndWhole()
{
    const std::span<const acmp::Rule> rules = acmp::rules();
    QVERIFY(rules.size() > 100);
    QVERIFY(std::ranges::is_sorted(rules, {}, &acmp::Rule::id));
    QVERIFY(std::ranges::adjacent_find(rules, {}, &acmp::Rule::id) == rules.end());
    for (const acmp::Rule& rule : rules) {
        const std::string id(rule.id);
        QVERIFY2(!rule.section.empty(), id.c_str());
        QVERIFY2(rule.text.ends_with('.') && rule.text.size() > 15, id.c_str());
        QVERIFY2(id.find_first_of(" /\t\n") == std::string::npos, id.c_str());
    }
}

void TestRules::areFoundByTheirIds()
{
    for (const acmp::Rule& rule : acmp::rules())
        QCOMPARE(&acmp::rule(rule.id), &rule);
    QVERIFY(acmp::rule("L1-3.5-seq-gap").level == acmp::Level::Error);
    QVERIFY(acmp::rule("L1-3.6-progress-backwards").level == acmp::Level::Note);
}

void TestRules::haveASectionThatFitsTheId()
{
    for (const acmp::Rule& rule : acmp::rules()) {
        if (!rule.id.starts_with("L1-3.") && !rule.id.starts_with("L6-2."))
            continue;
        // "L1-3.5-seq-gap" is of "Layer 1 §3.5"; an offer's signature belongs to Layer 7 as well.
        const std::string_view number = rule.id.substr(3, rule.id.find('-', 3) - 3);
        const std::string section = std::string("Layer ") + rule.id[1] + " §" + std::string(number);
        QVERIFY2(rule.section == section || rule.id == "L6-2.1-sig-form", section.c_str());
    }
}

void TestRules::nameTheirLevels()
{
    QCOMPARE(acmp::toString(acmp::Level::Note), std::string_view("note"));
    QCOMPARE(acmp::toString(acmp::Level::Warning), std::string_view("warning"));
    QCOMPARE(acmp::toString(acmp::Level::Error), std::string_view("error"));
}

QTEST_GUILESS_MAIN(TestRules)
#include "tst_rules.moc"
