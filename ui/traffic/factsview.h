// SPDX-License-Identifier: GPL-3.0-or-later
// Names and values below each other; findings over the whole width. Plain text to select.
#pragma once

#include "ui/traffic/facts.h"

#include <QScrollArea>

class QGridLayout;

namespace widgets {
class PlainLabel;
}

namespace traffic {

class FactsView final : public QScrollArea {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FactsView)

public:
    explicit FactsView(QWidget* parent = nullptr);

    void setFacts(const std::vector<Fact>& facts);
    const std::vector<Fact>& facts() const { return m_facts; }

private:
    struct Line {
        widgets::PlainLabel* name = nullptr;
        widgets::PlainLabel* value = nullptr;
    };
    Line makeLine(int row);
    void fill(const Line& line, const Fact& fact);

    QGridLayout* m_grid;
    std::vector<Line> m_lines; // kept for the next facts
    std::vector<Fact> m_facts;
};

} // namespace traffic
