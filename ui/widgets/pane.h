// SPDX-License-Identifier: GPL-3.0-or-later
// A framed part of a view: a header of 32 px with a bold title, facts behind it and actions on the right,
// over its content.
#pragma once

#include <QFrame>

class QBoxLayout;
class QLabel;

namespace widgets {

class ElidedLabel;

class Pane final : public QFrame {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Pane)

public:
    explicit Pane(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    /// Secondary, one line, elided; plain text.
    void setFacts(const QString& facts);
    /// Before the title, e.g. a StateLabel.
    void addBeforeTitle(QWidget* widget);
    /// To the right end of the header.
    void addToHeader(QWidget* widget);
    /// Takes it; below what was added before. `stretch` 1: takes the room that is left.
    void addContent(QWidget* widget, int stretch = 1);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* m_header;
    QBoxLayout* m_headerRow;
    QBoxLayout* m_column;
    QLabel* m_title;
    ElidedLabel* m_facts;
};

} // namespace widgets
