// SPDX-License-Identifier: GPL-3.0-or-later
// Opens what fits, copies by keyboard, and neither size nor nonsense holds it up.
#include "tests/support/eventloopchecker.h"
#include "ui/theme/theme.h"
#include "ui/widgets/jsontree.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QTest>

using widgets::JsonTree;

class TestJsonTree final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void init();
    void cleanup() { m_tree.reset(); }
    void opensTheLevelsThatFit();
    void opensTheWayToANote();
    void copiesByKeyboard();
    void tellsWhereTheCurrentNodeIs();
    void showsTheScannersComplaint();
    void readsBigTextsOnAWorker();
    void showsTheNewestOnly();

private:
    QString text(int row, const QModelIndex& parent = {}) const
    {
        return m_tree->model()->index(row, 0, parent).data().toString();
    }
    QModelIndex top(int row) const { return m_tree->model()->index(row, 0); }

    std::unique_ptr<JsonTree> m_tree;
};

void TestJsonTree::init()
{
    m_tree = std::make_unique<JsonTree>();
    m_tree->resize(400, 400);
    m_tree->show();
    QVERIFY(QTest::qWaitForWindowActive(m_tree.get()));
}

void TestJsonTree::opensTheLevelsThatFit()
{
    m_tree->setJson(R"({"a":{"b":{"c":[1]}},"many":[)" + QByteArray("1,").repeated(99) + "1]}");
    QVERIFY(m_tree->isExpanded(top(0)));
    const QModelIndex b = m_tree->model()->index(0, 0, top(0));
    QVERIFY(m_tree->isExpanded(b));
    QVERIFY(!m_tree->isExpanded(top(1)));
}

void TestJsonTree::opensTheWayToANote()
{
    m_tree->setJson(R"({"many":[)" + QByteArray("1,").repeated(99) + R"({"x":2}]})",
        { { "/many/99/x", acmp::Level::Warning, QStringLiteral("a long note ").repeated(20) } });
    QVERIFY(m_tree->isExpanded(top(0)));
    const QModelIndex last = m_tree->model()->index(99, 0, top(0));
    QVERIFY(m_tree->isExpanded(last));
    const QModelIndex note = m_tree->model()->index(1, 0, last);
    QVERIFY(note.data().toString().startsWith(QStringLiteral("a long note")));
    m_tree->scrollTo(note);
    QVERIFY(m_tree->visualRect(note).height() > 2 * m_tree->visualRect(last).height());
}

void TestJsonTree::copiesByKeyboard()
{
    m_tree->setJson(R"({"s":"a\n\u00fc","n":1.10,"o":{"x" : []}})");
    const auto copied = [this](int row, Qt::KeyboardModifiers modifiers) {
        m_tree->setCurrentIndex(top(row));
        QTest::keyClick(m_tree.get(), Qt::Key_C, modifiers);
        return QApplication::clipboard()->text();
    };
    QCOMPARE(copied(0, Qt::ControlModifier), QStringLiteral("a\n\u00FC"));
    QCOMPARE(copied(1, Qt::ControlModifier), QStringLiteral("1.10"));
    QCOMPARE(copied(2, Qt::ControlModifier), QStringLiteral("{\"x\" : []}"));
    QCOMPARE(copied(2, Qt::ControlModifier | Qt::ShiftModifier), QStringLiteral("/o"));
}

void TestJsonTree::tellsWhereTheCurrentNodeIs()
{
    QSignalSpy changed(m_tree.get(), &JsonTree::currentRangeChanged);
    m_tree->setJson(R"({"a":1,"bb":[2]})");
    QCOMPARE(changed.size(), 0);
    m_tree->setCurrentIndex(top(1));
    QCOMPARE(changed.last(), (QVariantList { qsizetype { 7 }, qsizetype { 8 } }));
}

void TestJsonTree::showsTheScannersComplaint()
{
    m_tree->setJson(R"({"a":<b>})");
    QCOMPARE(m_tree->model()->rowCount(), 1);
    QVERIFY(text(0).contains(QStringLiteral("expected a value, found '<' at byte 5")));
    m_tree->setJson(QByteArray(100'000, '['));
    QVERIFY(text(0).contains(QStringLiteral("256 levels")));
    m_tree->grab();
}

void TestJsonTree::readsBigTextsOnAWorker()
{
    const QByteArray row = R"({"seq":1,"data":"0123456789"},)";
    QByteArray big = '[' + row.repeated(50'000'000 / static_cast<int>(row.size()));
    big.back() = ']';
    const QByteArray line = R"({"data":")" + QByteArray(50'000'000, 'x') + "\"}";
    for (const QByteArray& json : { big, line }) {
        const EventLoopChecker lag;
        m_tree->setJson(json);
        QVERIFY(text(0).contains(QStringLiteral("reading")));
        QTRY_VERIFY_WITH_TIMEOUT(!text(0).contains(QStringLiteral("reading")), 30'000);
        m_tree->grab();
        m_tree->expand(top(0));
        m_tree->grab();
        QCoreApplication::processEvents();
        QVERIFY2(lag.longestWorkMs() < EventLoopChecker::kFrozenMs,
            qPrintable(QString::number(lag.longestWorkMs())));
    }
}

void TestJsonTree::showsTheNewestOnly()
{
    m_tree->setJson('[' + QByteArray("1,").repeated(5'000'000) + "1]");
    m_tree->setJson("[7]");
    QCOMPARE(text(0), QStringLiteral("0: 7"));
    QTRY_COMPARE(QThreadPool::globalInstance()->activeThreadCount(), 0);
    QCoreApplication::processEvents();
    QCOMPARE(text(0), QStringLiteral("0: 7"));
}

QTEST_MAIN(TestJsonTree)
#include "tst_jsontree.moc"
