// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/inputfile.h"

#include <QFileInfo>
#include <QStringDecoder>

namespace stack {

using wire::Error;
using wire::ErrorKind;

namespace {

/// How many bytes of the text are whole characters of UTF-8, as far as its end tells.
qsizetype wholeCharacters(const QByteArray& text)
{
    constexpr qsizetype kLongest = 4;
    for (qsizetype back = 1; back <= qMin(kLongest, text.size()); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if ((byte & 0xC0U) == 0x80U)
            continue;
        const qsizetype length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
        return length > back ? text.size() - back : text.size();
    }
    return text.size();
}

} // namespace

bool isTextual(std::string_view type)
{
    const std::string_view bare = type.substr(0, type.find(';'));
    return bare.find('/') == std::string_view::npos || bare.starts_with("text/") || bare.ends_with("/json")
        || bare.ends_with("+json");
}

InputFile::InputFile(InputFromFile how)
    : m_how(std::move(how))
    , m_file(QString::fromStdString(m_how.path))
{
}

Error InputFile::error(ErrorKind kind, std::string message, std::string expected, std::string found) const
{
    return { kind, std::move(message), std::move(expected), std::move(found), m_how.path, false };
}

std::expected<std::unique_ptr<InputFile>, Error> InputFile::open(InputFromFile how)
{
    std::unique_ptr<InputFile> file(new InputFile(std::move(how)));
    // Reading anything else could wait for ever.
    if (!QFileInfo(file->m_file).isFile())
        return std::unexpected(
            file->error(ErrorKind::Usage, "the input can't be read", "a regular file", "none"));
    if (!file->m_file.open(QIODevice::ReadOnly))
        return std::unexpected(file->error(ErrorKind::Io, "the input can't be read", "a readable file",
            file->m_file.errorString().toStdString()));
    return file;
}

QByteArray InputFile::cut()
{
    if (!m_how.pieceBytes)
        return m_file.readLine(kLongestPiece + 1);
    const qint64 bytes = std::clamp<qint64>(*m_how.pieceBytes, 1, kLongestPiece);
    QByteArray piece = m_file.read(bytes);
    if (!isTextual(m_how.type))
        return piece;
    if (wholeCharacters(piece) == 0)
        piece += m_file.read(3);
    const qsizetype whole = wholeCharacters(piece);
    if (whole > 0 && whole < piece.size() && !m_file.atEnd()) {
        piece.truncate(whole);
        m_file.seek(m_at + whole);
    }
    return piece;
}

std::expected<std::optional<acmp::Content>, Error> InputFile::next()
{
    const QByteArray piece = cut();
    if (m_file.error() != QFileDevice::NoError)
        return std::unexpected(error(
            ErrorKind::Io, "the input can't be read", "a readable file", m_file.errorString().toStdString()));
    if (piece.isEmpty())
        return std::nullopt;
    acmp::Content content;
    content.type = m_how.type;
    if (isTextual(m_how.type)) {
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        [[maybe_unused]] const QString text = decoder(piece);
        if (decoder.hasError())
            return std::unexpected(error(ErrorKind::Usage, "the input is no text",
                "UTF-8, or a type such as application/octet-stream",
                "other bytes after byte " + std::to_string(m_at)));
        content.data = json::Raw::string({ piece.constData(), static_cast<std::size_t>(piece.size()) });
    } else {
        const QByteArray base64 = piece.toBase64();
        content.data = json::Raw::string({ base64.constData(), static_cast<std::size_t>(base64.size()) });
    }
    m_at += piece.size();
    return content;
}

} // namespace stack
