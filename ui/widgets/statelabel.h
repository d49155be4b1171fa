// SPDX-License-Identifier: GPL-3.0-or-later
// A state as the look has it, never by colour alone: icon, word, colour. Also for models and delegates.
#pragma once

#include "ui/theme/theme.h"

#include "protocol/acmp/rules.h"

#include <QWidget>

namespace widgets {

enum class State {
    Good, ///< ✓ verified, met, connected
    Attention, ///< ! unsigned, a warning
    Bad, ///< ✕ failed, an error
    Running, ///< ● streaming
    Waiting, ///< … not known yet
    Neutral, ///< · a note, cancelled, off
};

QChar stateIcon(State state);
theme::Token stateToken(State state);
State stateOf(acmp::Level level);
/// "error", "warning", "note".
QString levelWord(acmp::Level level);

class StateLabel final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StateLabel)

public:
    explicit StateLabel(QWidget* parent = nullptr);
    StateLabel(State state, const QString& word, QWidget* parent = nullptr);

    State state() const { return m_state; }
    const QString& word() const { return m_word; }
    /// Plain text, one line, elided where it doesn't fit.
    void setState(State state, const QString& word);
    /// An outline around it, as in a header.
    void setPill(bool pill);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QRect wordRect() const;

    State m_state = State::Neutral;
    QString m_word;
    bool m_isPill = false;
};

} // namespace widgets
