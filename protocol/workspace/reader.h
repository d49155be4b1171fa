// SPDX-License-Identifier: Apache-2.0
// Reads values of a workspace file by tables and keeps the first thing that is wrong; what no table names is
// kept as it stands. Internal to workspace/.
#pragma once

#include "protocol/workspace/workspace.h"

#include "protocol/json/document.h"

#include <algorithm>
#include <optional>
#include <span>

namespace workspace {

class Reader;

template <class T>
struct Field {
    std::string_view name;
    void (*read)(Reader& reader, const json::View& value, T& out);
    bool isRequired = false;
};

class Reader final {
public:
    const std::optional<wire::Error>& error() const { return m_error; }
    /// Empty `found`: the value as it stands.
    void fail(const json::View& at, std::string expected, std::string found = {});
    /// "/endpoints/1/url, byte 84"
    static std::string whereOf(const json::View& value);

    void read(const json::View& value, QString& out);
    /// A string that is not empty.
    void readName(const json::View& value, QString& out);
    /// An integer from `least` to `most`.
    void read(const json::View& value, std::int64_t& out, std::int64_t least, std::int64_t most);
    /// Not below 0.
    void read(const json::View& value, std::optional<json::Decimal>& out);

    template <class T>
    T readObject(const json::View& object, std::span<const Field<T>> fields);

private:
    std::optional<wire::Error> m_error;
};

template <class T>
T Reader::readObject(const json::View& object, std::span<const Field<T>> fields)
{
    T out;
    if (!object.isObject()) {
        fail(object, "an object");
        return out;
    }
    for (const Field<T>& field : fields) {
        if (field.isRequired && !object[field.name])
            fail(object, "a member \"" + std::string(field.name) + '"', "none");
    }
    for (const json::Member& member : object.members()) {
        const auto field = std::ranges::find(fields, member.name(), &Field<T>::name);
        if (field == fields.end()) {
            const std::size_t begin = member.key.offset();
            const std::size_t end = member.value.offset() + member.value.lexeme().size();
            out.unknown.emplace_back(object.document()->text().substr(begin, end - begin));
        } else if ((member.key.flags() & json::kDuplicateKey) != 0) {
            fail(member.value, "\"" + std::string(field->name) + "\" once", "it twice");
        } else {
            field->read(*this, member.value, out);
        }
    }
    return out;
}

} // namespace workspace
