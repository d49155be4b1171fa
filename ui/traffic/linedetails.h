// SPDX-License-Identifier: GPL-3.0-or-later
// All there is to see of one line: its bytes, the whole message it is (the end) of, the heads of its
// exchange, or on a channel that many requests share where its request and the answer are.
#pragma once

#include "ui/analysis/exchanges.h"
#include "ui/traffic/linefacts.h"

#include <QByteArray>
#include <QString>

#include <atomic>

namespace traffic {

struct LineDetails {
    struct Head {
        wire::RecordNo row = wire::kNoRecord; ///< kNoRecord: there is none
        QByteArray bytes; ///< as on the wire
    };

    LineFacts facts;
    QByteArray bytes; ///< of the row
    QByteArray message; ///< with what earlier rows hold of it; empty if none
    bool isWhole = false; ///< `message` is all of it
    wire::RecordNo firstRow = wire::kNoRecord; ///< in which the message begins
    qsizetype begin = 0; ///< where the row's payload begins in `message`
    /// Of HTTP the exchange's, of a WebSocket the handshake's; the latest response's: a 100 Continue before
    /// it is part of its bytes.
    Head request, response;
    std::uint32_t exchange = 0; ///< 0: of none, or not known yet
    std::optional<analysis::Exchanges::Rows> exchangeRows; ///< of a shared channel, if it is of an exchange
    wire::RecordNo readTo = 0; ///< later rows were not looked at
    QString problem; ///< why bytes or message are missing; else empty

    /// Where in `bytes` a part of `message` lies, if that can be told.
    struct Range {
        qsizetype offset = 0;
        qsizetype length = 0;
        bool operator==(const Range&) const = default;
    };
    std::optional<Range> inBytes(qsizetype offset, qsizetype length) const;
};

/// May take long for a long message; ends early, with what there is, once `isStale`. `exchanges`: null if
/// nothing is known of them.
LineDetails readDetails(const capture::Record& record, const analysis::Exchanges* exchanges,
    const Items::Place& place, const std::atomic<bool>& isStale);

} // namespace traffic
