// SPDX-License-Identifier: Apache-2.0
#include "protocol/acmp/retryafter.h"

#include "protocol/rpc/codes.h"

#include <algorithm>
#include <charconv>

namespace acmp {

std::optional<std::chrono::milliseconds> retryAfter(const TaskError& error)
{
    if (error.code != rpc::code::kAcmpInternal || !error.data)
        return std::nullopt;
    const auto found = std::ranges::find(error.data->extra, kRetryAfter, &Extra::value_type::first);
    if (found == error.data->extra.end())
        return std::nullopt;
    const std::string_view text = found->second.text();
    std::int64_t waitMs = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), waitMs).ec != std::errc() || waitMs < 0)
        return std::nullopt;
    return std::chrono::milliseconds(waitMs);
}

} // namespace acmp
