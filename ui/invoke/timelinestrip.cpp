// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/timelinestrip.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace invoke {

using theme::Token;

namespace {

constexpr int kLeft = 60, kRight = 16, kTop = 26, kLane = 26, kAxis = 22;
constexpr int kBeats = 0, kChunks = 1, kLanes = 2;

constexpr double kTickWidth = 84;

} // namespace

TimelineStrip::TimelineStrip(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Timeline"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimelineStrip::show(std::shared_ptr<const stack::RunState> run)
{
    m_run = std::move(run);
    update();
}

void TimelineStrip::setNow(wire::Instant now)
{
    if (now == m_now)
        return;
    m_now = now;
    update();
}

QSize TimelineStrip::sizeHint() const
{
    return { 480, kTop + kLanes * kLane + kAxis + 4 };
}

QSize TimelineStrip::minimumSizeHint() const
{
    return { 240, sizeHint().height() };
}

double TimelineStrip::ms(wire::Instant at) const
{
    return wire::toMs(at - m_run->sentAt.value_or(at));
}

double TimelineStrip::lengthMs() const
{
    const double elapsed = m_run->endedAt ? ms(*m_run->endedAt) : ms(m_now);
    double length = elapsed * 1.1;
    if (m_run->stage != stack::Stage::Ended && m_run->livenessWindow && m_run->lastLifeAt)
        length = std::max(length, ms(*m_run->lastLifeAt + *m_run->livenessWindow) * 1.05);
    // A deadline far away would press all the rest together.
    if (m_run->deadlineAt && ms(*m_run->deadlineAt) < 4 * length)
        length = std::max(length, ms(*m_run->deadlineAt) * 1.03);
    return std::max(length, 100.0);
}

/// 1, 2 or 5 times a power of ten, so that the numbers have room.
double TimelineStrip::stepMs() const
{
    const double least = lengthMs() * kTickWidth / std::max(width() - kLeft - kRight, 1);
    const double step = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : { 1.0, 2.0, 5.0 }) {
        if (step * factor >= least)
            return step * factor;
    }
    return step * 10;
}

QRectF TimelineStrip::lane(int n) const
{
    return { kLeft, static_cast<qreal>(kTop + n * kLane), static_cast<qreal>(width() - kLeft - kRight),
        kLane };
}

void TimelineStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(theme::label());
    if (!m_run || !m_run->sentAt) {
        painter.setPen(theme::color(Token::Secondary, palette()));
        painter.drawText(rect(), Qt::AlignCenter,
            m_run ? tr("not sent yet") : tr("Send a request to see when what happens"));
        return;
    }
    const Scale scale { kLeft, (width() - kLeft - kRight) / lengthMs() };
    paintAxis(painter, scale);
    paintWindow(painter, scale);
    paintChunks(painter, scale);
    paintBeats(painter, scale);
    paintMarks(painter, scale);
}

void TimelineStrip::paintAxis(QPainter& painter, const Scale& scale) const
{
    const double bottom = lane(kLanes).top();
    const QColor line = theme::color(Token::Border, palette());
    painter.setPen(line);
    painter.drawLine(QPointF(kLeft, bottom), QPointF(width() - kRight, bottom));
    const double step = stepMs();
    for (int i = 0; scale.x(i * step) <= width() - kRight; ++i) {
        const double x = scale.x(i * step);
        painter.setPen(line);
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 4));
        painter.setPen(theme::color(Token::Secondary, palette()));
        const QString text = lengthMs() < 2000 ? tr("%1 ms").arg(i * step) : tr("%1 s").arg(i * step / 1000);
        const double left = std::min(x - 40, static_cast<double>(width() - 80));
        painter.drawText(QRectF(left, bottom + 4, 80, kAxis - 4), Qt::AlignCenter, text);
    }
    painter.setPen(theme::color(Token::Secondary, palette()));
    painter.drawText(lane(kBeats).translated(8 - kLeft, 0), Qt::AlignVCenter, tr("beats"));
    painter.drawText(lane(kChunks).translated(8 - kLeft, 0), Qt::AlignVCenter, tr("chunks"));
}

void TimelineStrip::paintWindow(QPainter& painter, const Scale& scale) const
{
    if (m_run->stage == stack::Stage::Ended || !m_run->livenessWindow)
        return;
    const wire::Instant since = m_run->lastLifeAt.value_or(*m_run->sentAt);
    const double from = scale.x(ms(std::max(m_now, since)));
    const double to = std::max(from, scale.x(ms(since + *m_run->livenessWindow)));
    QColor fill = theme::color(Token::Heartbeat, palette());
    fill.setAlphaF(0.12F);
    const QRectF band(from, kTop - 2, to - from, kLanes * kLane);
    painter.fillRect(band, fill);
    painter.setPen(theme::color(Token::Heartbeat, palette()));
    const QString name = tr("liveness window");
    if (band.width() > painter.fontMetrics().horizontalAdvance(name) + 8)
        painter.drawText(band.adjusted(4, 0, -4, -2), Qt::AlignRight | Qt::AlignBottom, name);
}

void TimelineStrip::paintChunks(QPainter& painter, const Scale& scale) const
{
    const stack::Ticks& ticks = m_run->ticks;
    const QRectF in = lane(kChunks).adjusted(0, 5, 0, -5);
    painter.setPen(theme::color(Token::Chunk, palette()));
    const double bucketMs = wire::toMs(ticks.width);
    int lastX = -1;
    for (std::size_t i = 0; i < ticks.counts.size(); ++i) {
        const int x = static_cast<int>(scale.x(static_cast<double>(i) * bucketMs));
        if (ticks.counts[i] == 0 || x == lastX)
            continue;
        painter.drawLine(QPointF(x + 0.5, in.top()), QPointF(x + 0.5, in.bottom()));
        lastX = x;
    }
}

void TimelineStrip::paintBeats(QPainter& painter, const Scale& scale) const
{
    const QRectF in = lane(kBeats);
    const QColor color = theme::color(Token::Heartbeat, palette());
    painter.setRenderHint(QPainter::Antialiasing);
    double dotEnd = 0, textEnd = 0;
    const auto& beats = m_run->log->beats;
    const std::uint64_t count = beats.size();
    // More than there are pixels say no more.
    const std::uint64_t stride = std::max<std::uint64_t>(1, count / 4096);
    for (std::uint64_t i = 0; i < count; i += stride) {
        const double x = scale.x(ms(beats[i].at));
        if (x < dotEnd)
            continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(QPointF(x, in.center().y() + 4), 3, 3);
        dotEnd = x + 3;
        if (beats[i].progress < 0 || x < textEnd)
            continue;
        const QString text
            = QStringLiteral("%1 %").arg(static_cast<double>(beats[i].progress) * 100, 0, 'f', 0);
        const double width = painter.fontMetrics().horizontalAdvance(text);
        painter.setPen(theme::color(Token::Secondary, palette()));
        painter.drawText(QRectF(x - width, in.top() - 8, 2 * width, 14), Qt::AlignCenter, text);
        textEnd = x + width + 12;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void TimelineStrip::paintMarks(QPainter& painter, const Scale& scale)
{
    m_names.clear();
    paintMark(painter, scale.x(0), tr("sent"), Token::Accent, Qt::SolidLine, false);
    const auto mark
        = [&](const std::optional<wire::Instant>& at, const QString& name, Token token, Qt::PenStyle style) {
              if (at)
                  paintMark(painter, scale.x(ms(*at)), name, token, style, true);
          };
    if (m_run->firstByteAt && scale.x(ms(*m_run->firstByteAt)) > scale.x(0) + 90)
        mark(m_run->firstByteAt, tr("first"), Token::Chunk, Qt::DotLine);
    mark(m_run->cancelSentAt, tr("cancel"), Token::Warning, Qt::SolidLine);
    mark(m_run->deadlineAt, tr("deadline"), Token::Error, Qt::DashLine);
    if (m_run->endedAt) {
        const bool fine = m_run->ended == session::End::Result;
        mark(m_run->endedAt, fine ? tr("result") : tr("end"), fine ? Token::Success : Token::Error,
            Qt::SolidLine);
    } else {
        mark(m_now, tr("now"), Token::Accent, Qt::SolidLine);
    }
}

void TimelineStrip::paintMark(
    QPainter& painter, double x, const QString& name, Token token, Qt::PenStyle style, bool toTheLeft)
{
    if (x > width() - kRight + 1)
        return;
    painter.setPen(QPen(theme::color(token, palette()), 1, style));
    painter.drawLine(QPointF(x, 4), QPointF(x, lane(kLanes).top()));
    const double length = painter.fontMetrics().horizontalAdvance(name);
    const QRectF box(toTheLeft ? x - 4 - length : x + 4, 1, length, 16);
    // Two moments that coincide: the line of the second tells.
    if (std::ranges::any_of(m_names, [&](const QRectF& other) { return other.intersects(box); }))
        return;
    m_names.push_back(box);
    painter.drawText(box, Qt::AlignCenter, name);
}

} // namespace invoke
