// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/headcheck.h"

#include "protocol/transport/http/headscan.h"

namespace http {

namespace {

bool isNumber(std::string_view text)
{
    return !text.empty()
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string show(const Field& field)
{
    return wire::excerpt(field.name + ": " + field.value, 60);
}

Refusal transferEncoding(std::uint64_t offset, std::string found)
{
    return refusalAt(offset, "a Transfer-Encoding that is not understood", "chunked", std::move(found), 501);
}

Refusal lengthAndEncoding(std::uint64_t offset)
{
    return refusalAt(offset, "both Content-Length and Transfer-Encoding", "one of them");
}

Refusal twoLengths(std::uint64_t offset, std::string found)
{
    return refusalAt(offset, "two lengths", "one Content-Length", std::move(found));
}

Refusal badLength(std::uint64_t offset, std::string found)
{
    return refusalAt(offset, "a Content-Length that is no number", "decimal digits", std::move(found));
}

struct Seen {
    int hosts = 0;
    int lengths = 0;
    int encodings = 0;
};

std::optional<Refusal> checkField(const Field& field, std::uint64_t at, bool isRequest, Seen& seen)
{
    if (isRequest && equalsIgnoringCase(field.name, "Host")) {
        if (++seen.hosts > 1) {
            return refusalAt(at, "two Host fields", "one", show(field));
        }
    } else if (equalsIgnoringCase(field.name, "Content-Length")) {
        if (++seen.lengths > 1 || field.value.find(',') != std::string::npos) {
            return twoLengths(at, show(field));
        }
        if (!isNumber(field.value)) {
            return badLength(at, show(field));
        }
    } else if (equalsIgnoringCase(field.name, "Transfer-Encoding")) {
        if (++seen.encodings > 1 || !equalsIgnoringCase(field.value, "chunked")) {
            return transferEncoding(at, show(field));
        }
    }
    if (seen.lengths > 0 && seen.encodings > 0) {
        return lengthAndEncoding(at);
    }
    return std::nullopt;
}

} // namespace

std::optional<Refusal> checkFraming(
    const Fields& fields, std::span<const std::uint64_t> offsets, bool isRequest)
{
    Seen seen;
    std::size_t i = 0;
    for (const Field& field : fields) {
        if (auto refusal = checkField(field, offsets[i++], isRequest, seen)) {
            return refusal;
        }
    }
    return std::nullopt;
}

std::optional<Refusal> checkStatus(int status, std::uint64_t offset)
{
    if (status >= 100) {
        return std::nullopt;
    }
    return refusalAt(offset, "a status that is none", "100 to 999", std::to_string(status));
}

Refusal lengthRefusal(const Fields& fields, std::string_view line, std::uint64_t offset)
{
    const bool isLength = equalsIgnoringCase(line.substr(0, line.find(':')), "Content-Length");
    const bool hadLength = fields.find("Content-Length").has_value();
    const bool hadEncoding = fields.find("Transfer-Encoding").has_value();
    std::string found = wire::excerpt(line, 60);
    if (isLength ? hadEncoding : hadLength) {
        return lengthAndEncoding(offset);
    }
    if (!isLength) {
        return transferEncoding(offset, std::move(found));
    }
    if (hadLength) {
        return twoLengths(offset, std::move(found));
    }
    return badLength(offset, std::move(found));
}

} // namespace http
