// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/copying.h"

#include "protocol/json/text.h"

namespace traffic {

namespace {

constexpr std::size_t kPerLine = 16;
constexpr char kDigits[] = "0123456789abcdef";

void appendHex(QString& text, unsigned char byte)
{
    text += QLatin1Char(kDigits[byte >> 4U]);
    text += QLatin1Char(kDigits[byte & 0xFU]);
}

} // namespace

QString cellsOf(const TrafficModel& model, int row)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells += model.index(row, column).data().toString();
    return cells.join(QLatin1Char('\t'));
}

QString textOf(std::string_view bytes)
{
    return json::isValidUtf8(bytes) ? QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()))
                                    : QString::fromStdString(wire::excerpt(bytes, bytes.size()));
}

QString hexOf(std::string_view bytes)
{
    QString text;
    for (std::size_t begin = 0; begin < bytes.size(); begin += kPerLine) {
        const std::string_view line = bytes.substr(begin, kPerLine);
        text += QStringLiteral("%1 ").arg(begin, 4, 16, QLatin1Char('0'));
        QString shown;
        for (const char c : line) {
            text += QLatin1Char(' ');
            appendHex(text, static_cast<unsigned char>(c));
            shown += c >= ' ' && c <= '~' ? QLatin1Char(c) : QLatin1Char('.');
        }
        text += QString(3 * static_cast<qsizetype>(kPerLine - line.size()) + 2, QLatin1Char(' '));
        text += shown + QLatin1Char('\n');
    }
    return text;
}

} // namespace traffic
