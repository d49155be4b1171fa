// SPDX-License-Identifier: Apache-2.0
// A file read and written at offsets, from any thread. The seam to the system: POSIX only.
#pragma once

#include "protocol/wire/error.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace capture {

class File final {
public:
    File() = default;
    ~File();
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;

    static std::expected<File, wire::Error> openForReading(const std::string& path);
    /// A new file that only its owner can read. One that exists is refused, or with `overwrite` replaced if
    /// it is a regular file (never what a link points to); whoever has the old one open keeps it.
    static std::expected<File, wire::Error> create(const std::string& path, bool overwrite);

    std::uint64_t size() const;
    /// Reads up to `length` bytes; less at the end of the file or on an error.
    std::size_t readAt(std::uint64_t offset, char* to, std::size_t length) const;
    /// Writes all of `length`; how many were written stands in `done`, which also says where to go on after
    /// an error.
    std::optional<wire::Error> writeAt(
        std::uint64_t offset, const char* from, std::size_t length, std::size_t& done) const;
    std::optional<wire::Error> sync() const;

private:
    File(int descriptor, std::string path);
    wire::Error error(const char* what) const;

    int m_descriptor = -1;
    std::string m_path;
};

} // namespace capture
