// SPDX-License-Identifier: Apache-2.0
// A duplex of whole messages that all requests of one connection share: the lines of stdio, the text messages
// of a WebSocket. Knows bytes only. Everything that crosses it is on record before anyone reads it.
#pragma once

#include "protocol/transport/payload.h"
#include "protocol/wire/error.h"

#include <QObject>

#include <memory>
#include <string>
#include <string_view>

namespace transport {

struct Route;

/// What breaks the transport's own rules without ending it, for the binding to report.
struct Oddity {
    std::string_view rule; ///< id of a rule of the table in acmp/rules.h; of static storage
    std::string expected;
    std::string found;
    wire::RecordNo record = wire::kNoRecord;
};

/// Opens once, ends once.
class Channel : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Channel)

public:
    /// Client sides: starts to connect; opened() or ended() come later, never from within. Server sides are
    /// open from the start, and begin to read.
    virtual void open() = 0;
    virtual bool isOpen() const = 0;
    virtual wire::ConnectionId connection() const = 0;
    /// How its connection came about, or why it did not. Null before open(), on server sides, and where
    /// nothing is connected to.
    virtual std::shared_ptr<const Route> route() const { return nullptr; }
    /// Hands one message to the transport; kNoRecord, and nothing sent, unless it is open.
    virtual wire::RecordNo send(std::string_view message) = 0;
    /// False while more than the high-water mark waits to be written; writable() tells when that is over.
    virtual bool isWritable() const = 0;
    /// Stops reading (back-pressure reaches the peer) until called with false.
    virtual void pauseReading(bool pause) = 0;
    /// The transport's orderly end; ended() follows, later, with ErrorKind::Cancelled.
    virtual void close() = 0;

Q_SIGNALS:
    void opened();
    void received(const transport::Payload& message);
    void odd(const transport::Oddity& oddity);
    /// A sign of life that is no message: a ping or pong.
    void alive();
    void writable();
    /// Exactly once, last: why nothing more will come. `cause.message` names how the peer ended it (exit
    /// status, signal, close code, reset).
    void ended(const wire::Error& cause);

protected:
    using QObject::QObject;
};

} // namespace transport
