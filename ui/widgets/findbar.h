// SPDX-License-Identifier: GPL-3.0-or-later
// Finds in a ByteView: opens below it with Ctrl+F, Enter and Shift+Enter go on and back, Escape closes it.
#pragma once

#include "ui/widgets/byteview.h"

#include <QPointer>
#include <QWidget>

class QLineEdit;

namespace widgets {

class ElidedLabel;

class FindBar final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FindBar)

public:
    explicit FindBar(ByteView* view, QWidget* parent = nullptr);

    void open();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void close();
    void showFound(int matches, int current);

    QPointer<ByteView> m_view;
    QLineEdit* m_needle;
    ElidedLabel* m_count;
};

} // namespace widgets
