// SPDX-License-Identifier: GPL-3.0-or-later
// Facts as label and value, the values wrapped and selectable. Plain text.
#pragma once

#include <QWidget>

#include <vector>

class QGridLayout;

namespace widgets {

struct Fact {
    QString label;
    QString value;
    bool operator==(const Fact&) const = default;
};

class FactsGrid final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FactsGrid)

public:
    explicit FactsGrid(QWidget* parent = nullptr);
    void setFacts(const std::vector<Fact>& facts);

private:
    QGridLayout* m_grid;
    std::vector<Fact> m_facts;
};

} // namespace widgets
