// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace capture {

namespace {

wire::Error systemError(const char* what, const std::string& path, int number)
{
    return { .kind = wire::ErrorKind::Io,
        .message = what + (": " + std::generic_category().message(number)),
        .expected = {},
        .found = {},
        .where = path,
        .transient = number == ENOSPC || number == EDQUOT || number == EFBIG || number == EINTR };
}

wire::Error refusal(std::string expected, std::string found, const std::string& path)
{
    return { .kind = wire::ErrorKind::Usage,
        .message = "The capture file can't be used",
        .expected = std::move(expected),
        .found = std::move(found),
        .where = path };
}

int createExclusively(const std::string& path)
{
    constexpr int kOwnerOnly = 0600;
    return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kOwnerOnly);
}

} // namespace

File::File(int descriptor, std::string path)
    : m_descriptor(descriptor)
    , m_path(std::move(path))
{
}

File::~File()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

File::File(File&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_path(std::move(other.m_path))
{
}

File& File::operator=(File&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_path, other.m_path);
    return *this;
}

std::expected<File, wire::Error> File::openForReading(const std::string& path)
{
    // Without O_NONBLOCK a named pipe would hold us here.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return std::unexpected(systemError("The capture file can't be opened", path, errno));
    }
    File file(descriptor, path);
    struct stat facts {};
    if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return std::unexpected(refusal("a regular file", "a directory, device, pipe or socket", path));
    }
    return file;
}

std::expected<File, wire::Error> File::create(const std::string& path, bool overwrite)
{
    struct stat facts {};
    const bool exists = ::lstat(path.c_str(), &facts) == 0;
    if (exists && !overwrite) {
        return std::unexpected(refusal("the name of a new file", "a file that exists", path));
    }
    if (exists && !S_ISREG(facts.st_mode)) {
        return std::unexpected(refusal("a regular file to replace", "a link, directory or device", path));
    }

    const std::string made = exists ? path + ".new" : path;
    const int descriptor = createExclusively(made);
    if (descriptor < 0) {
        return std::unexpected(systemError("The capture file can't be created", made, errno));
    }
    File file(descriptor, path);
    if (exists && ::rename(made.c_str(), path.c_str()) != 0) {
        const int number = errno;
        ::unlink(made.c_str());
        return std::unexpected(systemError("The capture file can't be replaced", path, number));
    }
    return file;
}

std::uint64_t File::size() const
{
    struct stat facts {};
    if (::fstat(m_descriptor, &facts) != 0 || facts.st_size < 0) {
        return 0;
    }
    return static_cast<std::uint64_t>(facts.st_size);
}

std::size_t File::readAt(std::uint64_t offset, char* to, std::size_t length) const
{
    std::size_t done = 0;
    while (done < length) {
        const ssize_t count
            = ::pread(m_descriptor, to + done, length - done, static_cast<off_t>(offset + done));
        if (count > 0) {
            done += static_cast<std::size_t>(count);
        } else if (count == 0 || errno != EINTR) {
            break;
        }
    }
    return done;
}

std::optional<wire::Error> File::writeAt(
    std::uint64_t offset, const char* from, std::size_t length, std::size_t& done) const
{
    while (done < length) {
        const ssize_t count
            = ::pwrite(m_descriptor, from + done, length - done, static_cast<off_t>(offset + done));
        if (count >= 0) {
            done += static_cast<std::size_t>(count);
        } else if (errno != EINTR) {
            return error("The capture file can't be written");
        }
    }
    return std::nullopt;
}

std::optional<wire::Error> File::sync() const
{
    // EINVAL: a file system that has nothing to flush to.
    if (::fdatasync(m_descriptor) != 0 && errno != EINVAL) {
        return error("The capture file can't be flushed to its disk");
    }
    return std::nullopt;
}

wire::Error File::error(const char* what) const
{
    return systemError(what, m_path, errno);
}

} // namespace capture
