// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of requests and scenarios: JSON with colours, folding and brace matching. The text stays as it
// was typed. At most 1 MiB and 64 KiB a line; more is refused with a reason and leaves the text as it was.
// Tab indents, F6 and Shift+F6 leave it.
#pragma once

#include "protocol/wire/error.h"

#include <QWidget>

#include <expected>
#include <optional>

namespace widgets {

class JsonText;
class StateLabel;

class JsonEditor final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JsonEditor)

public:
    static constexpr qsizetype kMaxBytes = qsizetype { 1 } << 20, kMaxLineBytes = qsizetype { 64 } << 10;

    explicit JsonEditor(QWidget* parent = nullptr);
    ~JsonEditor() override;

    QByteArray text() const;
    /// The user can undo it. Removes a complaint.
    std::expected<void, wire::Error> setText(const QByteArray& text);
    void setReadOnly(bool readOnly);

    /// What is wrong with the text as it stands, by our own scanner; it is also shown below the text, with
    /// line and column, and marked in it.
    const std::optional<wire::Error>& problem() const { return m_problem; }
    /// Marks a place, e.g. of a member that a check complains of; empty text removes it, and so does an edit.
    void setComplaint(qsizetype offset, const QString& text);

Q_SIGNALS:
    void edited(); ///< by the user; problem() is up to date

private:
    void check();
    void showProblem();
    void changed();

    JsonText* m_text;
    StateLabel* m_state;
    std::optional<wire::Error> m_problem;
    qsizetype m_problemOffset = 0;
    bool m_isSetting = false;
    bool m_willTell = false;
};

} // namespace widgets
