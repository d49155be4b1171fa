// SPDX-License-Identifier: Apache-2.0
// JSON Schema 2020-12 as far as resources/schema uses it, strictly: a keyword that this does not know is an
// error of the schema, so nothing in a schema goes unchecked.
#pragma once

#include <nlohmann/json.hpp>

#include <QStringList>

#include <expected>

namespace acmpctl {

class Schema final {
public:
    /// What is wrong with the schema itself, all of it.
    static std::expected<Schema, QStringList> parse(const nlohmann::json& schema);
    static std::expected<Schema, QStringList> read(const QString& path);

    /// What is wrong with `value`, each as "POINTER: …"; empty if it is valid.
    QStringList check(const nlohmann::json& value) const;

private:
    explicit Schema(nlohmann::json root)
        : m_root(std::move(root))
    {
    }
    nlohmann::json m_root;
};

} // namespace acmpctl
