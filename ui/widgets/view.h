// SPDX-License-Identifier: GPL-3.0-or-later
// What the window knows of each of its views. What stands on the rail before one is made is static: title(),
// one word, and icon().
#pragma once

#include <QIcon>
#include <QWidget>

namespace widgets {

class View : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(View)

public:
    /// Once a screen frame while the view is shown: read what has come since.
    virtual void nextFrame() = 0;

protected:
    using QWidget::QWidget;
};

} // namespace widgets
