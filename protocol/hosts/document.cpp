// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/document.h"

#include "protocol/binding/guard.h"

#include <QCryptographicHash>

namespace hosts {

void serveDocument(http::ServerExchange* exchange, const std::vector<std::string>& names,
    const std::string& text, std::string_view mediaType, const http::Fields& more)
{
    const http::RequestHead& head = exchange->head();
    if (const auto refusal = binding::refuse(head, { names, {} }))
        return exchange->respond(refusal->status, refusal->fields, refusal->text + '\n');
    if (head.method != "GET" && head.method != "HEAD")
        return exchange->respond(405, { { "Allow", "GET, HEAD" } }, "this is a document: GET it\n");
    const std::string tag = '"'
        + QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256)
              .toHex()
              .left(32)
              .toStdString()
        + '"';
    http::Fields fields { { "ETag", tag }, { "Cache-Control", "public, max-age=60" } };
    for (const http::Field& field : more)
        fields.add(field.name, field.value);
    const std::string_view known = head.fields.find("If-None-Match").value_or("");
    if (known == "*" || known.find(tag) != std::string_view::npos)
        return exchange->respond(304, fields, {});
    fields.add("Content-Type", std::string(mediaType));
    exchange->respond(200, fields, text);
}

const http::Fields& openToAll()
{
    static const http::Fields fields { { "Access-Control-Allow-Origin", "*" },
        { "Access-Control-Expose-Headers", "ETag" } };
    return fields;
}

} // namespace hosts
