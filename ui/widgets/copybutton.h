// SPDX-License-Identifier: GPL-3.0-or-later
// Copies a text when pressed and says so for a moment.
#pragma once

#include <QTimer>
#include <QToolButton>

namespace widgets {

class CopyButton final : public QToolButton {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CopyButton)

public:
    /// `name`: what it does, for tooltip and screen reader: "Copy the address".
    explicit CopyButton(const QString& name, QWidget* parent = nullptr);

    /// Disabled while there is none.
    void setCopied(const QString& text);
    /// It has just copied and says so.
    bool isSaying() const { return m_saying.isActive(); }

private:
    void copy();
    void quiet();

    QString m_name;
    QString m_copied;
    QTimer m_saying;
};

} // namespace widgets
