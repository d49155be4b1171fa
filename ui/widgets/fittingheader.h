// SPDX-License-Identifier: GPL-3.0-or-later
// A table's header whose columns are as wide as what they hold, until the user sizes one: that one stays. A
// double click on its edge has it follow its contents again. The last column takes what is
// left; where nothing is, what it holds, and the table scrolls.
#pragma once

#include <QHeaderView>

#include <set>

namespace widgets {

class FittingHeader final : public QHeaderView {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FittingHeader)

public:
    explicit FittingHeader(QWidget* parent = nullptr);

    /// `grows`: makes none narrower, so that nothing jumps while the contents change.
    void fit(bool grows = false);
    /// What its user has sized, to be remembered beside saveState().
    QList<QVariant> sized() const;
    void setSized(const QList<QVariant>& sections);

protected:
    /// Without room for an arrow, but where there is one.
    QSize sectionSizeFromContents(int section) const override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    bool isFitted(int section) const;

    std::set<int> m_sized;
    bool m_isPressed = false;
};

} // namespace widgets
