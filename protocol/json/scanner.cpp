// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/scanner.h"

#include "protocol/json/bytes.h"
#include "protocol/json/duplicates.h"
#include "protocol/json/lexer.h"

#include <algorithm>
#include <limits>

namespace json {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

class Scanner {
public:
    Scanner(std::string_view text, Tape& tape, ScanError& error, const ScanLimits& limits)
        : m_text(text)
        , m_at(text.data())
        , m_end(text.data() + text.size())
        , m_tokens(tape.tokens)
        , m_error(error)
        , m_bytes(std::min<std::size_t>(limits.bytes, kNone))
        , m_depthLimit(std::min<std::uint32_t>(limits.depth, std::numeric_limits<std::uint16_t>::max()))
    {
    }

    bool run()
    {
        constexpr std::size_t kMostAtOnce = 4096;
        m_tokens.resize(std::min(m_text.size() / 8 + 4, kMostAtOnce));
        const bool ok = start() && finish();
        closeUnfinished();
        m_tokens.resize(m_count);
        return ok;
    }

    std::uint8_t flags() const { return m_flags; }

private:
    bool start();
    bool finish();
    bool step();
    bool member(const char* expected);
    bool value(const char* expected);
    bool string(Kind kind);
    bool number();
    bool literal(std::string_view word, Kind kind);
    bool open(Kind kind);
    void close();
    void closeUnfinished();
    bool fail(std::string_view expected);

    std::uint32_t offset(const char* at) const { return static_cast<std::uint32_t>(at - m_text.data()); }
    void push(Kind kind, const char* begin, std::uint8_t flags);
    void skipSpace()
    {
        while (m_at != m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\r' || *m_at == '\t')) {
            ++m_at;
        }
    }

    std::string_view m_text;
    const char* m_at;
    const char* m_end;
    // Sized ahead and cut in the end: push_back's own growing would cost each token a function call.
    std::vector<Token>& m_tokens;
    std::uint32_t m_count = 0;
    ScanError& m_error;
    std::size_t m_bytes;
    std::uint32_t m_depthLimit;
    // The innermost open container. While one is open its `next` holds the one around it: no stack is needed.
    std::uint32_t m_open = kNone;
    std::uint32_t m_depth = 0;
    bool m_first = false; // nothing is in the innermost open container yet
    std::uint8_t m_flags = 0;
};

std::string describe(const char* at, const char* end)
{
    if (at == end) {
        return "end of text";
    }
    const int length = utf8Length(at, end);
    const unsigned byte = byteAt(at);
    if (length <= 0 || byte < 0x20 || byte == 0x7F) {
        constexpr std::string_view kHex = "0123456789abcdef";
        return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 0xF];
    }
    return '\'' + std::string(at, at + length) + '\'';
}

bool Scanner::fail(std::string_view expected)
{
    m_error
        = { static_cast<std::size_t>(m_at - m_text.data()), std::string(expected), describe(m_at, m_end) };
    return false;
}

void Scanner::push(Kind kind, const char* begin, std::uint8_t flags)
{
    if (m_count == m_tokens.size()) {
        m_tokens.resize(std::size_t { m_count } * 2);
    }
    Token& token = m_tokens[m_count++];
    token.offset = offset(begin);
    token.length = static_cast<std::uint32_t>(m_at - begin);
    token.next = m_count;
    token.kind = kind;
    token.flags = flags;
    token.depth = static_cast<std::uint16_t>(m_depth);
    m_flags |= flags;
}

bool Scanner::start()
{
    if (m_text.size() > m_bytes) {
        m_error = { m_bytes, "at most " + std::to_string(m_bytes) + " bytes", std::to_string(m_text.size()) };
        return false;
    }
    if (m_text.starts_with(kByteOrderMark)) {
        m_at += kByteOrderMark.size();
        m_flags |= kBom;
    } else if (kByteOrderMark.starts_with(m_text)) {
        m_at = m_end;
    }
    skipSpace();
    return value("a value");
}

bool Scanner::finish()
{
    while (m_open != kNone) {
        if (!step()) {
            return false;
        }
    }
    skipSpace();
    return m_at == m_end || fail("end of text");
}

// One member or element of the innermost open container, or its end.
bool Scanner::step()
{
    skipSpace();
    const bool inObject = m_tokens[m_open].kind == Kind::Object;
    if (m_at != m_end && *m_at == (inObject ? '}' : ']')) {
        ++m_at;
        close();
        return true;
    }
    if (m_first) {
        m_first = false;
        return inObject ? member("a member name or '}'") : value("a value or ']'");
    }
    if (m_at == m_end || *m_at != ',') {
        return fail(inObject ? "',' or '}'" : "',' or ']'");
    }
    ++m_at;
    skipSpace();
    return inObject ? member("a member name") : value("a value");
}

bool Scanner::member(const char* expected)
{
    if (m_at == m_end || *m_at != '"') {
        return fail(expected);
    }
    if (!string(Kind::Key)) {
        return false;
    }
    skipSpace();
    if (m_at == m_end || *m_at != ':') {
        return fail("':'");
    }
    ++m_at;
    skipSpace();
    return value("a value");
}

bool Scanner::value(const char* expected)
{
    if (m_at == m_end) {
        return fail(expected);
    }
    switch (*m_at) {
    case '{':
        return open(Kind::Object);
    case '[':
        return open(Kind::Array);
    case '"':
        return string(Kind::String);
    case 't':
        return literal("true", Kind::True);
    case 'f':
        return literal("false", Kind::False);
    case 'n':
        return literal("null", Kind::Null);
    default:
        return *m_at == '-' || isDigit(*m_at) ? number() : fail(expected);
    }
}

bool Scanner::string(Kind kind)
{
    const char* const begin = m_at;
    const char* const plainEnd = skipPlain(m_at + 1, m_end);
    if (plainEnd != m_end && *plainEnd == '"') {
        m_at = plainEnd + 1;
        push(kind, begin, 0);
        return true;
    }
    const Lexed lexed = lexString(plainEnd, m_end);
    m_at = lexed.at;
    if (lexed.expected != nullptr) {
        return fail(lexed.expected);
    }
    push(kind, begin, lexed.flags);
    return true;
}

bool Scanner::number()
{
    const char* const begin = m_at;
    const Lexed lexed = lexNumber(m_at, m_end);
    m_at = lexed.at;
    if (lexed.expected != nullptr) {
        return fail(lexed.expected);
    }
    push(Kind::Number, begin, lexed.flags);
    return true;
}

bool Scanner::literal(std::string_view word, Kind kind)
{
    const char* const begin = m_at;
    m_at = std::mismatch(m_at, m_end, word.begin(), word.end()).first;
    if (m_at != begin + word.size()) {
        return fail(word);
    }
    push(kind, begin, 0);
    return true;
}

bool Scanner::open(Kind kind)
{
    if (m_depth == m_depthLimit) {
        return fail("at most " + std::to_string(m_depthLimit) + " levels");
    }
    push(kind, m_at, 0);
    const std::uint32_t index = m_count - 1;
    m_tokens[index].next = m_open;
    m_open = index;
    m_first = true;
    ++m_depth;
    ++m_at;
    return true;
}

void Scanner::close()
{
    const std::uint32_t index = m_open;
    Token& token = m_tokens[index];
    m_open = token.next;
    token.next = m_count;
    token.length = offset(m_at) - token.offset;
    m_first = false;
    --m_depth;
    // Three tokens are an object of one simple member.
    if (token.kind == Kind::Object && token.next - index > 3 && markDuplicateKeys(m_text, m_tokens, index)) {
        m_flags |= kDuplicateKey;
    }
}

void Scanner::closeUnfinished()
{
    while (m_open != kNone) {
        Token& token = m_tokens[m_open];
        m_open = token.next;
        token.next = m_count;
        token.length = offset(m_at) - token.offset;
    }
}

} // namespace

bool scan(std::string_view text, Tape& tape, ScanError& error, const ScanLimits& limits)
{
    Scanner scanner(text, tape, error, limits);
    const bool ok = scanner.run();
    tape.flags = scanner.flags();
    return ok;
}

} // namespace json
