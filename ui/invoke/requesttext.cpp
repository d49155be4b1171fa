// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/requesttext.h"

#include "protocol/acmp/codec.h"
#include "protocol/buyer/connection.h"
#include "protocol/json/document.h"
#include "protocol/json/text.h"

namespace invoke {

using json::View;
using wire::Error;
using wire::ErrorKind;

namespace {

template <class Request>
std::expected<Request, RequestProblem> read(const QByteArray& text)
{
    const auto document = json::Document::parse(text);
    if (!document) {
        const json::ScanError& error = document.error();
        return std::unexpected(RequestProblem {
            { ErrorKind::Usage, "the request is no JSON", error.expected, error.found, {}, false },
            error.offset });
    }
    auto request = acmp::decode<Request>(document->root());
    if (request)
        return std::move(*request);
    const acmp::FieldError& error = request.error().front();
    return std::unexpected(
        RequestProblem { { ErrorKind::Usage, "this is no request of " + std::string(error.section),
                             error.expected, error.found, error.pointer, false },
            error.offset });
}

} // namespace

std::expected<acmp::Invoke, RequestProblem> readRequest(const QByteArray& text)
{
    return read<acmp::Invoke>(text);
}

std::expected<acmp::OfferRequest, RequestProblem> readOfferRequest(const QByteArray& text)
{
    return read<acmp::OfferRequest>(text);
}

namespace {

std::string inQuotes(std::string_view text)
{
    std::string out;
    json::appendQuoted(out, text);
    return out;
}

/// The whitespace in front of a member, from the comma or bracket before it.
std::string_view gapBefore(std::string_view text, std::size_t offset)
{
    std::size_t begin = offset;
    while (begin > 0 && std::string_view(" \t\r\n").contains(text[begin - 1]))
        --begin;
    return text.substr(begin, offset - begin);
}

std::size_t endOf(const View& value)
{
    return value.offset() + value.lexeme().size();
}

/// Takes the member out, with the one comma that it leaves over.
void remove(QByteArray& text, const View& object, const json::Member& member)
{
    std::size_t begin = member.key.offset();
    std::size_t end = endOf(member.value);
    const std::string_view all = object.document()->text();
    begin -= gapBefore(all, begin).size();
    if (begin > 0 && all[begin - 1] == ',') {
        --begin;
    } else {
        const std::size_t comma = all.find_first_not_of(" \t\r\n", end);
        if (comma != std::string_view::npos && all[comma] == ',')
            end = comma + 1;
    }
    text.remove(static_cast<qsizetype>(begin), static_cast<qsizetype>(end - begin));
}

void append(QByteArray& text, const View& object, std::string_view name, const std::string& json)
{
    const std::string_view all = object.document()->text();
    std::optional<json::Member> last;
    for (const json::Member& member : object.members())
        last = member;
    std::string piece;
    std::size_t at = object.offset() + 1;
    if (last) {
        at = endOf(last->value);
        piece = "," + std::string(gapBefore(all, last->key.offset()));
    }
    piece += inQuotes(name) + ": " + json;
    text.insert(static_cast<qsizetype>(at), piece.data(), static_cast<qsizetype>(piece.size()));
}

} // namespace

QByteArray withMember(
    QByteArray text, std::span<const std::string_view> path, const std::optional<std::string>& json)
{
    const auto document = json::Document::parse(text);
    if (!document || !document->root().isObject())
        return text;
    View object = document->root();
    for (; path.size() > 1; path = path.subspan(1)) {
        const View next = object[path.front()];
        if (!next.isObject())
            break;
        object = next;
    }
    std::optional<std::string> value = json;
    if (value) {
        // Objects that are missing on the way are part of the value.
        for (std::size_t i = path.size() - 1; i > 0; --i)
            value = "{" + inQuotes(path[i]) + ": " + *value + "}";
    } else if (path.size() > 1) {
        return text;
    }
    std::optional<json::Member> known;
    for (const json::Member& member : object.members()) {
        if (member.name() == path.front())
            known = member;
    }
    if (!known) {
        if (value)
            append(text, object, path.front(), *value);
    } else if (!value) {
        remove(text, object, *known);
    } else if (known->value.lexeme() != *value) {
        text.replace(static_cast<qsizetype>(known->value.offset()),
            static_cast<qsizetype>(known->value.lexeme().size()),
            QByteArray(value->data(), static_cast<qsizetype>(value->size())));
    }
    return text;
}

QByteArray withMember(QByteArray text, std::string_view name, const std::optional<std::string>& json)
{
    return withMember(std::move(text), std::span(&name, 1), json);
}

QByteArray underDeal(QByteArray text, const acmp::Offer& offer, const std::optional<std::string>& escrowId)
{
    text = withMember(std::move(text), "capability", inQuotes(offer.capability));
    const auto request = readRequest(text);
    if (!request)
        return text;
    const acmp::Invoke agreed = buyer::underDeal(*request, offer, escrowId);
    text = withMember(std::move(text), "max_price_cu", agreed.maxPriceCu->text());
    if (agreed.proofMethod)
        text = withMember(std::move(text), "proof_method", inQuotes(*agreed.proofMethod));
    // Of an earlier deal: this one has none.
    return withMember(
        std::move(text), "escrow_id", escrowId ? std::optional(inQuotes(*escrowId)) : std::nullopt);
}

QByteArray firstRequest(const std::string& taskId)
{
    const std::string text = "{\n  \"task_id\": " + inQuotes(taskId)
        + ",\n"
          "  \"capability\": \"summarize\",\n"
          "  \"input\": {\n"
          "    \"type\": \"text\",\n"
          "    \"data\": \"Revenue grew 12% YoY while costs stayed flat.\"\n"
          "  },\n"
          "  \"output_type\": \"text\",\n"
          "  \"max_price_cu\": 0.05,\n"
          "  \"timeout_ms\": 30000,\n"
          "  \"stream\": true,\n"
          "  \"proof_method\": \"result-hash\"\n"
          "}\n";
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace invoke
