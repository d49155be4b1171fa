// SPDX-License-Identifier: Apache-2.0
// Every member of every message: missing, wrong, null, and beside unknown ones.
#include "messagespecs.h"

#include "protocol/json/document.h"

#include <QTest>

using acmp::FieldError;

class TestMembers final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void returnsAWholeMessageAsItCame_data();
    void returnsAWholeMessageAsItCame();
    void reportsAMissingMember_data();
    void reportsAMissingMember();
    void reportsAWrongMember_data();
    void reportsAWrongMember();
    void takesNullForAbsent_data();
    void takesNullForAbsent();
    void keepsUnknownMembers_data();
    void keepsUnknownMembers();
    void refusesWhatIsNoObject_data();
    void refusesWhatIsNoObject();
};

static json::Document parsed(const QByteArray& text)
{
    auto document = json::Document::parse(text);
    return document ? std::move(*document) : json::Document();
}

static void addMessageRows()
{
    QTest::addColumn<const MessageSpec*>("spec");
    for (const MessageSpec& spec : messageSpecs())
        QTest::newRow(spec.name) << &spec;
}

void TestMembers::returnsAWholeMessageAsItCame_data()
{
    addMessageRows();
}

void TestMembers::returnsAWholeMessageAsItCame()
{
    QFETCH(const MessageSpec*, spec);
    const QByteArray text = messageWith(*spec);
    const json::Document document = parsed(text);
    const auto recoded = spec->recode(document.root());
    QVERIFY(recoded);
    QCOMPARE(*recoded, text);
}

void TestMembers::reportsAMissingMember_data()
{
    QTest::addColumn<const MessageSpec*>("spec");
    QTest::addColumn<const MemberSpec*>("member");
    for (const MessageSpec& spec : messageSpecs()) {
        for (const MemberSpec& member : spec.members)
            QTest::addRow("%s.%s", spec.name, member.name) << &spec << &member;
    }
}

void TestMembers::reportsAMissingMember()
{
    QFETCH(const MessageSpec*, spec);
    QFETCH(const MemberSpec*, member);
    const QByteArray message = messageWith(*spec, member->name);
    const json::Document document = parsed("{\"m\":[" + message + "]}");
    const auto recoded = spec->recode(document.at("/m/0"));
    QCOMPARE(recoded.has_value(), !member->isRequired);
    if (recoded) {
        QCOMPARE(*recoded, message);
        return;
    }
    const FieldError error { std::string("/m/0/") + member->name, 6, expectedName(member->kind), "nothing",
        spec->section };
    QCOMPARE(recoded.error().size(), std::size_t { 1 });
    QCOMPARE(recoded.error().front().toString(), error.toString());
    QVERIFY(recoded.error().front() == error);
}

void TestMembers::reportsAWrongMember_data()
{
    QTest::addColumn<const MessageSpec*>("spec");
    QTest::addColumn<const MemberSpec*>("member");
    QTest::addColumn<QByteArray>("value");
    for (const MessageSpec& spec : messageSpecs()) {
        for (const MemberSpec& member : spec.members) {
            std::vector<QByteArray> values = wrongValues(member.kind);
            if (member.isRequired && member.kind != MemberKind::Anything)
                values.emplace_back("null");
            if (member.kind == MemberKind::Content)
                std::erase(values, "{}");
            for (const QByteArray& value : values)
                QTest::addRow("%s.%s %s", spec.name, member.name, value.constData())
                    << &spec << &member << value;
        }
    }
}

void TestMembers::reportsAWrongMember()
{
    QFETCH(const MessageSpec*, spec);
    QFETCH(const MemberSpec*, member);
    QFETCH(const QByteArray, value);
    const QByteArray text = "[" + messageWith(*spec, member->name, value) + "]";
    const json::Document document = parsed(text);
    const auto recoded = spec->recode(document.at("/0"));
    QVERIFY(!recoded);
    QCOMPARE(recoded.error().size(), std::size_t { 1 });
    const FieldError& error = recoded.error().front();
    QCOMPARE(error.pointer, std::string("/0/") + member->name);
    QCOMPARE(error.expected, expectedName(member->kind));
    QCOMPARE(error.found, value.toStdString());
    QCOMPARE(error.section, std::string_view(spec->section));
    const QByteArray key = '"' + QByteArray(member->name) + "\":";
    QCOMPARE(static_cast<qsizetype>(error.offset), text.indexOf(key) + key.size());
}

void TestMembers::takesNullForAbsent_data()
{
    QTest::addColumn<const MessageSpec*>("spec");
    QTest::addColumn<const MemberSpec*>("member");
    for (const MessageSpec& spec : messageSpecs()) {
        for (const MemberSpec& member : spec.members) {
            if (!member.isRequired && spec.recode != messageSpec("TaskError").recode)
                QTest::addRow("%s.%s", spec.name, member.name) << &spec << &member;
        }
    }
}

void TestMembers::takesNullForAbsent()
{
    QFETCH(const MessageSpec*, spec);
    QFETCH(const MemberSpec*, member);
    const json::Document document = parsed(messageWith(*spec, member->name, "null"));
    const auto recoded = spec->recode(document.root());
    QVERIFY(recoded);
    QCOMPARE(*recoded, messageWith(*spec, member->name));
}

void TestMembers::keepsUnknownMembers_data()
{
    addMessageRows();
}

void TestMembers::keepsUnknownMembers()
{
    QFETCH(const MessageSpec*, spec);
    // Before the known members, with keys that need escapes, twice the same, and numbers that no double
    // holds.
    const QByteArray extra
        = R"("x y":1.10,"_meta":{"a":[18446744073709551616, 1e400]},"q\"\\":null,"x y":"\/","Task_id":0)";
    const QByteArray message = messageWith(*spec);
    const json::Document document = parsed("{" + extra + "," + message.mid(1));
    const auto recoded = spec->recode(document.root());
    QVERIFY(recoded);
    QByteArray expected = message.chopped(1) + "," + extra + "}";
    if (spec->recode == messageSpec("TaskError").recode)
        expected = message.chopped(1).replace(",\"data\":[1]", "") + "," + extra + ",\"data\":[1]}";
    QCOMPARE(*recoded, expected);
}

void TestMembers::refusesWhatIsNoObject_data()
{
    addMessageRows();
}

void TestMembers::refusesWhatIsNoObject()
{
    QFETCH(const MessageSpec*, spec);
    for (const char* const text : { "[]", "null", "\"x\"", "1", "true" }) {
        const json::Document document = parsed("[ " + QByteArray(text) + "]");
        const auto recoded = spec->recode(document.at("/0"));
        QVERIFY(!recoded);
        QCOMPARE(recoded.error().front().pointer, std::string("/0"));
        QCOMPARE(recoded.error().front().offset, std::size_t { 2 });
        QCOMPARE(recoded.error().front().found, std::string(text));
    }
    const auto absent = spec->recode(json::View());
    QVERIFY(!absent);
    QCOMPARE(absent.error().front().found, std::string("nothing"));
    QCOMPARE(absent.error().front().section, std::string_view(spec->section));
}

QTEST_GUILESS_MAIN(TestMembers)
#include "tst_members.moc"
