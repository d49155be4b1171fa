// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/plot.h"

#include "ui/offers/describe.h"

#include <QPainter>
#include <QPainterPath>

#include <array>
#include <cmath>
#include <limits>

namespace offers {

using theme::Token;

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr int kEdge = 12;
constexpr int kUnderScale = 4; ///< between the words of the scale and the highest point
/// Colours alone tell nothing: lines differ in their strokes too.
constexpr std::array kTokens { Token::Accent, Token::Chunk, Token::Heartbeat, Token::Success,
    Token::Warning };
constexpr std::array kStrokes { Qt::SolidLine, Qt::DashLine, Qt::DotLine };

double valueOf(const buyer::Bid& bid, Measure measure)
{
    const acmp::Offer* const offer = bid.offer();
    if (!offer)
        return kNothing;
    const double value
        = measure == Measure::Price ? offer->priceCu.toDouble() : wire::toMs(bid.quote->roundTrip);
    return std::isfinite(value) ? value : kNothing;
}

QString wordOf(const buyer::Bid& bid, Measure measure)
{
    const double value = valueOf(bid, measure);
    if (std::isnan(value))
        return {};
    return measure == Measure::Price ? shown(bid.offer()->priceCu.text()) : QString::number(value, 'g', 4);
}

double highest(const std::vector<Series>& all)
{
    double top = 0;
    for (const Series& series : all) {
        for (const double value : series.values)
            top = std::isnan(value) ? top : std::max(top, value);
    }
    return top;
}

} // namespace

std::vector<Series> seriesOf(
    const std::vector<std::shared_ptr<const stack::RoundState>>& rounds, Measure measure, std::size_t most)
{
    if (rounds.empty())
        return {};
    const stack::RoundCall& newest = *rounds.back()->call;
    std::vector<const stack::RoundState*> shownRounds;
    for (auto round = rounds.rbegin(); round != rounds.rend() && shownRounds.size() < most; ++round) {
        if ((*round)->call->request.capability == newest.request.capability)
            shownRounds.push_back(round->get());
    }
    std::ranges::reverse(shownRounds);
    std::vector<Series> all;
    for (const stack::Contender& contender : newest.contenders) {
        Series series { shown(contender.name), {}, {} };
        for (const stack::RoundState* const round : shownRounds) {
            const auto& asked = round->call->contenders;
            const auto found = std::ranges::find(asked, contender.access, &stack::Contender::access);
            const buyer::Bid* const bid = found == asked.end()
                ? nullptr
                : &round->bid(static_cast<std::size_t>(found - asked.begin())).bid;
            series.values.push_back(bid ? valueOf(*bid, measure) : kNothing);
            series.latest = bid ? wordOf(*bid, measure) : QString();
        }
        if (std::ranges::any_of(series.values, [](double value) { return !std::isnan(value); }))
            all.push_back(std::move(series));
    }
    return all;
}

Plot::Plot(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Over rounds"));
    setMinimumSize(120, 80);
}

void Plot::setSeries(std::vector<Series> series, const QString& unit)
{
    // NaN differs from itself; what is drawn does not.
    m_series = std::move(series);
    m_unit = unit;
    QStringList words;
    for (const Series& one : m_series) {
        if (!one.latest.isEmpty())
            words += one.name + u' ' + one.latest + u' ' + unit;
    }
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    update();
}

void Plot::setCurrent(const QString& name)
{
    if (name == m_current)
        return;
    m_current = name;
    update();
}

Token Plot::tokenOf(std::size_t index) const
{
    return kTokens.at(index % kTokens.size());
}

void Plot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(theme::label());
    const int line = painter.fontMetrics().height();
    if (m_series.empty()) {
        painter.setPen(theme::color(Token::Secondary, palette()));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("No offers yet"));
        return;
    }
    const int names = std::min(static_cast<int>(m_series.size()), 6) * line;
    const QRect area = rect().adjusted(kEdge, kEdge + line + kUnderScale, -kEdge, -(kEdge + names + 4));
    const double top = highest(m_series);
    if (area.height() > 16) {
        paintScale(painter, area, top);
        painter.setRenderHint(QPainter::Antialiasing);
        for (std::size_t i = 0; i < m_series.size(); ++i)
            paintLine(painter, area, top, i);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    paintNames(painter, QRect(area.left(), rect().bottom() - kEdge - names, area.width(), names));
}

void Plot::paintScale(QPainter& painter, const QRect& area, double top) const
{
    painter.setPen(theme::color(Token::Border, palette()));
    painter.drawLine(area.topLeft(), area.topRight());
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(theme::color(Token::Secondary, palette()));
    const int line = painter.fontMetrics().height();
    const QRect words(area.left(), area.top() - kUnderScale - line, area.width(), line);
    painter.drawText(words, Qt::AlignLeft, QString::number(top, 'g', 4) + u' ' + m_unit);
    const std::size_t rounds = m_series.front().values.size();
    painter.drawText(words, Qt::AlignRight, rounds == 1 ? tr("1 round") : tr("%1 rounds").arg(rounds));
}

void Plot::paintLine(QPainter& painter, const QRect& area, double top, std::size_t index) const
{
    const Series& series = m_series[index];
    const auto count = static_cast<double>(series.values.size());
    QPainterPath path;
    bool isDown = false;
    std::vector<QPointF> points;
    for (std::size_t i = 0; i < series.values.size(); ++i) {
        const double value = series.values[i];
        if (std::isnan(value)) {
            isDown = false;
            continue;
        }
        const double share = top > 0 ? value / top : 0;
        const double x = count > 1 ? static_cast<double>(i) / (count - 1) : 0.5;
        const QPointF point(area.left() + x * area.width(), area.bottom() - share * area.height());
        isDown ? path.lineTo(point) : path.moveTo(point);
        isDown = true;
        points.push_back(point);
    }
    const QColor color = theme::color(tokenOf(index), palette());
    const QPen pen(
        color, series.name == m_current ? 2.5 : 1.5, kStrokes.at(index / kTokens.size() % kStrokes.size()));
    painter.strokePath(path, pen);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const QPointF& point : points)
        painter.drawEllipse(point, 2, 2);
}

void Plot::paintNames(QPainter& painter, const QRect& area) const
{
    const int line = painter.fontMetrics().height();
    const std::size_t shownNames = std::min<std::size_t>(m_series.size(), 6);
    for (std::size_t i = 0; i < shownNames; ++i) {
        const QRect box(area.left(), area.top() + static_cast<int>(i) * line, area.width(), line);
        painter.setPen(
            QPen(theme::color(tokenOf(i), palette()), 2, kStrokes.at(i / kTokens.size() % kStrokes.size())));
        painter.drawLine(box.left(), box.center().y(), box.left() + 14, box.center().y());
        painter.setPen(
            theme::color(m_series[i].name == m_current ? Token::Text : Token::Secondary, palette()));
        const QString& latest = m_series[i].latest;
        const QString value = latest.isEmpty() ? QStringLiteral("–") : latest;
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, value);
        painter.drawText(box.adjusted(20, 0, -painter.fontMetrics().horizontalAdvance(value) - 8, 0),
            Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(m_series[i].name, Qt::ElideRight, box.width() - 90));
    }
}

} // namespace offers
