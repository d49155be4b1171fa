// SPDX-License-Identifier: GPL-3.0-or-later
// The navigation rail: one button a view, icon over word.
#pragma once

#include <QWidget>

class QButtonGroup;
class QVBoxLayout;

namespace shell {

class Rail final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Rail)

public:
    explicit Rail(QWidget* parent = nullptr);

    void add(const QString& title, const QIcon& icon);
    /// -1: none.
    void setCurrent(int index);

Q_SIGNALS:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QButtonGroup* m_buttons;
    QVBoxLayout* m_layout;
};

} // namespace shell
