// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/error.h"

#include <QStringDecoder>

namespace wire {

std::string Error::toString() const
{
    std::string all = message;
    if (!expected.empty())
        all += ": expected " + expected;
    if (!found.empty())
        all += (expected.empty() ? ": found " : ", found ") + found;
    if (!where.empty())
        all += " (at " + where + ')';
    return all;
}

namespace {

void appendHex(std::string& out, unsigned char byte)
{
    out += "\\x";
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
}

} // namespace

std::string excerpt(std::string_view text, std::size_t limit)
{
    const bool cut = text.size() > limit;
    if (cut) {
        // Not inside a character.
        while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80)
            --limit;
        text = text.substr(0, limit);
    }
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder.decode(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    const bool valid = !decoder.hasError() && decoded.size() >= 0;
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !valid))
            appendHex(out, byte);
        else
            out += c;
    }
    if (cut)
        out += "…";
    return out;
}

} // namespace wire
