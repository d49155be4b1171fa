// SPDX-License-Identifier: GPL-3.0-or-later
// The view, its steps handed out by the test; last, on a stack of its own.
#include "tests/ui/endpoints/discoveries.h"
#include "tests/ui/support/accessible.h"

#include "protocol/workspace/secretstore.h"
#include "ui/endpoints/doctormodel.h"
#include "ui/endpoints/doctorview.h"
#include "ui/widgets/statelabel.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPromise>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using buyer::Step;
using endpoints::DoctorModel;
using endpoints::DoctorView;
using Kind = Step::Kind;

namespace {

using Promise = std::shared_ptr<QPromise<Step>>;

struct Asked {
    binding::Access target;
    Promise steps = std::make_shared<QPromise<Step>>();
};

Step step(Kind kind, Step::State state, const char* detail)
{
    return Step { .kind = kind, .state = state, .detail = detail };
}

} // namespace

class TestDoctorView final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showsStepsAsTheyEnd();
    void staysWhereTheUserIs();
    void showsWhatIsSeenAsPlainText();
    void sendsTheTokenThatIsStored();
    void goesThereAsItIsSet();
    void saysThatATokenIsMissing();
    void givesUpTheOlderOne();
    void endsWithoutAnAnswer();
    void namesEveryControl();
    void examinesForReal();

private:
    DoctorView::Examine ask()
    {
        return [this](const binding::Access& target) {
            m_asked.push_back({ target });
            m_asked.back().steps->start();
            return m_asked.back().steps->future();
        };
    }
    QString state() const { return m_view->findChild<widgets::StateLabel*>()->word(); }
    QString label(const char* name) const
    {
        return m_view->findChild<QLabel*>(QString::fromLatin1(name))->text();
    }
    QTreeView* list() const { return m_view->findChild<QTreeView*>(); }
    QPlainTextEdit* seen() const { return m_view->findChild<QPlainTextEdit*>(); }
    QPushButton* button(const char* name) const
    {
        return m_view->findChild<QPushButton*>(QString::fromLatin1(name));
    }

    std::vector<Asked> m_asked;
    workspace::SessionStore m_secrets;
    std::unique_ptr<DoctorView> m_view;
};

void TestDoctorView::init()
{
    m_asked.clear();
    m_view = std::make_unique<DoctorView>(ask(), m_secrets);
    m_view->resize(640, 600);
    m_view->show();
}

void TestDoctorView::showsStepsAsTheyEnd()
{
    m_view->examine(endpoint("a", "http://a/mcp"));
    QVERIFY(m_view->isExamining());
    QVERIFY(m_view->isAbout(endpoint("a", "http://a/mcp")));
    QVERIFY(!m_view->isAbout(endpoint("a", "http://b/mcp")));
    QCOMPARE(list()->model()->rowCount(), 9);
    QCOMPARE(state(), QStringLiteral("under way: Name"));
    QVERIFY(!button("doctorAgain")->isEnabled());
    Promise steps = m_asked.front().steps;
    steps->addResult(step(Kind::Name, Step::State::Ok, "it is known"));
    QTRY_COMPARE(state(), QStringLiteral("under way: TCP"));
    QCOMPARE(label("doctorSentence"), QStringLiteral("it is known"));
    Step failed = step(Kind::Tcp, Step::State::Failed, "refused");
    failed.hint = "start it";
    steps->addResult(failed);
    for (const Kind kind : { Kind::Proxy, Kind::Http, Kind::Discovery })
        steps->addResult(step(kind, Step::State::Skipped, "not reached"));
    steps->finish();
    QTRY_VERIFY(!m_view->isExamining());
    QCOMPARE(state(), QStringLiteral("fails at: TCP"));
    // Of all that ended the one that matters.
    QCOMPARE(list()->currentIndex().row(), 1);
    QCOMPARE(label("doctorHint"), QStringLiteral("start it"));
    QVERIFY(button("doctorAgain")->isEnabled());
    button("doctorAgain")->click();
    QCOMPARE(m_asked.size(), 2U);
    QSignalSpy closed(m_view.get(), &DoctorView::closed);
    button("doctorBack")->click();
    QCOMPARE(closed.count(), 1);
}

void TestDoctorView::staysWhereTheUserIs()
{
    m_view->examine(endpoint("a", "http://a/mcp"));
    Promise steps = m_asked.front().steps;
    steps->addResult(step(Kind::Name, Step::State::Ok, "first"));
    steps->addResult(step(Kind::Tcp, Step::State::Ok, "second"));
    QTRY_COMPARE(label("doctorSentence"), QStringLiteral("second"));
    list()->setCurrentIndex(list()->model()->index(0, 0));
    steps->addResult(step(Kind::Proxy, Step::State::Failed, "third"));
    steps->finish();
    QTRY_VERIFY(!m_view->isExamining());
    QCOMPARE(label("doctorSentence"), QStringLiteral("first"));
}

void TestDoctorView::showsWhatIsSeenAsPlainText()
{
    m_view->examine(endpoint("a", "http://a/mcp"));
    Step odd = step(Kind::Name, Step::State::Ok, "<b>bold</b>");
    odd.seen = { "<img src=x>", "second" };
    m_asked.front().steps->addResult(odd);
    QTRY_COMPARE(seen()->toPlainText(), QStringLiteral("<img src=x>\nsecond"));
    QCOMPARE(m_view->findChild<QLabel*>(QStringLiteral("doctorSentence"))->textFormat(), Qt::PlainText);
    QVERIFY(seen()->isReadOnly());
    seen()->selectAll();
    QVERIFY(seen()->textCursor().hasSelection());
}

void TestDoctorView::sendsTheTokenThatIsStored()
{
    const auto a = endpoint("a", "http://a/mcp", "token");
    m_secrets.write(workspace::secretKey(a), QStringLiteral("s3cret"));
    m_view->examine(a);
    QTRY_COMPARE(m_asked.size(), 1U);
    QCOMPARE(m_asked.front().target, (binding::Access { "http://a/mcp", "s3cret" }));
}

void TestDoctorView::goesThereAsItIsSet()
{
    auto a = endpoint("a", "https://a/mcp");
    a.access.tls.caFile = QStringLiteral("/ca.pem");
    a.access.proxy = QStringLiteral("http://p:1");
    m_view->examine(a);
    QTRY_COMPARE(m_asked.size(), 1U);
    QCOMPARE(m_asked.front().target.tls.caFile, std::string("/ca.pem"));
    QCOMPARE(m_asked.front().target.proxy, std::string("http://p:1"));
    QVERIFY(m_view->isAbout(a));
    a.access.proxy.clear();
    QVERIFY(!m_view->isAbout(a));
}

void TestDoctorView::saysThatATokenIsMissing()
{
    m_view->examine(endpoint("b", "http://b/mcp", "gone"));
    QTRY_COMPARE(m_asked.size(), 1U);
    m_asked.front().steps->addResult(step(Kind::Authentication, Step::State::Failed, "no token"));
    QTRY_VERIFY(seen()->toPlainText().contains(QStringLiteral("not stored on this machine")));
}

void TestDoctorView::givesUpTheOlderOne()
{
    m_view->examine(endpoint("a", "http://a/mcp"));
    m_view->examine(endpoint("b", "http://b/mcp"));
    QCOMPARE(m_asked.size(), 2U);
    QVERIFY(m_asked[0].steps->isCanceled());
    m_asked[0].steps->addResult(step(Kind::Name, Step::State::Ok, "a's"));
    m_asked[0].steps->finish();
    m_asked[1].steps->addResult(step(Kind::Name, Step::State::Ok, "b's"));
    QTRY_COMPARE(label("doctorSentence"), QStringLiteral("b's"));
    QVERIFY(m_view->isExamining());
    m_view.reset();
    QVERIFY(m_asked[1].steps->isCanceled());
}

void TestDoctorView::endsWithoutAnAnswer()
{
    m_view->examine(endpoint("a", "http://a/mcp"));
    m_asked.clear();
    QTRY_VERIFY(!m_view->isExamining());
    QCOMPARE(state(), QStringLiteral("not carried out"));
}

void TestDoctorView::namesEveryControl()
{
    m_view->examine(endpoint("a", "http://a/mcp"));
    QCOMPARE(namelessControls(*m_view), QStringList());
}

void TestDoctorView::examinesForReal()
{
    const QTemporaryDir folder;
    auto stack = stack::Stack::create(folder.filePath(QStringLiteral("x.acmpcap")).toStdString());
    QVERIFY(stack);
    (*stack)->open(engine::builtinScenario());
    QTRY_VERIFY(!(*stack)->stalls().empty() && !(*stack)->stalls().front().mcpUrl.empty());
    m_view = std::make_unique<DoctorView>(
        [&](const binding::Access& target) { return (*stack)->examine(target); }, m_secrets);
    m_view->examine(endpoint("a", (*stack)->stalls().front().mcpUrl.c_str()));
    QTRY_VERIFY(!m_view->isExamining());
    QCOMPARE(state(), QStringLiteral("works"));
    m_view->examine(endpoint("b", "http://127.0.0.1:1/mcp"));
    QTRY_VERIFY(!m_view->isExamining());
    QCOMPARE(state(), QStringLiteral("fails at: TCP"));
    QVERIFY(!label("doctorHint").isEmpty());
    // One is under way when all ends.
    m_view->examine(endpoint("c", "http://127.0.0.1:1/mcp"));
    stack->reset();
    QTRY_VERIFY(!m_view->isExamining());
    m_view.reset();
}

QTEST_MAIN(TestDoctorView)
#include "tst_doctorview.moc"
