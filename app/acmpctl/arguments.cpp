// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/arguments.h"

#include "protocol/json/document.h"
#include "protocol/json/text.h"

#include <QFile>

namespace acmpctl {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr qint64 kMaxInputFile = qint64 { 48 } << 20;

Error usage(std::string message, std::string expected, const std::string& found)
{
    return { ErrorKind::Usage, std::move(message), std::move(expected), wire::excerpt(found), {}, false };
}

} // namespace

std::expected<HostMap, Error> readHostMap(const std::vector<std::string>& resolve)
{
    HostMap map;
    for (const std::string& entry : resolve) {
        const auto equals = entry.find('=');
        std::string address = equals == std::string::npos ? std::string() : entry.substr(equals + 1);
        std::uint16_t port = 0;
        const auto bracket = address.rfind(']');
        const auto colon = address.rfind(':');
        const bool hasPort = colon != std::string::npos
            && (bracket == std::string::npos ? address.find(':') == colon : colon > bracket);
        if (hasPort) {
            bool ok = false;
            port = QByteArray::fromStdString(address.substr(colon + 1)).toUShort(&ok);
            if (!ok || port == 0)
                return std::unexpected(usage("--resolve", "a port from 1 to 65535", entry));
            address.resize(colon);
        }
        if (address.starts_with('[') && address.ends_with(']'))
            address = address.substr(1, address.size() - 2);
        if (equals == 0 || address.empty())
            return std::unexpected(usage("--resolve", "HOST=ADDR[:PORT]", entry));
        map[entry.substr(0, equals)] = { address, port };
    }
    return map;
}

std::expected<Environment, Error> readEnvironment(const std::vector<std::string>& settings)
{
    Environment environment;
    for (const std::string& setting : settings) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            return std::unexpected(usage("--env", "NAME=VALUE", setting));
        environment.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    return environment;
}

bool isJsonType(std::string_view type)
{
    return type == "json" || type.ends_with("/json") || type.ends_with("+json");
}

bool isTextType(std::string_view type)
{
    return type == "text" || type.starts_with("text/");
}

std::expected<acmp::Content, Error> readContent(const std::string& type, const std::string& bytes)
{
    acmp::Content content;
    content.type = type;
    if (isJsonType(type)) {
        QByteArray text = QByteArray::fromStdString(bytes);
        if (const auto document = json::Document::parse(text); !document)
            return std::unexpected(usage("the input is no JSON", document.error().expected,
                document.error().found + " at byte " + std::to_string(document.error().offset)));
        content.data = json::Raw(std::move(text));
    } else if (!isTextType(type)) {
        content.data = json::Raw::string(QByteArray::fromStdString(bytes).toBase64().toStdString());
    } else if (!json::isValidUtf8(bytes)) {
        return std::unexpected(usage("the input is no text",
            "UTF-8, or another type than " + type + ", which is sent as base64", bytes));
    } else {
        content.data = json::Raw::string(bytes);
    }
    return content;
}

std::expected<acmp::Content, Error> readInput(const std::string& argument)
{
    const auto colon = argument.find(':');
    if (colon == std::string::npos || colon == 0)
        return std::unexpected(usage("the input", "TYPE:TEXT, e.g. text:hello", argument));
    const std::string type = argument.substr(0, colon);
    // Of other types it is what their data shall be: bytes are no arguments.
    auto content = readContent(isJsonType(type) ? type : "text", argument.substr(colon + 1));
    if (content)
        content->type = type;
    return content;
}

std::expected<acmp::Content, Error> readInputFile(const std::string& argument)
{
    const auto colon = argument.find(':');
    if (colon == std::string::npos || colon == 0)
        return std::unexpected(usage("the input", "TYPE:PATH, e.g. image/png:photo.png", argument));
    QFile file(QString::fromStdString(argument.substr(colon + 1)));
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(usage("the input file can't be read", "a readable file",
            file.fileName().toStdString() + ": " + file.errorString().toStdString()));
    if (file.size() > kMaxInputFile)
        return std::unexpected(
            usage("the input file is too large", "at most 48 MiB", std::to_string(file.size()) + " bytes"));
    return readContent(argument.substr(0, colon), file.readAll().toStdString());
}

} // namespace acmpctl
