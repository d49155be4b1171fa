// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/capturefile.h"

#include "protocol/capture/indexchain.h"
#include "protocol/capture/scan.h"

namespace capture {

CaptureFile::CaptureFile(File file, const std::string& path, std::uint64_t salt, const OpenOptions& options)
    : m_file(std::move(file))
    , m_size(m_file.size())
{
    m_path = path;
    m_salt = salt;
    const Contents contents { m_index, [this](Event event) { addEvent(std::move(event)); }, m_report };
    BlockReader reader(m_file, m_size, salt);
    const std::uint64_t from = options.verify ? format::kFileHeaderBytes : loadByIndex(reader, contents);
    scan(reader, from, contents);
}

std::string CaptureFile::readStored(std::uint64_t offset, std::size_t length) const
{
    // A row's length was checked against the file's size, so that no claim makes us reserve more than there
    // is.
    std::string block;
    if (offset > m_size || length > m_size - offset) {
        return block;
    }
    block.resize(length);
    block.resize(m_file.readAt(offset, block.data(), length));
    return block;
}

std::expected<std::unique_ptr<CaptureFile>, wire::Error> open(
    const std::string& path, const OpenOptions& options)
{
    std::expected<File, wire::Error> file = File::openForReading(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    std::string header(format::kFileHeaderBytes, '\0');
    header.resize(file->readAt(0, header.data(), header.size()));
    std::expected<std::uint64_t, wire::Error> salt = format::readFileHeader(header);
    if (!salt) {
        salt.error().where = path + ", " + salt.error().where;
        return std::unexpected(std::move(salt.error()));
    }
    return std::unique_ptr<CaptureFile>(new CaptureFile(std::move(*file), path, *salt, options));
}

} // namespace capture
