// SPDX-License-Identifier: GPL-3.0-or-later
// The bar over the list: what to show of it, and whether to follow its end.
#pragma once

#include "ui/traffic/filter.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace traffic {

class FilterBar final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterBar)

public:
    explicit FilterBar(QWidget* parent = nullptr);

    Filter filter() const;
    QString text() const;
    void setText(const QString& text);
    /// All lines again.
    void clear();
    void setFollowing(bool following);

Q_SIGNALS:
    void filterChanged();
    void followingToggled(bool following);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QPushButton* makeToggle(const QString& text, const QString& name);
    void changed();

    QLineEdit* m_text;
    QPushButton* m_findings;
    QPushButton* m_follow;
    QPushButton* m_clear;
};

} // namespace traffic
