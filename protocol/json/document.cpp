// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/document.h"

#include <algorithm>
#include <charconv>

namespace json {

namespace {

// A token of a pointer without its ~0 and ~1; nullopt where a ~ stands alone.
std::optional<std::string> unescapePointerToken(std::string_view token)
{
    std::string out;
    out.reserve(token.size());
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] != '~') {
            out += token[i];
            continue;
        }
        ++i;
        if (i == token.size() || (token[i] != '0' && token[i] != '1')) {
            return std::nullopt;
        }
        out += token[i] == '0' ? '~' : '/';
    }
    return out;
}

// RFC 6901 §4: digits without leading zeros.
std::optional<std::size_t> arrayIndex(std::string_view token)
{
    std::size_t index = 0;
    const char* const end = token.data() + token.size();
    const auto result = std::from_chars(token.data(), end, index);
    if (result.ec != std::errc() || result.ptr != end || (token.size() > 1 && token.front() == '0')) {
        return std::nullopt;
    }
    return index;
}

View child(const View& parent, const std::string& token)
{
    if (!parent.isArray()) {
        return parent[token];
    }
    const std::optional<std::size_t> index = arrayIndex(token);
    return index ? parent[*index] : View();
}

} // namespace

std::expected<Document, ScanError> Document::parse(QByteArray bytes, const ScanLimits& limits)
{
    Document document;
    const qsizetype length = bytes.size();
    if (!document.reset(std::move(bytes), 0, length, limits)) {
        return std::unexpected(std::move(document.m_error));
    }
    return document;
}

bool Document::reset(QByteArray bytes, qsizetype offset, qsizetype length, const ScanLimits& limits)
{
    Q_ASSERT(offset >= 0 && length >= 0 && length <= bytes.size() - offset);
    m_bytes = std::move(bytes);
    m_offset = offset;
    m_length = length;
    m_error = {};
    m_valid = scan(text(), m_tape, m_error, limits);
    return m_valid;
}

bool Document::borrow(std::string_view text, const ScanLimits& limits)
{
    const auto length = static_cast<qsizetype>(text.size());
    return reset(QByteArray::fromRawData(text.data(), length), 0, length, limits);
}

View Document::root() const
{
    return m_valid ? View(this, 0) : View();
}

View Document::at(std::string_view pointer) const
{
    View view = root();
    while (view.isValid() && !pointer.empty()) {
        if (pointer.front() != '/') {
            return {};
        }
        pointer.remove_prefix(1);
        const std::string_view token = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(token.size());
        const std::optional<std::string> name = unescapePointerToken(token);
        view = name ? child(view, *name) : View();
    }
    return view;
}

View Document::nearest(std::string_view pointer) const
{
    View view = at(pointer);
    while (!view && !pointer.empty()) {
        const std::size_t last = pointer.rfind('/');
        pointer = last == std::string_view::npos ? std::string_view() : pointer.substr(0, last);
        view = at(pointer);
    }
    return view;
}

std::string Document::pointerAt(std::size_t offset) const
{
    if (!m_valid) {
        return {};
    }
    const auto contains = [offset](const Token& token) {
        return token.offset <= offset && offset - token.offset < token.length;
    };
    // Tokens stand in the order of their first bytes, so the last one that begins by `offset` is the
    // innermost or comes after it within the same container.
    const std::vector<Token>& tokens = m_tape.tokens;
    const auto after = std::upper_bound(tokens.begin(), tokens.end(), offset,
        [](std::size_t at, const Token& token) { return at < token.offset; });
    for (auto it = after; it != tokens.begin();) {
        --it;
        if (contains(*it)) {
            return View(this, static_cast<std::uint32_t>(it - tokens.begin())).pointer();
        }
    }
    return {};
}

std::string toString(const ScanError& error)
{
    return "expected " + error.expected + ", found " + error.found + " at byte "
        + std::to_string(error.offset);
}

} // namespace json
