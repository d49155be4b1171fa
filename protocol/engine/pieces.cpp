// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/pieces.h"

#include "protocol/engine/output.h"
#include "protocol/json/document.h"
#include "protocol/json/text.h"
#include "protocol/json/writer.h"

namespace engine {

namespace {

constexpr std::size_t kBase64Group = 4;

/// Where piece `index` of `count` begins in `size` things.
std::size_t cutAt(std::size_t size, std::size_t index, std::size_t count)
{
    return size / count * index + size % count * index / count;
}

bool isInsideCharacter(std::string_view text, std::size_t at)
{
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

std::vector<json::Raw> cutText(const std::string& text, std::size_t count, std::size_t unit)
{
    std::vector<json::Raw> pieces;
    count = std::min(count, std::max<std::size_t>(text.size() / unit, 1));
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= count; ++i) {
        std::size_t end = i == count ? text.size() : cutAt(text.size(), i, count) / unit * unit;
        while (isInsideCharacter(text, end)) {
            ++end;
        }
        // Long characters make some pieces empty, and those are left out.
        if (end > begin || text.empty()) {
            pieces.push_back(json::Raw::string(std::string_view(text).substr(begin, end - begin)));
        }
        begin = std::max(begin, end);
    }
    return pieces;
}

std::vector<json::Raw> cutMembers(const json::View& value, std::size_t count)
{
    std::vector<json::Raw> pieces;
    const std::size_t size = value.size();
    count = std::min(count, size);
    json::Writer writer;
    std::size_t index = 0;
    const auto beginPiece = [&] { value.isObject() ? writer.beginObject() : writer.beginArray(); };
    const auto endPiece = [&] {
        value.isObject() ? writer.endObject() : writer.endArray();
        pieces.emplace_back(writer.toBytes());
        writer.clear();
    };
    beginPiece();
    const auto next = [&] {
        if (index > 0 && index == cutAt(size, pieces.size() + 1, count)) {
            endPiece();
            beginPiece();
        }
        ++index;
    };
    for (const json::Member& member : value.members()) {
        next();
        writer.key(member.name()).raw(member.value.lexeme());
    }
    for (const json::View& element : value.elements()) {
        next();
        writer.raw(element.lexeme());
    }
    endPiece();
    return pieces;
}

bool isAllStrings(const std::vector<json::Raw>& pieces)
{
    return std::ranges::all_of(pieces, &json::Raw::isString);
}

/// nullopt where a piece is no base64.
std::optional<std::string> joinBase64(const std::vector<json::Raw>& pieces)
{
    QByteArray bytes;
    for (const json::Raw& piece : pieces) {
        const std::string text = piece.toText().value_or("");
        const auto decoded
            = QByteArray::fromBase64Encoding(QByteArray(text.data(), static_cast<qsizetype>(text.size())),
                QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded) {
            return std::nullopt;
        }
        bytes += decoded.decoded;
    }
    return bytes.toBase64().toStdString();
}

} // namespace

std::vector<json::Raw> cut(std::string_view type, const json::Raw& value, std::int64_t count)
{
    const auto most = static_cast<std::size_t>(std::max<std::int64_t>(count, 1));
    if (most == 1) {
        return { value };
    }
    if (const auto text = value.toText()) {
        return cutText(*text, most, isBinaryType(type) ? kBase64Group : 1);
    }
    const std::string_view text = value.text();
    const auto document = json::Document::parse(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    if (!document || document->root().size() < 2) {
        return { value };
    }
    return cutMembers(document->root(), most);
}

bool isBinaryType(std::string_view type)
{
    return type != "text" && type != "json" && type != "application/json" && !type.starts_with("text/")
        && !type.ends_with("+json");
}

json::Raw join(std::string_view type, const std::vector<json::Raw>& pieces)
{
    if (!pieces.empty() && isAllStrings(pieces)) {
        if (isBinaryType(type)) {
            if (const auto joined = joinBase64(pieces)) {
                return json::Raw::string(*joined);
            }
        }
        std::string all;
        for (const json::Raw& piece : pieces) {
            json::appendJoiningSurrogates(all, piece.toText().value_or(""));
        }
        return json::Raw::string(all);
    }
    json::Writer writer;
    writer.beginArray();
    for (const json::Raw& piece : pieces) {
        writer.raw(piece);
    }
    writer.endArray();
    return json::Raw(writer.toBytes());
}

} // namespace engine
