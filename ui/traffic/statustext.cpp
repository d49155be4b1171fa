// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/presentation.h"
#include "ui/traffic/search.h"
#include "ui/traffic/words.h"

namespace traffic {

namespace {

} // namespace

QString statusText(std::uint64_t rows, const Search* search, wire::RecordNo checkedTo)
{
    QStringList parts;
    if (!search) {
        parts += Text::tr("%1 rows").arg(grouped(rows));
    } else {
        parts += Text::tr("%1 of %2 rows").arg(grouped(search->found.size()), grouped(rows));
        const std::int64_t us = search->tookUs;
        parts += us < 0
            ? Text::tr("searching")
            : Text::tr("filtered in %1 ms").arg(grouped(static_cast<std::uint64_t>(us + 999) / 1000));
    }
    if (checkedTo < rows)
        parts += Text::tr("checked to row %1").arg(grouped(checkedTo));
    return parts.join(QStringLiteral(" · "));
}

} // namespace traffic
