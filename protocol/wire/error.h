// SPDX-License-Identifier: Apache-2.0
// The one error type of protocol/: what kind, what happened, and for a person what was expected, what came
// and where.
#pragma once

#include <string>
#include <string_view>

namespace wire {

enum class ErrorKind {
    Usage, ///< the caller asked for something that can't be
    NotAdvertised, ///< the peer does not offer it (Layer 1 §1)
    Unreachable, ///< name, route, refusal, reset before an answer
    Tls,
    Http, ///< a status that is no answer of the protocol above
    Protocol, ///< the peer broke the protocol
    Refused, ///< the peer said no in the protocol's own words
    Deadline, ///< timeout_ms or the liveness window
    Cancelled,
    TooLarge, ///< over one of our limits
    Io, ///< file or device of this machine
};

struct Error {
    ErrorKind kind = ErrorKind::Protocol;
    std::string message; ///< one sentence, for a person
    std::string expected; ///< what should have come; may be empty
    std::string found; ///< what came instead, shortened; may be empty
    std::string where; ///< JSON pointer, header, byte offset, file and line; may be empty
    bool transient = false; ///< the same again may work

    bool operator==(const Error&) const = default;

    /// "message: expected …, found … (at …)", leaving out what is empty.
    std::string toString() const;
};

/// `text` for a message: at most `limit` bytes, control characters and bad UTF-8 as \xNN, an ellipsis if cut.
std::string excerpt(std::string_view text, std::size_t limit = 120);

} // namespace wire
