// SPDX-License-Identifier: Apache-2.0
// The bytes of one JSON text and the tape over them. Read through View; never rebuilt.
#pragma once

#include "protocol/json/scanner.h"
#include "protocol/json/view.h"

#include <QByteArray>

#include <expected>

namespace json {

class Document final {
public:
    Document() = default;

    static std::expected<Document, ScanError> parse(QByteArray bytes, const ScanLimits& limits = {});
    /// Reads `length` bytes of `bytes` from `offset`, reusing this document's tape. Views into it die. On
    /// failure isValid() is false and error() tells.
    bool reset(QByteArray bytes, qsizetype offset, qsizetype length, const ScanLimits& limits = {});
    /// The same over `text`, which is not copied and must outlive what is read of it here.
    bool borrow(std::string_view text, const ScanLimits& limits = {});

    bool isValid() const { return m_valid; }
    const ScanError& error() const { return m_error; }
    /// All flags of the text, or-ed (scanner.h).
    std::uint8_t flags() const { return m_tape.flags; }

    std::string_view text() const
    {
        return { m_bytes.constData() + m_offset, static_cast<std::size_t>(m_length) };
    }
    /// Invalid unless isValid().
    View root() const;
    const Tape& tape() const { return m_tape; }
    /// The value that an RFC 6901 pointer names, invalid if there is none. Among duplicate keys the last
    /// counts.
    View at(std::string_view pointer) const;
    /// The same, or the innermost value around it that there is.
    View nearest(std::string_view pointer) const;
    /// RFC 6901 pointer of the innermost value (or member, when on its key) at a byte of text().
    std::string pointerAt(std::size_t offset) const;

private:
    friend class View;
    QByteArray m_bytes;
    qsizetype m_offset = 0;
    qsizetype m_length = 0;
    Tape m_tape;
    ScanError m_error;
    bool m_valid = false;
};

/// "expected {expected}, found {found} at byte {offset}", for messages.
std::string toString(const ScanError& error);

} // namespace json
