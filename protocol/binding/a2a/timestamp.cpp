// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/timestamp.h"

#include <chrono>

namespace a2a {

namespace {

using std::chrono::milliseconds;

/// The two or four digits at `at`.
std::optional<unsigned> digits(std::string_view text, std::size_t at, std::size_t count)
{
    unsigned value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        if (i >= text.size() || text[i] < '0' || text[i] > '9')
            return std::nullopt;
        value = value * 10 + static_cast<unsigned>(text[i] - '0');
    }
    return value;
}

void put(std::string& out, std::size_t at, std::size_t count, std::int64_t value)
{
    for (std::size_t i = at + count; i-- > at; value /= 10)
        out[i] = static_cast<char>('0' + value % 10);
}

/// Milliseconds of ".5", ".123456"; nullopt if there is anything else.
std::optional<unsigned> fraction(std::string_view text)
{
    if (text.empty())
        return 0U;
    if (text.size() < 2 || text[0] != '.' || !digits(text, 1, text.size() - 1))
        return std::nullopt;
    std::string three(text.substr(1, 3));
    three.resize(3, '0');
    return digits(three, 0, 3);
}

} // namespace

std::string timestamp(std::int64_t unixMs)
{
    const std::chrono::sys_time<milliseconds> time { milliseconds(unixMs) };
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::string out = "0000-00-00T00:00:00.000Z";
    put(out, 0, 4, static_cast<int>(date.year()));
    put(out, 5, 2, static_cast<unsigned>(date.month()));
    put(out, 8, 2, static_cast<unsigned>(date.day()));
    put(out, 11, 2, clock.hours().count());
    put(out, 14, 2, clock.minutes().count());
    put(out, 17, 2, clock.seconds().count());
    put(out, 20, 3, clock.subseconds().count());
    return out;
}

std::optional<std::int64_t> parseTimestamp(std::string_view text)
{
    constexpr std::string_view kForm = "0000-00-00T00:00:00";
    if (text.size() <= kForm.size() || text.back() != 'Z')
        return std::nullopt;
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        if (kForm[i] != '0' && text[i] != kForm[i])
            return std::nullopt;
    }
    const auto year = digits(text, 0, 4), month = digits(text, 5, 2), day = digits(text, 8, 2),
               hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2);
    const auto ms = fraction(text.substr(kForm.size(), text.size() - kForm.size() - 1));
    if (!year || !month || !day || !hour || !minute || !second || !ms)
        return std::nullopt;
    const std::chrono::year_month_day date(
        std::chrono::year(static_cast<int>(*year)), std::chrono::month(*month), std::chrono::day(*day));
    if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60)
        return std::nullopt;
    const auto time = std::chrono::sys_days(date) + std::chrono::hours(*hour) + std::chrono::minutes(*minute)
        + std::chrono::seconds(*second) + milliseconds(*ms);
    return std::chrono::duration_cast<milliseconds>(time.time_since_epoch()).count();
}

} // namespace a2a
