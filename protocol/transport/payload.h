// SPDX-License-Identifier: Apache-2.0
// One message as a transport delivers it: bytes shared with the read buffer, and where they stand on record.
#pragma once

#include "protocol/wire/ids.h"

#include <QByteArray>

#include <string_view>

namespace transport {

inline std::string_view toView(const QByteArray& bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

struct Payload {
    QByteArray bytes; ///< holds the message somewhere within; sharing it costs nothing
    qsizetype offset = 0;
    qsizetype length = 0;
    wire::RecordNo record = wire::kNoRecord; ///< the slice that holds (the end of) it

    std::string_view view() const { return { bytes.constData() + offset, static_cast<std::size_t>(length) }; }
};

} // namespace transport
