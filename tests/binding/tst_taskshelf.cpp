// SPDX-License-Identifier: Apache-2.0
// What an A2A agent keeps of its tasks, and of messages that it answered.
#include "protocol/binding/a2a/answermemory.h"
#include "protocol/binding/a2a/taskshelf.h"
#include "protocol/wire/manualclock.h"

#include <QTest>

using namespace std::chrono_literals;

class TestTaskShelf final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsByEitherId();
    void keepsCallersApart();
    void listsTheLastChangedFirst();
    void refusesTooManyThatRun();
    void forgetsAfterATime();
    void forgetsTheFirstEndedWhereThereIsNoRoom();
    void weighsAgainWhatGrew();
    void aNewTaskTakesThePlaceOfItsAcmpId();
    void remembersAnswers();

private:
    std::shared_ptr<a2a::ServedTask> add(
        a2a::TaskShelf& shelf, const std::string& id, const std::string& caller = "me")
    {
        return shelf.add(id, "ctx", caller, "acmp_" + id);
    }
    void end(a2a::TaskShelf& shelf, a2a::ServedTask& task, std::size_t bytes = 0)
    {
        task.state = a2a::TaskState::Completed;
        task.resultPart = std::string(bytes, 'x');
        shelf.changed(task);
    }

    wire::ManualClock m_clock;
};

void TestTaskShelf::findsByEitherId()
{
    a2a::TaskShelf shelf(m_clock, {});
    const auto task = add(shelf, "a");
    QCOMPARE(shelf.find("me", "a"), task);
    QCOMPARE(shelf.findAcmp("me", "acmp_a"), task);
    QVERIFY(!shelf.find("me", "acmp_a") && !shelf.findAcmp("me", "a"));
    QCOMPARE(shelf.missing("b").code, std::int64_t { -32001 });
}

void TestTaskShelf::keepsCallersApart()
{
    a2a::TaskShelf shelf(m_clock, {});
    const auto mine = add(shelf, "a");
    const auto theirs = add(shelf, "a", "you");
    QVERIFY(mine != theirs);
    QCOMPARE(shelf.find("you", "a"), theirs);
    QCOMPARE(shelf.of("me").size(), std::size_t { 1 });
}

void TestTaskShelf::listsTheLastChangedFirst()
{
    a2a::TaskShelf shelf(m_clock, {});
    const auto a = add(shelf, "a");
    const auto b = add(shelf, "b");
    QCOMPARE(shelf.of("me").front(), b);
    shelf.changed(*a);
    QCOMPARE(shelf.of("me").front(), a);
}

void TestTaskShelf::refusesTooManyThatRun()
{
    a2a::TaskShelf shelf(m_clock, { .running = 2 });
    const auto a = add(shelf, "a");
    QVERIFY(add(shelf, "b"));
    QVERIFY(!add(shelf, "c"));
    end(shelf, *a);
    QVERIFY(add(shelf, "c"));
    QCOMPARE(shelf.running(), std::size_t { 2 });
}

void TestTaskShelf::forgetsAfterATime()
{
    a2a::TaskShelf shelf(m_clock, { .keep = 1s });
    const auto running = add(shelf, "a");
    end(shelf, *add(shelf, "b"));
    m_clock.advance(999ms);
    QVERIFY(shelf.find("me", "b"));
    m_clock.advance(1ms);
    QVERIFY(!shelf.find("me", "b") && !shelf.findAcmp("me", "acmp_b"));
    QCOMPARE(shelf.endedBytes(), std::size_t { 0 });
    QVERIFY(shelf.find("me", "a"));
}

void TestTaskShelf::forgetsTheFirstEndedWhereThereIsNoRoom()
{
    a2a::TaskShelf shelf(m_clock, { .bytes = 10'000 });
    for (int i = 0; i < 10; ++i)
        end(shelf, *add(shelf, std::to_string(i)), 3'000);
    QVERIFY(shelf.endedBytes() <= 10'000 && shelf.ended() >= 2);
    QVERIFY(!shelf.find("me", "0") && shelf.find("me", "9"));
    a2a::TaskShelf few(m_clock, { .ended = 3 });
    for (int i = 0; i < 10; ++i)
        end(few, *add(few, std::to_string(i)));
    QCOMPARE(few.ended(), std::size_t { 3 });
    QVERIFY(!few.find("me", "6") && few.find("me", "7"));
}

void TestTaskShelf::weighsAgainWhatGrew()
{
    a2a::TaskShelf shelf(m_clock, { .bytes = 10'000 });
    const auto task = add(shelf, "a");
    end(shelf, *task, 10);
    const std::size_t before = shelf.endedBytes();
    task->resultPart += std::string(1'000, 'x');
    shelf.resized(*task);
    QCOMPARE(shelf.endedBytes(), before + 1'000);
    task->resultPart += std::string(10'000, 'x');
    shelf.resized(*task);
    QCOMPARE(shelf.ended(), std::size_t { 0 });
    QCOMPARE(shelf.endedBytes(), std::size_t { 0 });
    // Whoever holds it still may say that it changed.
    shelf.changed(*task);
    QCOMPARE(shelf.ended(), std::size_t { 0 });
}

void TestTaskShelf::aNewTaskTakesThePlaceOfItsAcmpId()
{
    a2a::TaskShelf shelf(m_clock, { .keep = 1s });
    const auto older = shelf.add("a", "ctx", "me", "t");
    end(shelf, *older);
    const auto newer = shelf.add("b", "ctx", "me", "t");
    QCOMPARE(shelf.findAcmp("me", "t"), newer);
    QCOMPARE(shelf.find("me", "a"), older);
    m_clock.advance(1s);
    QVERIFY(!shelf.find("me", "a"));
    QCOMPARE(shelf.findAcmp("me", "t"), newer);
}

void TestTaskShelf::remembersAnswers()
{
    a2a::AnswerMemory memory(m_clock, 1s);
    memory.add({ "me", "m1", 7 }, "first");
    memory.add({ "me", "m1", 7 }, "second");
    QCOMPARE(memory.find({ "me", "m1", 7 }), "first");
    QVERIFY(memory.find({ "me", "m1", 8 }).empty() && memory.find({ "you", "m1", 7 }).empty());
    for (std::size_t i = 0; i < a2a::AnswerMemory::kKept; ++i)
        memory.add({ "me", "x" + std::to_string(i), 0 }, "more");
    QVERIFY(memory.find({ "me", "m1", 7 }).empty());
    QCOMPARE(memory.find({ "me", "x0", 0 }), "more");
    m_clock.advance(1s);
    QVERIFY(memory.find({ "me", "x0", 0 }).empty());
}

QTEST_APPLESS_MAIN(TestTaskShelf)
#include "tst_taskshelf.moc"
