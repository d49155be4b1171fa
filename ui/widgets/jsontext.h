// SPDX-License-Identifier: GPL-3.0-or-later
// QScintilla set up for JSON: colours of the theme, folding, brace matching; refuses what is too much for it.
// Internal to JsonEditor.
#pragma once

#include "ui/widgets/qsci.h"

#include <expected>

namespace widgets {

class JsonText final : public QsciScintilla {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JsonText)

public:
    static constexpr qsizetype kMaxBytes = qsizetype { 1 } << 20, kMaxLineBytes = qsizetype { 64 } << 10;
    enum class Mark { Problem, Complaint };

    explicit JsonText(QWidget* parent = nullptr);

    QByteArray bytes() const;
    void replaceAll(const QByteArray& bytes);
    /// Underlines a range; length 0: nothing.
    void mark(Mark mark, qsizetype offset, qsizetype length);
    /// What is too much about a text; empty if nothing is.
    static QString excess(const QByteArray& bytes);

Q_SIGNALS:
    void refused(const QString& reason); ///< what was to be pasted or dropped

protected:
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void recolor();
    void checkInsertion(int position, int type, int size);

    QsciLexerJSON* m_lexer;
};

} // namespace widgets
