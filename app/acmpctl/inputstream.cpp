// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/inputstream.h"

#include <QFileInfo>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace acmpctl {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::size_t kRead = std::size_t { 64 } << 10;
/// A line without an end becomes pieces of this size.
constexpr std::size_t kLongestPiece = std::size_t { 1 } << 20;

/// Of the UTF-8 character that begins so; 1 where none does.
std::size_t characterLength(char first)
{
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 1;
}

/// So many of its bytes that it does not end within a character.
std::size_t wholeCharacters(std::string_view text)
{
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
        const char c = text[text.size() - back];
        if ((static_cast<unsigned char>(c) & 0xc0) != 0x80)
            return characterLength(c) > back ? text.size() - back : text.size();
    }
    return text.size();
}

} // namespace

InputStream::InputStream(buyer::TaskRun& run, std::string type, std::optional<std::int64_t> chunkBytes)
    : m_run(run)
    , m_type(std::move(type))
    , m_chunkBytes(chunkBytes)
{
    connect(&run, &buyer::TaskRun::inputSent, this,
        [this](const acmp::InputChunk& chunk, const std::optional<Error>& error) {
            if (!error)
                return readOn();
            fail(Error { error->kind,
                "input chunk " + std::to_string(chunk.seq) + " was not taken: " + error->message,
                error->expected, error->found, error->where, error->transient });
        });
}

std::optional<Error> InputStream::check(const InvokeArguments& arguments)
{
    if (arguments.chunkBytes && isJsonType(arguments.inputType))
        return Error { ErrorKind::Usage, "--chunk-bytes",
            "none where --input-type is JSON, which comes as a value a line",
            std::to_string(*arguments.chunkBytes), {}, false };
    const std::string& file = arguments.inputStream;
    const QFileInfo facts(QString::fromStdString(file));
    if (file.empty() || file == "-" || (facts.isReadable() && !facts.isDir()))
        return std::nullopt;
    return Error { ErrorKind::Usage, "the input can't be read", "a readable file",
        facts.isDir()        ? "a folder"
            : facts.exists() ? "one that is not"
                             : "none",
        file, false };
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
    if (size < 0) {
        if (errno == EAGAIN || errno == EINTR)
            return errno == EINTR;
        fail(Error { ErrorKind::Usage, "the input can't be read", "bytes", std::strerror(errno),
            m_file.fileName().isEmpty() ? "stdin" : m_file.fileName().toStdString(), false });
        return false;
    }
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
    while (const std::size_t size = nextPiece(std::string_view(m_rest).substr(at))) {
        if (!take(m_rest.substr(at, size)))
            return stop();
        at += size;
    }
    m_rest.erase(0, at);
    if (!m_isAtEnd)
        return;
    if (!isJsonType(m_type))
        send(m_rest, true);
    else if (take(std::move(m_rest)))
        send(m_held.value_or("null"), true);
}

// 0: not whole yet.
std::size_t InputStream::nextPiece(std::string_view rest) const
{
    const std::size_t line = m_chunkBytes ? rest.npos : rest.find('\n');
    if (line != rest.npos)
        return line + 1;
    const auto size = m_chunkBytes ? static_cast<std::size_t>(*m_chunkBytes) : kLongestPiece;
    if (size > rest.size())
        return 0;
    if (!isTextType(m_type))
        return size;
    const std::size_t whole = wholeCharacters(rest.substr(0, size));
    const std::size_t first = characterLength(rest.front());
    return whole > 0 ? whole : first <= rest.size() ? first : 0;
}

bool InputStream::take(std::string piece)
{
    if (!isJsonType(m_type))
        return send(piece, false);
    if (piece.find_first_not_of(" \t\r\n") == piece.npos)
        return true;
    // What is no JSON is told now, not when the next one has come.
    if (const auto content = readContent(m_type, piece); !content) {
        fail(content.error());
        return false;
    }
    const auto before = std::exchange(m_held, std::move(piece));
    return !before || send(*before, false);
}

// False if no more is wanted.
bool InputStream::send(const std::string& piece, bool final)
{
    auto content = readContent(m_type, piece);
    if (!content) {
        fail(content.error());
        return false;
    }
    return m_run.sendInput(std::move(*content), final);
}

void InputStream::stop()
{
    m_isAtEnd = true;
    if (m_notifier)
        m_notifier->setEnabled(false);
}

void InputStream::fail(const Error& error)
{
    stop();
    Q_EMIT failed(error);
}

} // namespace acmpctl
