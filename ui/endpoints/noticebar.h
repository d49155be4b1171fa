// SPDX-License-Identifier: GPL-3.0-or-later
// Something the user should know, over a view until it is settled or closed.
#pragma once

#include <QFrame>

class QHBoxLayout;
class QPushButton;

namespace widgets {
class PlainLabel;
class StateLabel;
}

namespace endpoints {

class NoticeBar final : public QFrame {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NoticeBar)

public:
    /// Hidden until it says something.
    explicit NoticeBar(QWidget* parent = nullptr);

    QPushButton* addButton(const QString& text);
    void say(const QString& what, const QString& more);

private:
    QHBoxLayout* m_row;
    widgets::StateLabel* m_what;
    widgets::PlainLabel* m_more;
};

} // namespace endpoints
