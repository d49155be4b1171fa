// SPDX-License-Identifier: Apache-2.0
// Any bytes: nlohmann_json and our scanner accept the same texts, but for what is known to set them apart.
#include "protocol/json/document.h"

#include <nlohmann/json.hpp>

namespace {

bool isTooDeep(const json::ScanError& error)
{
    return error.expected.starts_with("at most");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const char* data, std::size_t size)
{
    const std::string_view text(data, size);
    if (text.find('\0') != std::string_view::npos) {
        return 0; // nlohmann_json takes a NUL for the end of the text
    }
    const auto ours = json::Document::parse(QByteArray(data, static_cast<qsizetype>(size)));
    const bool theirs = nlohmann::json::accept(text);
    if (ours) {
        // It refuses what we flag.
        constexpr int kRefusedThere = json::kOutOfRange | json::kLoneSurrogate;
        if (!theirs && (ours->flags() & kRefusedThere) == 0) {
            __builtin_trap();
        }
    } else if (theirs && !isTooDeep(ours.error())) {
        __builtin_trap();
    }
    return 0;
}
