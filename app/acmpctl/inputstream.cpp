// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/inputstream.h"

#include <fcntl.h>
#include <unistd.h>

namespace acmpctl {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::size_t kRead = std::size_t { 64 } << 10;
/// A line without an end becomes pieces of this size.
constexpr std::size_t kLongestPiece = std::size_t { 1 } << 20;

} // namespace

InputStream::InputStream(buyer::TaskRun& run, std::string type, std::optional<std::int64_t> chunkBytes)
    : m_run(run)
    , m_type(std::move(type))
    , m_chunkBytes(chunkBytes)
{
    connect(&run, &buyer::TaskRun::inputSent, this,
        [this](const acmp::InputChunk& chunk, const std::optional<Error>& error) {
            if (error) {
                m_notifier.reset();
                Q_EMIT failed(Error { error->kind,
                    "input chunk " + std::to_string(chunk.seq) + " was not taken: " + error->message,
                    error->expected, error->found, error->where, error->transient });
                return;
            }
            readOn();
        });
}

std::expected<void, Error> InputStream::open(const std::string& file)
{
    bool isOpen = false;
    if (file == "-") {
        isOpen = m_file.open(STDIN_FILENO, QIODevice::ReadOnly | QIODevice::Unbuffered);
    } else {
        m_file.setFileName(QString::fromStdString(file));
        isOpen = m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }
    if (isOpen)
        return {};
    return std::unexpected(Error { ErrorKind::Usage, "the input can't be read", "a readable file",
        m_file.errorString().toStdString(), file, false });
}

void InputStream::start()
{
    // A terminal or a pipe gives what it has when it has it; a regular file can always be read.
    if (m_file.isSequential()) {
        m_notifier = std::make_unique<QSocketNotifier>(m_file.handle(), QSocketNotifier::Read);
        connect(m_notifier.get(), &QSocketNotifier::activated, this, &InputStream::readOn);
    }
    readOn();
}

void InputStream::readOn()
{
    if (m_isAtEnd || m_run.waitingInput() > 0) {
        if (m_notifier)
            m_notifier->setEnabled(false);
        return;
    }
    if (m_notifier) {
        // From a pipe only what is there, and from within its own signal.
        m_notifier->setEnabled(true);
        if (sender() == m_notifier.get())
            read();
        return;
    }
    while (!m_isAtEnd && m_run.waitingInput() == 0 && read()) { }
}

// False if nothing can be read any more.
bool InputStream::read()
{
    std::string buffer(kRead, '\0');
    const ssize_t size = ::read(m_file.handle(), buffer.data(), buffer.size());
    if (size < 0)
        return errno == EINTR;
    m_isAtEnd = size == 0;
    m_rest.append(buffer.data(), static_cast<std::size_t>(size));
    cut();
    if (m_isAtEnd && m_notifier)
        m_notifier->setEnabled(false);
    return !m_isAtEnd;
}

void InputStream::cut()
{
    std::size_t at = 0;
    for (;;) {
        const std::size_t left = m_rest.size() - at;
        const std::size_t line = m_rest.find('\n', at);
        std::size_t size = m_chunkBytes ? static_cast<std::size_t>(*m_chunkBytes)
            : line != std::string::npos ? line + 1 - at
                                        : kLongestPiece;
        if (size > left)
            break;
        if (!send(m_rest.substr(at, size), false))
            return;
        at += size;
    }
    m_rest.erase(0, at);
    if (m_isAtEnd)
        send(std::exchange(m_rest, {}), true);
}

bool InputStream::send(std::string piece, bool final)
{
    const bool isText = m_type == "text" || m_type.starts_with("text/");
    acmp::Content content;
    content.type = m_type;
    content.data
        = json::Raw::string(isText ? piece : QByteArray::fromStdString(piece).toBase64().toStdString());
    return m_run.sendInput(std::move(content), final);
}

} // namespace acmpctl
