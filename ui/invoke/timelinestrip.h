// SPDX-License-Identifier: GPL-3.0-or-later
// One attempt on a line of time: sent, first byte, chunks as ticks, heartbeats with their progress above
// them, the liveness window that shrinks, the deadline, now.
#pragma once

#include "ui/stack/runstate.h"
#include "ui/theme/theme.h"

#include <QWidget>

namespace invoke {

class TimelineStrip final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TimelineStrip)

public:
    explicit TimelineStrip(QWidget* parent = nullptr);

    void show(std::shared_ptr<const stack::RunState> run);
    void setNow(wire::Instant now);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Scale {
        double from = 0, perMs = 0;
        double x(double ms) const { return from + ms * perMs; }
    };
    double ms(wire::Instant at) const;
    double lengthMs() const;
    double stepMs() const;
    void paintAxis(QPainter& painter, const Scale& scale) const;
    void paintWindow(QPainter& painter, const Scale& scale) const;
    void paintChunks(QPainter& painter, const Scale& scale) const;
    void paintBeats(QPainter& painter, const Scale& scale) const;
    void paintMarks(QPainter& painter, const Scale& scale);
    void paintMark(QPainter& painter, double x, const QString& name, theme::Token token, Qt::PenStyle style,
        bool toTheLeft);
    QRectF lane(int n) const;

    std::shared_ptr<const stack::RunState> m_run;
    wire::Instant m_now;
    std::vector<QRectF> m_names; ///< of marks, painted in this turn
};

} // namespace invoke
