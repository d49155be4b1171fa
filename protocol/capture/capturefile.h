// SPDX-License-Identifier: Apache-2.0
// A capture opened from disk: finished, cut off by a crash, damaged, or still being written by somebody else
// (then as far as it had come).
#pragma once

#include "protocol/capture/contents.h"
#include "protocol/capture/file.h"
#include "protocol/capture/record.h"

#include <memory>

namespace capture {

struct OpenOptions {
    /// Read every block and its checksum instead of trusting the index. Damaged rows then become gaps, where
    /// otherwise only reading such a row tells.
    bool verify = false;
};

class CaptureFile final : public Record {
public:
    const OpenReport& report() const { return m_report; }

private:
    friend std::expected<std::unique_ptr<CaptureFile>, wire::Error> open(
        const std::string& path, const OpenOptions& options);
    CaptureFile(File file, const std::string& path, std::uint64_t salt, const OpenOptions& options);

    std::string readStored(std::uint64_t offset, std::size_t length) const override;

    File m_file;
    std::uint64_t m_size;
    OpenReport m_report;
};

/// Fails only if the file can't be read at all or is no capture; everything else is in the report and the
/// events.
std::expected<std::unique_ptr<CaptureFile>, wire::Error> open(
    const std::string& path, const OpenOptions& options = {});

} // namespace capture
