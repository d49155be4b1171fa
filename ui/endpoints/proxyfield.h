// SPDX-License-Identifier: GPL-3.0-or-later
// Which proxy: the system's, none, or one that is typed.
#pragma once

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace endpoints {

class ProxyField final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProxyField)

public:
    /// As workspace::Access has it.
    explicit ProxyField(const QString& proxy, QWidget* parent = nullptr);

    QString proxy() const;
    /// Why it can't be saved; empty if it can.
    QString complaint() const;

Q_SIGNALS:
    void edited();

private:
    enum Choice { System, None, Given };

    QComboBox* m_choice;
    QLineEdit* m_given;
};

} // namespace endpoints
