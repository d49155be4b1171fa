// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/date.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace http {

namespace {

constexpr std::array<std::string_view, 12> kMonths { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug",
    "Sep", "Oct", "Nov", "Dec" };

void appendTwoDigits(std::string& out, unsigned number)
{
    out += static_cast<char>('0' + number / 10 % 10);
    out += static_cast<char>('0' + number % 10);
}

} // namespace

std::string httpDate(std::int64_t unixSeconds)
{
    using namespace std::chrono;
    constexpr std::array<std::string_view, 7> kDays { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
    const sys_seconds at { seconds(unixSeconds) };
    const sys_days day = floor<days>(at);
    const year_month_day date(day);
    const auto second = static_cast<unsigned>((at - day).count());
    std::string text(kDays[weekday(day).c_encoding()]);
    text += ", ";
    appendTwoDigits(text, static_cast<unsigned>(date.day()));
    text.append(" ").append(kMonths[static_cast<unsigned>(date.month()) - 1]).append(" ");
    text.append(std::to_string(static_cast<int>(date.year()))).append(" ");
    appendTwoDigits(text, second / 3600);
    text += ':';
    appendTwoDigits(text, second / 60 % 60);
    text += ':';
    appendTwoDigits(text, second % 60);
    return text + " GMT";
}

std::optional<std::int64_t> readHttpDate(std::string_view text)
{
    using namespace std::chrono;
    constexpr std::string_view kForm = "ddd, dd mmm yyyy hh:mm:ss GMT";
    if (text.size() != kForm.size() || !text.ends_with(" GMT")) {
        return std::nullopt;
    }
    const auto number = [text](std::size_t at, std::size_t length) {
        int value = -1;
        const char* const end = text.data() + at + length;
        const auto read = std::from_chars(text.data() + at, end, value);
        return read.ptr == end ? value : -1;
    };
    const auto* const month = std::ranges::find(kMonths, text.substr(8, 3));
    const year_month_day date { year(number(12, 4)),
        std::chrono::month(static_cast<unsigned>(month - kMonths.begin() + 1)),
        day(static_cast<unsigned>(number(5, 2))) };
    const int hour = number(17, 2);
    const int minute = number(20, 2);
    const int second = number(23, 2);
    const bool isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second <= 60;
    if (!date.ok() || !isTime) {
        return std::nullopt;
    }
    const auto at = sys_days(date) + hours(hour) + minutes(minute) + seconds(second);
    return sys_seconds(at).time_since_epoch().count();
}

std::optional<std::int64_t> dateMsOf(const Fields& fields)
{
    const auto seconds = readHttpDate(fields.find("Date").value_or(""));
    return seconds ? std::optional(*seconds * 1000) : std::nullopt;
}

} // namespace http
