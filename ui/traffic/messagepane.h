// SPDX-License-Identifier: GPL-3.0-or-later
// The message of a line: as a tree with the findings at their nodes, raw, and the heads it came with.
#pragma once

#include "ui/traffic/linedetails.h"

#include "protocol/acmp/rules.h"

#include <QWidget>

class QStackedWidget;

namespace widgets {
class ByteView;
class JsonTree;
class Pane;
class PlainLabel;
class Segments;
}

namespace traffic {

class HeadersView;

class MessagePane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MessagePane)

public:
    enum Tab { kTree, kRaw, kHeaders };

    explicit MessagePane(QWidget* parent = nullptr);

    /// `findings`: of the line's row.
    void setDetails(const LineDetails& details, const std::vector<acmp::Finding>& findings);
    /// Of the same line, when only they are new.
    void setHeads(const LineDetails& details);
    void clear();
    Tab tab() const; ///< where there is a message
    QString sentence() const; ///< what is shown instead of one; else empty

Q_SIGNALS:
    void nodeChosen(qsizetype offset, qsizetype length); ///< in the message

private:
    void showTab(int tab);

    widgets::Pane* m_pane;
    widgets::Segments* m_tabs;
    QStackedWidget* m_stack;
    widgets::JsonTree* m_tree;
    widgets::ByteView* m_raw;
    HeadersView* m_headers;
    widgets::PlainLabel* m_sentence; // instead of a message
    Tab m_wanted = kTree; // by the user
};

} // namespace traffic
