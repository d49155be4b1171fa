// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/format.h"
#include "ui/traffic/words.h"

#include <QDateTime>

#include <cmath>

namespace traffic {

namespace {

constexpr QChar kNoBreakSpace(0xA0);

// Asking for it costs several system calls; it changes at most each quarter of an hour.
std::int64_t secondsFromUtc(std::int64_t secs)
{
    constexpr std::int64_t kQuarter = 900;
    static thread_local std::pair<std::int64_t, std::int64_t> last { -1, 0 };
    if (last.first != secs / kQuarter)
        last = { secs / kQuarter, QDateTime::fromSecsSinceEpoch(secs).offsetFromUtc() };
    return last.second;
}

} // namespace

QString grouped(std::uint64_t number)
{
    QString text = QString::number(number);
    for (qsizetype at = text.size() - 3; at > 0; at -= 3)
        text.insert(at, kNoBreakSpace);
    return text;
}

QString timeText(std::optional<std::int64_t> unixUs, wire::nanoseconds sinceStart)
{
    constexpr std::int64_t kMillion = 1'000'000;
    const std::int64_t us = unixUs ? *unixUs : sinceStart.count() / 1000;
    const std::int64_t within = ((us % kMillion) + kMillion) % kMillion;
    const QString digits = QStringLiteral("%1").arg(within, 6, 10, QLatin1Char('0'));
    const QString fraction = QLatin1Char('.') + digits.left(3) + kNoBreakSpace + digits.mid(3);
    if (!unixUs)
        return QLatin1Char('+') + QString::number((us - within) / kMillion) + fraction;
    constexpr std::int64_t kDay = 86'400;
    const std::int64_t secs = (us - within) / kMillion;
    const std::int64_t ofDay = (((secs + secondsFromUtc(secs)) % kDay) + kDay) % kDay;
    const auto part = [&](std::int64_t unit, std::int64_t modulus) {
        return QStringLiteral("%1").arg(ofDay / unit % modulus, 2, 10, QLatin1Char('0'));
    };
    return part(3600, 24) + QLatin1Char(':') + part(60, 60) + QLatin1Char(':') + part(1, 60) + fraction;
}

QString deltaText(wire::nanoseconds delta)
{
    const double ms = wire::toMs(delta);
    const double size = std::abs(ms);
    const int places = size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0;
    return (ms < 0 ? QString(kMinus) : QStringLiteral("+")) + QString::number(size, 'f', places);
}

QString shortSizeText(std::uint64_t bytes)
{
    constexpr std::uint64_t kExact = 10'000;
    constexpr double kKiB = 1024;
    if (bytes < kExact)
        return grouped(bytes) + kNoBreakSpace + QLatin1Char('B');
    const double kib = static_cast<double>(bytes) / kKiB;
    const double size = kib < kKiB ? kib : kib / kKiB;
    const QString number = QString::number(size, 'f', size < 100 ? 1 : 0);
    return kib < kKiB ? Text::tr("%1 KiB").arg(number) : Text::tr("%1 MiB").arg(number);
}

QString sizeText(std::uint64_t bytes)
{
    const QString exact = grouped(bytes) + kNoBreakSpace + QLatin1Char('B');
    const QString rounded = shortSizeText(bytes);
    return rounded == exact ? exact : Text::tr("%1 (%2)").arg(exact, rounded);
}

} // namespace traffic
