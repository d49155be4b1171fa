// SPDX-License-Identifier: Apache-2.0
#include "tests/acmpctl/schema.h"

#include <QFile>

#include <cmath>
#include <map>
#include <string>

using namespace Qt::StringLiterals;
using nlohmann::json;

namespace acmpctl {

namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString shown(const json& value)
{
    return text(value.dump(-1, ' ', false, json::error_handler_t::replace)).left(80);
}

bool isOfType(const json& value, const std::string& type)
{
    if (type == "integer")
        return value.is_number_integer()
            || (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
    if (type == "number")
        return value.is_number();
    return type == value.type_name();
}

/// One value against one schema; the keywords are methods.
class Check final {
public:
    Check(const json& root, QStringList& mistakes)
        : m_root(root)
        , m_mistakes(mistakes)
    {
    }

    void all(const json& schema, const json& value, const std::string& at)
    {
        if (schema.is_boolean()) {
            if (!schema.get<bool>())
                add(at, u"nothing is allowed here"_s);
            return;
        }
        for (const auto& [keyword, operand] : schema.items())
            one(keyword, operand, schema, value, at);
    }

private:
    void add(const std::string& at, const QString& mistake)
    {
        m_mistakes.append((at.empty() ? u"/"_s : text(at)) % u": "_s % mistake);
    }

    void one(const std::string& keyword, const json& operand, const json& schema, const json& value,
        const std::string& at)
    {
        if (keyword == "$ref")
            all(m_root.at(json::json_pointer(operand.get<std::string>().substr(1))), value, at);
        else if (keyword == "type")
            type(operand, value, at);
        else if (keyword == "const" && value != operand)
            add(at, u"expected %1, found %2"_s.arg(shown(operand), shown(value)));
        else if (keyword == "enum" && std::find(operand.begin(), operand.end(), value) == operand.end())
            add(at, u"expected one of %1, found %2"_s.arg(shown(operand), shown(value)));
        else if (keyword == "oneOf")
            oneOf(operand, value, at);
        else if (keyword == "minimum" && value.is_number() && value.get<double>() < operand.get<double>())
            add(at, u"expected at least %1, found %2"_s.arg(shown(operand), shown(value)));
        else if (keyword == "minLength" && value.is_string()
            && value.get_ref<const std::string&>().size() < operand.get<std::size_t>())
            add(at, u"the text is too short"_s);
        else if (value.is_array())
            array(keyword, operand, value, at);
        else if (value.is_object())
            object(keyword, operand, schema, value, at);
    }

    void type(const json& operand, const json& value, const std::string& at)
    {
        const json types = operand.is_array() ? operand : json::array({ operand });
        for (const json& type : types) {
            if (isOfType(value, type.get<std::string>()))
                return;
        }
        add(at, u"expected %1, found %2"_s.arg(shown(operand), shown(value)));
    }

    void oneOf(const json& operand, const json& value, const std::string& at)
    {
        int matching = 0;
        QStringList closest;
        for (const json& branch : operand) {
            QStringList mistakes;
            Check(m_root, mistakes).all(branch, value, at);
            matching += mistakes.isEmpty() ? 1 : 0;
            if (closest.isEmpty() || mistakes.size() < closest.size())
                closest = mistakes;
        }
        if (matching == 0)
            m_mistakes.append(closest);
        else if (matching > 1)
            add(at, u"%1 alternatives match"_s.arg(matching));
    }

    void array(const std::string& keyword, const json& operand, const json& value, const std::string& at)
    {
        if (keyword == "minItems" && value.size() < operand.get<std::size_t>())
            add(at, u"expected at least %1 elements, found %2"_s.arg(shown(operand)).arg(value.size()));
        if (keyword != "items")
            return;
        for (std::size_t i = 0; i < value.size(); ++i)
            all(operand, value[i], at + '/' + std::to_string(i));
    }

    void object(const std::string& keyword, const json& operand, const json& schema, const json& value,
        const std::string& at)
    {
        if (keyword == "required") {
            for (const json& name : operand) {
                if (!value.contains(name.get<std::string>()))
                    add(at, u"%1 is missing"_s.arg(shown(name)));
            }
        }
        const json known = schema.value("properties", json::object());
        for (const auto& [name, member] : value.items()) {
            if (keyword == "properties" && operand.contains(name))
                all(operand[name], member, at + '/' + name);
            if (keyword == "additionalProperties" && !known.contains(name))
                all(operand, member, at + '/' + name);
        }
    }

    const json& m_root;
    QStringList& m_mistakes;
};

/// The form of a keyword's operand.
enum class Operand {
    Any,
    Text,
    Number,
    Types,
    Names,
    Values,
    SchemaOrBool,
    Schemas,
    NamedSchemas,
    Reference
};

const std::map<std::string, Operand> kKeywords {
    { "$schema", Operand::Text },
    { "title", Operand::Text },
    { "description", Operand::Text },
    { "$defs", Operand::NamedSchemas },
    { "$ref", Operand::Reference },
    { "type", Operand::Types },
    { "const", Operand::Any },
    { "enum", Operand::Values },
    { "oneOf", Operand::Schemas },
    { "minimum", Operand::Number },
    { "minLength", Operand::Number },
    { "minItems", Operand::Number },
    { "items", Operand::SchemaOrBool },
    { "required", Operand::Names },
    { "properties", Operand::NamedSchemas },
    { "additionalProperties", Operand::SchemaOrBool },
};

class Proofreader final {
public:
    explicit Proofreader(const json& root)
        : m_root(root)
    {
        schema(root, {});
    }
    const QStringList& mistakes() const { return m_mistakes; }

private:
    void add(const std::string& at, const QString& mistake)
    {
        m_mistakes.append(text(at) % u": "_s % mistake);
    }

    void schema(const json& schema, const std::string& at)
    {
        if (schema.is_boolean())
            return;
        if (!schema.is_object())
            return add(at, u"expected a schema"_s);
        for (const auto& [keyword, operand] : schema.items()) {
            const std::string here = at + '/' + keyword;
            const auto known = kKeywords.find(keyword);
            if (known == kKeywords.end())
                add(here, u"unknown keyword"_s);
            else if (!isWell(known->second, operand))
                add(here, u"not the form that this keyword takes"_s);
            else
                within(known->second, operand, here);
        }
    }

    bool isWell(Operand form, const json& operand) const
    {
        const auto texts = [&operand] {
            return operand.is_array()
                && std::all_of(operand.begin(), operand.end(), [](const json& e) { return e.is_string(); });
        };
        switch (form) {
        case Operand::Any:
            return true;
        case Operand::Text:
            return operand.is_string();
        case Operand::Number:
            return operand.is_number();
        case Operand::Types:
            return areTypes(operand.is_array() ? operand : json::array({ operand }));
        case Operand::Names:
            return texts();
        case Operand::Values:
        case Operand::Schemas:
            return operand.is_array() && !operand.empty();
        case Operand::SchemaOrBool:
            return operand.is_object() || operand.is_boolean();
        case Operand::NamedSchemas:
            return operand.is_object();
        case Operand::Reference:
            return refers(operand);
        }
        return false;
    }

    static bool areTypes(const json& types)
    {
        static const json kTypes { "null", "boolean", "integer", "number", "string", "array", "object" };
        return !types.empty() && std::all_of(types.begin(), types.end(), [](const json& type) {
            return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
        });
    }

    bool refers(const json& operand) const
    {
        if (!operand.is_string() || !operand.get_ref<const std::string&>().starts_with("#/"))
            return false;
        return m_root.contains(json::json_pointer(operand.get<std::string>().substr(1)));
    }

    void within(Operand form, const json& operand, const std::string& at)
    {
        if (form == Operand::SchemaOrBool) {
            schema(operand, at);
        } else if (form == Operand::Schemas) {
            for (const json& branch : operand)
                schema(branch, at);
        } else if (form == Operand::NamedSchemas) {
            for (const auto& [name, part] : operand.items())
                schema(part, at + '/' + name);
        }
    }

    const json& m_root;
    QStringList m_mistakes;
};

} // namespace

std::expected<Schema, QStringList> Schema::parse(const json& schema)
{
    const Proofreader proofreader(schema);
    if (!proofreader.mistakes().isEmpty())
        return std::unexpected(proofreader.mistakes());
    return Schema(schema);
}

std::expected<Schema, QStringList> Schema::read(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(QStringList { path % u": "_s % file.errorString() });
    const json schema = json::parse(file.readAll().toStdString(), nullptr, false);
    if (schema.is_discarded())
        return std::unexpected(QStringList { path % u": no JSON"_s });
    return parse(schema);
}

QStringList Schema::check(const json& value) const
{
    QStringList mistakes;
    Check(m_root, mistakes).all(m_root, value, {});
    return mistakes;
}

} // namespace acmpctl
