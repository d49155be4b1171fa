// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/challenge.h"

namespace http {

namespace {

class Reader final {
public:
    explicit Reader(std::string_view text)
        : m_text(text)
    {
    }

    bool isAtEnd() const { return m_at == m_text.size(); }
    void skip(std::string_view characters)
    {
        m_at = std::min(m_text.find_first_not_of(characters, m_at), m_text.size());
    }
    void skipOne() { ++m_at; }
    bool take(char c)
    {
        const bool isThere = !isAtEnd() && m_text[m_at] == c;
        m_at += isThere ? 1 : 0;
        return isThere;
    }

    std::string_view token() { return run("!#$%&'*+-.^_`|~"); }

    // Only where nothing but a comma or the end follows it.
    std::string_view token68()
    {
        const std::size_t from = m_at;
        run("-._~+/");
        skip("=");
        const std::size_t end = m_at;
        skip(" \t");
        if (end > from && (isAtEnd() || m_text[m_at] == ',')) {
            return m_text.substr(from, end - from);
        }
        m_at = from;
        return {};
    }

    std::string value()
    {
        if (!take('"')) {
            return std::string(token());
        }
        std::string out;
        while (!isAtEnd() && !take('"')) {
            take('\\');
            if (!isAtEnd()) {
                out += m_text[m_at++];
            }
        }
        return out;
    }

private:
    std::string_view run(std::string_view others)
    {
        const std::size_t from = m_at;
        const auto belongs = [others](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                || others.find(c) != others.npos;
        };
        while (!isAtEnd() && belongs(m_text[m_at])) {
            ++m_at;
        }
        return m_text.substr(from, m_at - from);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

void read(std::string_view text, std::vector<Challenge>& into)
{
    Reader reader(text);
    bool isOpen = false; // a challenge of this field can take parameters
    while (!reader.isAtEnd()) {
        reader.skip(" \t,");
        const std::string_view name = reader.token();
        if (name.empty()) {
            if (!reader.isAtEnd()) {
                reader.skipOne();
            }
            continue;
        }
        reader.skip(" \t");
        if (isOpen && reader.take('=')) {
            reader.skip(" \t");
            into.back().parameters.add(std::string(name), reader.value());
            continue;
        }
        into.push_back(
            { .scheme = std::string(name), .token68 = std::string(reader.token68()), .parameters = {} });
        isOpen = true;
    }
}

} // namespace

std::vector<Challenge> readChallenges(const Fields& fields, std::string_view name)
{
    std::vector<Challenge> all;
    for (const Field& field : fields) {
        if (equalsIgnoringCase(field.name, name)) {
            read(field.value, all);
        }
    }
    return all;
}

} // namespace http
