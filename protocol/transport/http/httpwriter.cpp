// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/httpwriter.h"

#include <array>
#include <charconv>

namespace http {

namespace {

struct Reason {
    int status;
    std::string_view phrase;
};

constexpr std::array kReasons {
    Reason { 100, "Continue" },
    Reason { 101, "Switching Protocols" },
    Reason { 200, "OK" },
    Reason { 201, "Created" },
    Reason { 202, "Accepted" },
    Reason { 204, "No Content" },
    Reason { 301, "Moved Permanently" },
    Reason { 302, "Found" },
    Reason { 303, "See Other" },
    Reason { 304, "Not Modified" },
    Reason { 307, "Temporary Redirect" },
    Reason { 308, "Permanent Redirect" },
    Reason { 400, "Bad Request" },
    Reason { 401, "Unauthorized" },
    Reason { 402, "Payment Required" },
    Reason { 403, "Forbidden" },
    Reason { 404, "Not Found" },
    Reason { 405, "Method Not Allowed" },
    Reason { 406, "Not Acceptable" },
    Reason { 408, "Request Timeout" },
    Reason { 409, "Conflict" },
    Reason { 410, "Gone" },
    Reason { 411, "Length Required" },
    Reason { 413, "Content Too Large" },
    Reason { 415, "Unsupported Media Type" },
    Reason { 422, "Unprocessable Content" },
    Reason { 426, "Upgrade Required" },
    Reason { 429, "Too Many Requests" },
    Reason { 431, "Request Header Fields Too Large" },
    Reason { 500, "Internal Server Error" },
    Reason { 501, "Not Implemented" },
    Reason { 502, "Bad Gateway" },
    Reason { 503, "Service Unavailable" },
    Reason { 504, "Gateway Timeout" },
    Reason { 505, "HTTP Version Not Supported" },
};

bool isSafeText(std::string_view text)
{
    return text.find_first_of(std::string_view("\r\n\0", 3)) == text.npos;
}

} // namespace

void appendFields(std::string& out, const Fields& fields)
{
    for (const Field& field : fields) {
        out.append(field.name).append(": ").append(field.value).append("\r\n");
    }
}

void appendRequestHead(std::string& out, const RequestHead& head)
{
    out.append(head.method).append(" ").append(head.target).append(" HTTP/1.");
    out.append(std::to_string(head.minorVersion)).append("\r\n");
    appendFields(out, head.fields);
    out.append("\r\n");
}

void appendStatusLine(std::string& out, int status)
{
    out.append("HTTP/1.1 ").append(std::to_string(status)).append(" ");
    out.append(reasonPhrase(status)).append("\r\n");
}

void appendChunkSize(std::string& out, std::size_t size)
{
    std::array<char, 2 * sizeof size> digits {};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), size, 16);
    out.append(digits.data(), result.ptr).append("\r\n");
}

std::string_view reasonPhrase(int status)
{
    const auto* const found = std::find_if(
        kReasons.begin(), kReasons.end(), [status](const Reason& reason) { return reason.status == status; });
    return found == kReasons.end() ? std::string_view() : found->phrase;
}

bool isSafe(const Fields& fields)
{
    return std::all_of(fields.begin(), fields.end(), [](const Field& field) {
        return !field.name.empty() && field.name.find(':') == std::string::npos && isSafeText(field.name)
            && isSafeText(field.value);
    });
}

} // namespace http
