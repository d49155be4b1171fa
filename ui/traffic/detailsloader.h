// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the details of a line on a thread of its own; only those asked for last come.
#pragma once

#include "ui/traffic/linedetails.h"

#include <QObject>
#include <QThreadPool>

namespace traffic {

class DetailsLoader final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DetailsLoader)

public:
    explicit DetailsLoader(QObject* parent = nullptr);
    /// Waits for what is being read.
    ~DetailsLoader() override;

    /// `record` and `exchanges` must live until cancel().
    void load(const capture::Record& record, const analysis::Exchanges& exchanges, const Items::Place& place);
    /// Nothing comes after it, and the record is left alone.
    void cancel();

Q_SIGNALS:
    void loaded(const std::shared_ptr<const traffic::LineDetails>& details);

private:
    QThreadPool m_pool;
    std::shared_ptr<std::atomic<bool>> m_isStale;
};

} // namespace traffic
