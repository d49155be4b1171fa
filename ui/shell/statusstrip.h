// SPDX-License-Identifier: GPL-3.0-or-later
// The strip at the bottom: connections, live tasks, the record's size and what it dropped.
#pragma once

#include "ui/stack/stack.h"

#include <QWidget>

namespace widgets {
class PlainLabel;
class StateLabel;
}

namespace shell {

class StatusStrip final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StatusStrip)

public:
    explicit StatusStrip(QWidget* parent = nullptr);

    void show(const stack::Status& status, std::uint64_t checkedTo);
    /// To the right: what is shown, e.g. an opened capture.
    void setNote(const QString& note);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    widgets::StateLabel *m_connections, *m_record;
    widgets::PlainLabel *m_tasks, *m_note;
    std::optional<std::pair<stack::Status, std::uint64_t>> m_shown;
};

} // namespace shell
