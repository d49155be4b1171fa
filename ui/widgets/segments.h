// SPDX-License-Identifier: GPL-3.0-or-later
// A choice of one among a few words in a pane's header: "Text · Raw · Hex". Arrow keys move it.
#pragma once

#include <QWidget>

class QButtonGroup;

namespace widgets {

class Segments final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Segments)

public:
    /// `name`: of the choice, for screen readers; the first word is chosen.
    Segments(const QString& name, const QStringList& words, QWidget* parent = nullptr);

    int current() const;
    void setCurrent(int index);
    void setSegmentEnabled(int index, bool enabled);

Q_SIGNALS:
    void currentChanged(int index);

private:
    QButtonGroup* m_group;
};

} // namespace widgets
