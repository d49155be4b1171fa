// SPDX-License-Identifier: Apache-2.0
// Reads values of a scenario file and collects what is wrong in it. An object's members are a table: name →
// how to read it; a name outside its table is an error, since it is most likely a slip of the pen. Internal
// to engine/.
#pragma once

#include "protocol/engine/scenario.h"
#include "protocol/json/document.h"

#include <limits>
#include <span>

namespace engine {

class ScenarioReader final {
public:
    explicit ScenarioReader(std::string_view text)
        : m_text(text)
    {
    }

    /// At a value, or at the object that lacks one.
    void fail(const json::View& at, std::string expected, std::string found);
    /// The value as found.
    void fail(const json::View& at, std::string expected);
    void failAt(std::size_t offset, std::string pointer, std::string expected, std::string found);

    static constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

    // Each leaves `out` alone where the value is none of its kind.
    void read(
        const json::View& value, std::string& out, std::string_view what = "a string that is not empty");
    void read(const json::View& value, std::optional<std::string>& out);
    void read(const json::View& value, bool& out);
    void read(const json::View& value, std::int64_t& out, std::int64_t least, std::int64_t most);
    void read(
        const json::View& value, std::optional<std::int64_t>& out, std::int64_t least, std::int64_t most);
    void read(const json::View& value, milliseconds& out);
    void read(const json::View& value, std::optional<milliseconds>& out);
    void readAmount(const json::View& value, json::Decimal& out);
    void read(const json::View& value, std::vector<std::string>& out);

    template <class Enum>
    void read(const json::View& value, Enum& out, std::span<const std::pair<std::string_view, Enum>> names);

    template <class T>
    struct Field {
        std::string_view name;
        void (*read)(ScenarioReader& reader, const json::View& value, T& out);
        bool required = false;
    };
    template <class T>
    void readObject(const json::View& object, T& out, std::span<const Field<T>> fields);

    const std::vector<ScenarioError>& errors() const { return m_errors; }

private:
    bool isMember(const json::View& object);
    void failUnknown(const json::View& key, std::span<const std::string_view> known);
    void failDuplicate(const json::View& key);

    std::string_view m_text;
    std::vector<ScenarioError> m_errors;
};

template <class Enum>
void ScenarioReader::read(
    const json::View& value, Enum& out, std::span<const std::pair<std::string_view, Enum>> names)
{
    std::string expected;
    for (const auto& [name, meaning] : names) {
        if (value.equals(name)) {
            out = meaning;
            return;
        }
        expected += (expected.empty() ? "\"" : " or \"") + std::string(name) + '"';
    }
    fail(value, std::move(expected));
}

template <class T>
void ScenarioReader::readObject(const json::View& object, T& out, std::span<const Field<T>> fields)
{
    if (!object.isObject()) {
        fail(object, "an object");
        return;
    }
    std::vector<std::string_view> known;
    for (const Field<T>& field : fields) {
        known.push_back(field.name);
        if (field.required && !object[field.name]) {
            fail(object, "a member \"" + std::string(field.name) + '"', "none");
        }
    }
    for (const json::Member& member : object.members()) {
        const auto field = std::ranges::find(fields, member.name(), &Field<T>::name);
        if (field == fields.end()) {
            failUnknown(member.key, known);
        } else if ((member.key.flags() & json::kDuplicateKey) != 0) {
            failDuplicate(member.key);
        } else {
            field->read(*this, member.value, out);
        }
    }
}

/// Appends the names of a table, each behind `prefix`.
template <class Fields>
void addMembers(std::vector<std::string>& names, std::string_view prefix, const Fields& fields)
{
    for (const auto& field : fields) {
        names.push_back(std::string(prefix) + std::string(field.name));
    }
}

} // namespace engine
