// SPDX-License-Identifier: Apache-2.0
// Heads of HTTP/1.1 messages (RFC 9112) as they stand on the wire: order, case and duplicates of fields kept.
#pragma once

#include "protocol/wire/ascii.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace http {

struct Field {
    std::string name;
    std::string value; ///< without outer white space

    bool operator==(const Field&) const = default;
};

class Fields final {
public:
    Fields() = default;
    Fields(std::initializer_list<Field> fields)
        : m_fields(fields)
    {
    }

    void add(std::string name, std::string value)
    {
        m_fields.push_back({ std::move(name), std::move(value) });
    }
    /// Value of the first field of that name, case ignored; nullopt if there is none.
    std::optional<std::string_view> find(std::string_view name) const;
    std::size_t count(std::string_view name) const;
    bool isEmpty() const { return m_fields.empty(); }
    auto begin() const { return m_fields.begin(); }
    auto end() const { return m_fields.end(); }
    std::size_t size() const { return m_fields.size(); }

    bool operator==(const Fields&) const = default;

private:
    std::vector<Field> m_fields;
};

struct RequestHead {
    std::string method;
    std::string target;
    int minorVersion = 1; ///< HTTP/1.x
    Fields fields;
};

struct ResponseHead {
    int status = 0;
    std::string reason;
    int minorVersion = 1;
    Fields fields;
};

/// "type/subtype" of a Content-Type value, in lower case, without parameters.
std::string mediaType(std::string_view contentType);
using wire::equalsIgnoringCase;

} // namespace http
