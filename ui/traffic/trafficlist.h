// SPDX-License-Identifier: GPL-3.0-or-later
// The table of Traffic: follows the end of what comes, copies, asks for what to follow.
#pragma once

#include <QTableView>

namespace traffic {

class TrafficModel;

class TrafficList final : public QTableView {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrafficList)

public:
    TrafficList(TrafficModel* model, QWidget* parent = nullptr);

    void showOnly(const QList<int>& columns);
    /// At the end stays at the end; scrolling up ends it, scrolling to the end begins it again.
    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool following);
    void rowsAdded();
    /// Makes it current and brings it into sight.
    void goTo(int row);

Q_SIGNALS:
    void followingChanged(bool following);
    void filterAsked(
        const QString& text); ///< to show only what belongs to the current row's task or exchange
    void currentRowChanged(int row); ///< -1: none
    void saveAsked(wire::RecordNo row); ///< of the message that it is of

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void addActions();
    QAction* addOwn(
        const QString& text, const QString& iconName, const QKeySequence& keys, void (TrafficList::*act)());
    void updateActions();
    void copyCells();
    void copyMessage();
    void copyHex();
    void saveMessage();
    void followTask();
    void followExchange();
    void stayAtEnd();
    void fitColumns();

    TrafficModel* m_model;
    bool m_isFollowing = true;
    QAction* m_copyMessage = nullptr;
    QAction* m_saveMessage = nullptr;
    QAction* m_followTask = nullptr;
    QAction* m_followExchange = nullptr;
    int m_digits = 0; // of the largest number
    QList<int> m_fitted; // widths as last fitted; others are the user's
};

} // namespace traffic
