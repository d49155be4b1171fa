// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/jsontext.h"

#include "ui/theme/theme.h"

#include <QFontInfo>
#include <QKeyEvent>
#include <QMimeData>

namespace widgets {

namespace {

constexpr int kNumberMargin = 0, kSymbolMargin = 1, kFoldMargin = 2;

unsigned long toUnsigned(qsizetype value)
{
    return static_cast<unsigned long>(value);
}

qsizetype longestLine(const QByteArray& bytes)
{
    qsizetype longest = 0;
    for (qsizetype at = 0; at <= bytes.size();) {
        const qsizetype feed = bytes.indexOf('\n', at);
        const qsizetype end = feed < 0 ? bytes.size() : feed;
        longest = qMax(longest, end - at);
        at = end + 1;
    }
    return longest;
}

QString excessOf(qsizetype bytes, qsizetype line)
{
    if (bytes > JsonText::kMaxBytes)
        return JsonText::tr("%L1 bytes; the editor takes %L2").arg(bytes).arg(JsonText::kMaxBytes);
    if (line > JsonText::kMaxLineBytes) {
        return JsonText::tr("a line of %L1 bytes; the editor takes %L2")
            .arg(line)
            .arg(JsonText::kMaxLineBytes);
    }
    return {};
}

// Scintilla knows sizes in points only.
QFont inPoints(QFont font)
{
    font.setPointSizeF(QFontInfo(font).pointSizeF());
    return font;
}

} // namespace

JsonText::JsonText(QWidget* parent)
    : QsciScintilla(parent)
    , m_lexer(new QsciLexerJSON(this))
{
    setFrameShape(QFrame::NoFrame);
    setUtf8(true);
    setEolMode(EolUnix);
    SendScintilla(SCI_SETPASTECONVERTENDINGS, 0);
    m_lexer->setHighlightEscapeSequences(false);
    m_lexer->setFoldCompact(false);
    setLexer(m_lexer);
    setFolding(PlainFoldStyle, kFoldMargin);
    setBraceMatching(SloppyBraceMatch);
    setAutoIndent(true);
    setIndentationsUseTabs(false);
    setTabWidth(2);
    setIndentationWidth(2);
    setBackspaceUnindents(true);
    SendScintilla(SCI_SETSCROLLWIDTH, 1);
    SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1);
    SendScintilla(SCI_SETEXTRAASCENT, 2);
    SendScintilla(SCI_SETEXTRADESCENT, 2);
    SendScintilla(SCI_SETMODEVENTMASK, SendScintilla(SCI_GETMODEVENTMASK) | SC_MOD_INSERTCHECK);
    connect(this, &QsciScintillaBase::SCN_MODIFIED, this,
        [this](int position, int type, const char*, int size) { checkInsertion(position, type, size); });
    recolor();
}

QByteArray JsonText::bytes() const
{
    const auto* text = static_cast<const char*>(SendScintillaPtrResult(SCI_GETCHARACTERPOINTER));
    return { text, length() };
}

void JsonText::replaceAll(const QByteArray& bytes)
{
    const bool wasReadOnly = isReadOnly();
    setReadOnly(false);
    beginUndoAction();
    SendScintilla(SCI_CLEARALL);
    SendScintilla(SCI_ADDTEXT, toUnsigned(bytes.size()), bytes.constData());
    endUndoAction();
    SendScintilla(SCI_GOTOPOS, 0);
    setReadOnly(wasReadOnly);
}

void JsonText::recolor()
{
    const auto color = [this](theme::Token token) { return theme::color(token, palette()); };
    const QFont font = inPoints(theme::monospace());
    m_lexer->setDefaultFont(font);
    m_lexer->setFont(font);
    m_lexer->setDefaultPaper(color(theme::Token::Surface));
    m_lexer->setPaper(color(theme::Token::Surface));
    m_lexer->setDefaultColor(color(theme::Token::Text));
    m_lexer->setColor(color(theme::Token::Text));
    const std::pair<int, theme::Token> styles[] = {
        { QsciLexerJSON::Number, theme::Token::Heartbeat },
        { QsciLexerJSON::Keyword, theme::Token::Heartbeat },
        { QsciLexerJSON::KeywordLD, theme::Token::Accent },
        { QsciLexerJSON::String, theme::Token::Success },
        { QsciLexerJSON::IRI, theme::Token::Success },
        { QsciLexerJSON::IRICompact, theme::Token::Success },
        { QsciLexerJSON::Property, theme::Token::Accent },
        { QsciLexerJSON::UnclosedString, theme::Token::Error },
        { QsciLexerJSON::Error, theme::Token::Error },
    };
    for (const auto& [style, token] : styles)
        m_lexer->setColor(color(token), style);
    setCaretForegroundColor(color(theme::Token::Text));
    setSelectionBackgroundColor(color(theme::Token::Selection));
    setSelectionForegroundColor(color(theme::Token::Text));
    setMatchedBraceBackgroundColor(color(theme::Token::Selection));
    setMatchedBraceForegroundColor(color(theme::Token::Text));
    setUnmatchedBraceBackgroundColor(color(theme::Token::Surface));
    setUnmatchedBraceForegroundColor(color(theme::Token::Error));
    setMarginsFont(font);
    setMarginsBackgroundColor(color(theme::Token::Surface));
    setMarginsForegroundColor(color(theme::Token::Secondary));
    setFoldMarginColors(color(theme::Token::Surface), color(theme::Token::Surface));
    for (unsigned long marker = SC_MARKNUM_FOLDEREND; marker <= SC_MARKNUM_FOLDEROPEN; ++marker) {
        SendScintilla(SCI_MARKERSETFORE, marker, color(theme::Token::Secondary));
        SendScintilla(SCI_MARKERSETBACK, marker, color(theme::Token::Secondary));
    }
    setMarginWidth(kNumberMargin, QStringLiteral("0000"));
    setMarginWidth(kSymbolMargin, 0);
    setMarginWidth(kFoldMargin, theme::scaled(14));
    const std::pair<Mark, theme::Token> marks[]
        = { { Mark::Problem, theme::Token::Error }, { Mark::Complaint, theme::Token::Warning } };
    for (const auto& [mark, token] : marks) {
        indicatorDefine(SquiggleIndicator, static_cast<int>(mark));
        setIndicatorForegroundColor(color(token), static_cast<int>(mark));
    }
}

void JsonText::mark(Mark mark, qsizetype offset, qsizetype size)
{
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<int>(mark));
    SendScintilla(SCI_INDICATORCLEARRANGE, 0, static_cast<long>(length()));
    // At the end of a line there is nothing but what is before it to underline.
    qsizetype begin = std::clamp<qsizetype>(offset, 0, qMax(0, length() - 1));
    while (begin > 0 && SendScintilla(SCI_GETCHARAT, toUnsigned(begin)) == '\n')
        --begin;
    if (size > 0 && length() > 0) {
        SendScintilla(SCI_INDICATORFILLRANGE, toUnsigned(begin),
            static_cast<long>(qMin<qsizetype>(size, length() - begin)));
    }
}

QString JsonText::excess(const QByteArray& bytes)
{
    return excessOf(bytes.size(), longestLine(bytes));
}

// What is typed; of what is pasted or dropped the lines were looked at before, here only the length is told.
void JsonText::checkInsertion(int position, int type, int size)
{
    if ((type & SC_MOD_INSERTCHECK) == 0)
        return;
    constexpr int kTyped = 16;
    const long line = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(position));
    const qsizetype there = SendScintilla(SCI_LINELENGTH, static_cast<unsigned long>(line));
    const QString excess = excessOf(length() + size, size <= kTyped ? there + size : 0);
    if (excess.isEmpty())
        return;
    SendScintilla(SCI_CHANGEINSERTION, 0UL, "");
    Q_EMIT refused(excess);
}

// Asked before a paste or drop takes away what is selected.
bool JsonText::canInsertFromMimeData(const QMimeData* source) const
{
    if (!QsciScintilla::canInsertFromMimeData(source))
        return false;
    const QByteArray text = source->text().toUtf8();
    const qsizetype selected = SendScintilla(SCI_GETSELECTIONEND) - SendScintilla(SCI_GETSELECTIONSTART);
    const QString excess = excessOf(length() + text.size() - selected, longestLine(text));
    if (excess.isEmpty())
        return true;
    Q_EMIT const_cast<JsonText*>(this)->refused(excess);
    return false;
}

void JsonText::changeEvent(QEvent* event)
{
    QsciScintilla::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolor();
}

// Tab indents; so that the keyboard also gets out again, F6 goes on and Shift+F6 back.
void JsonText::keyPressEvent(QKeyEvent* event)
{
    const bool isTab = event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab;
    if (event->key() == Qt::Key_F6 || (isTab && isReadOnly()))
        // QScintilla's own keeps the focus.
        // NOLINTNEXTLINE(bugprone-parent-virtual-call)
        QAbstractScrollArea::focusNextPrevChild(!event->modifiers().testFlag(Qt::ShiftModifier));
    else
        QsciScintilla::keyPressEvent(event);
}

} // namespace widgets
