// SPDX-License-Identifier: GPL-3.0-or-later
// Whom to ask: one of the known endpoints, or any URL typed in.
#pragma once

#include "protocol/workspace/workspace.h"

#include <QComboBox>

namespace invoke {

class TargetBox final : public QComboBox {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TargetBox)

public:
    explicit TargetBox(QWidget* parent = nullptr);

    /// Keeps the choice where it is still there.
    void setKnown(const std::vector<workspace::Endpoint>& endpoints);
    /// One without an id by its URL.
    void choose(const workspace::Endpoint& endpoint);
    /// A typed URL has neither id nor token.
    workspace::Endpoint current() const;

Q_SIGNALS:
    void chosen();

private:
    void add(const workspace::Endpoint& endpoint);

    std::vector<workspace::Endpoint> m_known;
};

} // namespace invoke
