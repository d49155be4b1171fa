// SPDX-License-Identifier: GPL-3.0-or-later
// A file as the pieces of a task's input (Layer 1 §3.4), read one by one. Internal to stack/.
#pragma once

#include "ui/stack/runstate.h"

#include <QFile>

namespace stack {

class InputFile final {
public:
    /// A line without an end becomes pieces of this size.
    static constexpr qint64 kLongestPiece = qint64 { 1 } << 20;

    /// A regular file that can be read.
    static std::expected<std::unique_ptr<InputFile>, wire::Error> open(InputFromFile how);

    const std::string& path() const { return m_how.path; }
    /// The next piece, nullopt at the end. Text is cut between characters; that it is UTF-8 is checked. What
    /// is neither text nor JSON goes as base64.
    std::expected<std::optional<acmp::Content>, wire::Error> next();

private:
    explicit InputFile(InputFromFile how);

    QByteArray cut();
    wire::Error error(
        wire::ErrorKind kind, std::string message, std::string expected, std::string found) const;

    InputFromFile m_how;
    QFile m_file;
    qint64 m_at = 0;
};

/// As Layer 1 wants them: text and JSON as they stand, all else as base64.
bool isTextual(std::string_view type);

} // namespace stack
