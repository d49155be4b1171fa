// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/jsoneditor.h"

#include "ui/theme/theme.h"
#include "ui/widgets/jsontext.h"
#include "ui/widgets/statelabel.h"

#include "protocol/json/document.h"

#include <QVBoxLayout>

namespace widgets {

namespace {

// Both from 1; a column is a character.
QString place(QByteArrayView text, qsizetype offset)
{
    const QByteArrayView before = text.first(qMin(offset, text.size()));
    const qsizetype start = before.lastIndexOf('\n') + 1;
    qsizetype line = 1, column = 1;
    for (const char c : before)
        line += c == '\n' ? 1 : 0;
    for (const char c : before.sliced(start))
        column += (static_cast<unsigned char>(c) & 0xC0U) != 0x80 ? 1 : 0;
    return JsonEditor::tr("line %1, column %2").arg(line).arg(column);
}

} // namespace

JsonEditor::JsonEditor(QWidget* parent)
    : QWidget(parent)
    , m_text(new JsonText(this))
    , m_state(new StateLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_text, 1);
    m_state->setContentsMargins(theme::kGap, 0, theme::kGap, 0);
    m_state->setFixedHeight(theme::scaled(theme::kRowHeight));
    column->addWidget(m_state);
    setFocusProxy(m_text);
    m_text->setAccessibleName(tr("JSON editor"));
    m_text->setAccessibleDescription(tr("Tab indents; F6 leaves the editor"));
    connect(m_text, &QsciScintilla::textChanged, this, &JsonEditor::changed);
    connect(
        m_text, &JsonText::refused, this,
        [this](const QString& reason) { m_state->setState(State::Attention, tr("Refused: %1").arg(reason)); },
        Qt::QueuedConnection);
    check();
    showProblem();
}

JsonEditor::~JsonEditor() = default;

QByteArray JsonEditor::text() const
{
    return m_text->bytes();
}

std::expected<void, wire::Error> JsonEditor::setText(const QByteArray& text)
{
    if (const QString excess = JsonText::excess(text); !excess.isEmpty()) {
        return std::unexpected(wire::Error { wire::ErrorKind::TooLarge,
            tr("Too much for the editor: %1").arg(excess).toStdString(), {}, {}, {} });
    }
    if (text != m_text->bytes()) {
        m_isSetting = true;
        m_text->replaceAll(text);
        m_isSetting = false;
        check();
    }
    showProblem();
    return {};
}

void JsonEditor::setReadOnly(bool readOnly)
{
    m_text->setReadOnly(readOnly);
}

void JsonEditor::changed()
{
    if (m_isSetting)
        return;
    check();
    // Scintilla is in the middle of it: who is told may want to change the text.
    if (std::exchange(m_willTell, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_willTell = false;
            showProblem();
            Q_EMIT edited();
        },
        Qt::QueuedConnection);
}

void JsonEditor::check()
{
    const QByteArray text = m_text->bytes();
    json::Document document;
    if (document.reset(text, 0, text.size())) {
        m_problem.reset();
        return;
    }
    const json::ScanError& error = document.error();
    m_problemOffset = static_cast<qsizetype>(error.offset);
    m_problem = wire::Error { wire::ErrorKind::Usage, tr("The text is no JSON").toStdString(), error.expected,
        error.found, place(text, m_problemOffset).toStdString() };
}

void JsonEditor::showProblem()
{
    m_text->mark(JsonText::Mark::Complaint, 0, 0);
    m_text->mark(JsonText::Mark::Problem, m_problemOffset, m_problem ? 1 : 0);
    if (m_problem) {
        m_state->setState(State::Bad,
            tr("%1: expected %2, found %3")
                .arg(QString::fromStdString(m_problem->where), QString::fromStdString(m_problem->expected),
                    QString::fromStdString(m_problem->found)));
    } else {
        m_state->setState(State::Good, tr("JSON, %L1 bytes").arg(m_text->length()));
    }
}

void JsonEditor::setComplaint(qsizetype offset, const QString& text)
{
    showProblem();
    if (text.isEmpty() || m_problem)
        return;
    const QByteArray bytes = m_text->bytes();
    json::Document document;
    document.reset(bytes, 0, bytes.size());
    const json::View value = document.at(document.pointerAt(static_cast<std::size_t>(offset)));
    // Of a container the one place is enough.
    const bool isWhole = value.isValid() && !value.isObject() && !value.isArray();
    m_text->mark(JsonText::Mark::Complaint, isWhole ? static_cast<qsizetype>(value.offset()) : offset,
        isWhole ? static_cast<qsizetype>(value.lexeme().size()) : 1);
    m_state->setState(State::Attention, tr("%1: %2").arg(place(bytes, offset), text));
}

} // namespace widgets
