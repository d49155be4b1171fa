// SPDX-License-Identifier: GPL-3.0-or-later
// Findings, one below the other: id, section, what must hold, what was expected and found, and the way to the
// row of the record.
#pragma once

#include "protocol/acmp/rules.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace widgets {

class FindingList final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FindingList)

public:
    static constexpr std::size_t kMost = 100; ///< shown; of more it says how many

    explicit FindingList(QWidget* parent = nullptr);
    /// `total`: with those that are not among them; 0: these are all.
    void setFindings(const std::vector<acmp::Finding>& findings, std::uint64_t total = 0);
    /// With a button at each that has a record; off at first.
    void setLinks(bool links) { m_hasLinks = links; }

Q_SIGNALS:
    void recordRequested(wire::RecordNo record);

private:
    void add(const acmp::Finding& finding);
    void addText(const QString& text, bool isSecondary);

    QVBoxLayout* m_column;
    bool m_hasLinks = false;
};

} // namespace widgets
