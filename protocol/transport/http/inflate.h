// SPDX-License-Identifier: Apache-2.0
// Undoes the content codings gzip and deflate (RFC 9110 §8.4.1) piece by piece, under a limit on what comes
// out.
#pragma once

#include "protocol/wire/error.h"

#include <QByteArray>

#include <memory>
#include <optional>
#include <string_view>

namespace http {

class Inflater final {
public:
    explicit Inflater(std::size_t limit);
    ~Inflater();
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// Whether a Content-Encoding is one of those undone here.
    static bool understands(std::string_view contentEncoding);

    /// Appends what `piece` decodes to; the limit counts over all pieces.
    std::optional<wire::Error> feed(std::string_view piece, QByteArray& out);
    /// An error if the coded text is cut short.
    std::optional<wire::Error> finish() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::size_t m_limit;
    std::size_t m_made = 0;
};

} // namespace http
