// SPDX-License-Identifier: GPL-3.0-or-later
// The text stays as it was typed, what is wrong with it is told at once, what is too much is refused.
#include "ui/theme/theme.h"
#include "ui/widgets/jsoneditor.h"
#include "ui/widgets/jsontext.h"
#include "ui/widgets/statelabel.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using widgets::JsonEditor;
using widgets::JsonText;
using widgets::StateLabel;

class TestJsonEditor final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void init();
    void cleanup() { m_window.reset(); }
    void keepsTheTextAsItIs_data();
    void keepsTheTextAsItIs();
    void tellsOfEditsByTheUserOnly();
    void saysWhereItStopsBeingJson();
    void marksAComplaint();
    void refusesWhatIsTooMuch_data();
    void refusesWhatIsTooMuch();
    void refusesAPasteAndKeepsTheSelection();
    void undoesWhatWasSet();
    void letsTheKeyboardOut();
    void followsTheScheme();

private:
    std::unique_ptr<QWidget> m_window;
    JsonEditor* m_editor = nullptr;
    JsonText* m_text = nullptr;
    QLineEdit* m_next = nullptr;
};

void TestJsonEditor::init()
{
    m_window = std::make_unique<QWidget>();
    auto* column = new QVBoxLayout(m_window.get());
    m_editor = new JsonEditor;
    m_next = new QLineEdit;
    column->addWidget(m_editor);
    column->addWidget(m_next);
    m_text = m_editor->findChild<JsonText*>();
    m_window->resize(500, 400);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_editor->setFocus();
}

void TestJsonEditor::keepsTheTextAsItIs_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("duplicates and numbers") << QByteArray(R"({"a":1.10,"a":18446744073709551616})");
    QTest::newRow("line ends") << QByteArray("{\r\n\t\"a\":1\r}\n\n");
    QTest::newRow("not ASCII") << QByteArray("{\"\xC3\xBC\":\"\xF0\x9F\x98\x80\"}");
    QTest::newRow("no UTF-8") << QByteArray("{\"\xFF\xFE\":1}");
    QTest::newRow("NUL") << QByteArray("[1,\0 2]", 7);
}

void TestJsonEditor::keepsTheTextAsItIs()
{
    QFETCH(QByteArray, text);
    QVERIFY(m_editor->setText(text));
    QCOMPARE(m_editor->text(), text);
}

void TestJsonEditor::tellsOfEditsByTheUserOnly()
{
    QSignalSpy edited(m_editor, &JsonEditor::edited);
    QVERIFY(m_editor->setText("{}"));
    QCoreApplication::processEvents();
    QCOMPARE(edited.size(), 0);
    QTest::keyClicks(m_text, QStringLiteral("[1]"));
    QTRY_VERIFY(!edited.isEmpty());
    QCOMPARE(m_editor->text(), QByteArray("[1]{}"));
    m_editor->setReadOnly(true);
    QVERIFY(m_editor->setText("null")); // by the program: still
    QTest::keyClicks(m_text, QStringLiteral("x"));
    QCOMPARE(m_editor->text(), QByteArray("null"));
}

void TestJsonEditor::saysWhereItStopsBeingJson()
{
    const auto* state = m_editor->findChild<StateLabel*>();
    QVERIFY(m_editor->setText("{\n  \"\xC3\xBC\": x\n}"));
    QVERIFY(m_editor->problem());
    QCOMPARE(m_editor->problem()->where, std::string("line 2, column 8"));
    QCOMPARE(state->state(), widgets::State::Bad);
    QVERIFY(state->word().contains(QStringLiteral("line 2, column 8: expected a value, found 'x'")));
    QCOMPARE(m_text->SendScintilla(
                 JsonText::SCI_INDICATORVALUEAT, static_cast<unsigned long>(JsonText::Mark::Problem), 10L),
        1L);
    QVERIFY(m_editor->setText("{}"));
    QVERIFY(!m_editor->problem());
    QCOMPARE(state->state(), widgets::State::Good);
    // Typing makes it wrong before anybody is told.
    QTest::keyClicks(m_text, QStringLiteral("!"));
    QVERIFY(m_editor->problem());
}

void TestJsonEditor::marksAComplaint()
{
    const auto* state = m_editor->findChild<StateLabel*>();
    QVERIFY(m_editor->setText("{\"timeout_ms\": -5}"));
    m_editor->setComplaint(15, QStringLiteral("must be above 0"));
    QCOMPARE(state->state(), widgets::State::Attention);
    QCOMPARE(state->word(), QStringLiteral("line 1, column 16: must be above 0"));
    const auto complaintAt = [this](long at) {
        return m_text->SendScintilla(
            JsonText::SCI_INDICATORVALUEAT, static_cast<unsigned long>(JsonText::Mark::Complaint), at);
    };
    QCOMPARE(complaintAt(16), 1L);
    m_editor->setComplaint(0, {});
    QCOMPARE(complaintAt(16), 0L);
    QCOMPARE(state->state(), widgets::State::Good);
}

void TestJsonEditor::refusesWhatIsTooMuch_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto lines
        = [](qsizetype size) { return QByteArray("123456\n").repeated(size / 7).leftJustified(size); };
    QTest::newRow("bytes") << lines(JsonEditor::kMaxBytes + 1);
    QTest::newRow("a line") << QByteArray("1\n") + QByteArray(JsonEditor::kMaxLineBytes + 1, '1') + '\n';
}

void TestJsonEditor::refusesWhatIsTooMuch()
{
    QFETCH(QByteArray, text);
    QVERIFY(m_editor->setText("[1]"));
    const auto result = m_editor->setText(text);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, wire::ErrorKind::TooLarge);
    QVERIFY(!result.error().message.empty());
    QCOMPARE(m_editor->text(), QByteArray("[1]"));
    text.chop(1);
    text.replace(QByteArray(JsonEditor::kMaxLineBytes + 1, '1'), "");
    QVERIFY(m_editor->setText(text)); // as much as it takes
}

void TestJsonEditor::refusesAPasteAndKeepsTheSelection()
{
    QVERIFY(m_editor->setText("[\"keep\"]"));
    m_text->selectAll();
    QSignalSpy refused(m_text, &JsonText::refused);
    QApplication::clipboard()->setText(QString(JsonEditor::kMaxLineBytes + 1, u'x'));
    QTest::keySequence(m_text, QKeySequence::Paste);
    QCOMPARE(m_editor->text(), QByteArray("[\"keep\"]"));
    QVERIFY(refused.size() >= 1);
    QTRY_COMPARE(m_editor->findChild<StateLabel*>()->state(), widgets::State::Attention);
    QApplication::clipboard()->setText(QStringLiteral("[2]"));
    QTest::keySequence(m_text, QKeySequence::Paste);
    QCOMPARE(m_editor->text(), QByteArray("[2]"));
    // By typing, too.
    QVERIFY(m_editor->setText(QByteArray(JsonEditor::kMaxLineBytes, '1')));
    QTest::keyClicks(m_text, QStringLiteral("1"));
    QCOMPARE(m_editor->text().size(), JsonEditor::kMaxLineBytes);
}

void TestJsonEditor::undoesWhatWasSet()
{
    QVERIFY(m_editor->setText("[1]"));
    QVERIFY(m_editor->setText("[2]"));
    QTest::keySequence(m_text, QKeySequence::Undo);
    QCOMPARE(m_editor->text(), QByteArray("[1]"));
}

void TestJsonEditor::letsTheKeyboardOut()
{
    QVERIFY(m_text->hasFocus());
    QTest::keyClick(m_text, Qt::Key_Tab);
    QVERIFY(m_text->hasFocus());
    QTest::keyClick(m_text, Qt::Key_F6);
    QVERIFY(m_next->hasFocus());
    QTest::keyClick(m_next, Qt::Key_Backtab);
    QVERIFY(m_text->hasFocus());
    m_editor->setReadOnly(true);
    QTest::keyClick(m_text, Qt::Key_Tab);
    QVERIFY(m_next->hasFocus());
}

void TestJsonEditor::followsTheScheme()
{
    QVERIFY(m_editor->setText("{\"a\": 1}"));
    const auto corner = [this] {
        const QImage image = m_text->viewport()->grab().toImage();
        return image.pixelColor(image.width() - 20, image.height() - 20);
    };
    const QColor light = corner();
    QCOMPARE(light, theme::color(theme::Token::Surface, m_editor->palette()));
    theme::apply(*qApp, theme::Scheme::Dark);
    QTRY_VERIFY(theme::isDark(m_editor->palette()));
    QTRY_COMPARE(corner(), theme::color(theme::Token::Surface, m_editor->palette()));
    QVERIFY(corner() != light);
    theme::apply(*qApp, theme::Scheme::Light);
}

QTEST_MAIN(TestJsonEditor)
#include "tst_jsoneditor.moc"
