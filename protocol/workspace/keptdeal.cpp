// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/keptdeal.h"

#include "protocol/acmp/codec.h"
#include "protocol/json/document.h"
#include "protocol/json/writer.h"

namespace workspace {

using wire::Error;
using wire::ErrorKind;

namespace {

using Line = std::variant<KeptDeal, TaskOfDeal>;

constexpr std::string_view kAccepted = "accepted", kTask = "task";

std::expected<json::Document, std::string> parsed(std::string_view text)
{
    auto document = json::Document::parse(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    if (!document)
        return std::unexpected("JSON: " + document.error().expected);
    return std::move(*document);
}

std::string textOf(const json::View& root, std::string_view name)
{
    return root[name].textOrEmpty();
}

/// The message that `name` holds as a string.
template <class T>
std::expected<T, std::string> message(const json::View& root, std::string_view name)
{
    const auto document = parsed(textOf(root, name));
    if (!document)
        return std::unexpected("in the string " + std::string(name) + " " + document.error());
    auto decoded = acmp::decode<T>(document->root());
    if (!decoded)
        return std::unexpected(
            "in the string " + std::string(name) + " " + decoded.error().front().toString());
    return std::move(*decoded);
}

std::expected<Line, std::string> readDeal(const json::View& root, std::int64_t unixMs)
{
    auto offer = message<acmp::Offer>(root, "offer");
    if (!offer)
        return std::unexpected(offer.error());
    auto request = message<acmp::OfferRequest>(root, "request");
    if (!request)
        return std::unexpected(request.error());
    KeptDeal deal { unixMs, textOf(root, "provider"), textOf(root, "name"), textOf(root, "endpoint_id"),
        textOf(root, "url") };
    if (const json::View escrow = root["escrow_id"])
        deal.escrowId = escrow.text();
    deal.isUnsure = root["unsure"].boolean().value_or(false);
    deal.request = std::move(*request);
    deal.received = json::Raw(QByteArray::fromStdString(textOf(root, "offer")));
    deal.offer = std::move(*offer);
    return deal;
}

std::expected<Line, std::string> readTask(const json::View& root, std::int64_t unixMs)
{
    TaskOfDeal task { textOf(root, "provider"), textOf(root, "offer_id"),
        { unixMs, textOf(root, "task_id"), textOf(root, "outcome") } };
    if (const json::View cost = root["cost_cu"])
        task.task.costCu = cost.decimal();
    task.task.tookUs = root["took_us"].toInt64();
    return task;
}

std::expected<Line, std::string> read(std::string_view line)
{
    const auto document = parsed(line);
    if (!document)
        return std::unexpected(document.error());
    const json::View root = document->root();
    const auto unixMs = root["unix_ms"].toInt64();
    if (!unixMs)
        return std::unexpected("an object with unix_ms");
    if (root["kind"].equals(kAccepted))
        return readDeal(root, *unixMs);
    if (root["kind"].equals(kTask))
        return readTask(root, *unixMs);
    return std::unexpected("kind accepted or task");
}

} // namespace

std::string toLine(const KeptDeal& deal)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("unix_ms").integer(deal.acceptedUnixMs);
    writer.key("kind").string(kAccepted);
    writer.key("provider").string(deal.provider);
    writer.key("name").string(deal.name);
    if (!deal.endpointId.empty())
        writer.key("endpoint_id").string(deal.endpointId);
    writer.key("url").string(deal.url);
    if (deal.escrowId)
        writer.key("escrow_id").string(*deal.escrowId);
    if (deal.isUnsure)
        writer.key("unsure").boolean(true);
    // As strings: their own bytes may hold line breaks.
    writer.key("request").string(acmp::toJson(deal.request).toStdString());
    writer.key("offer").string(deal.received.text());
    writer.endObject();
    return writer.text();
}

std::string toLine(const TaskOfDeal& task)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("unix_ms").integer(task.task.unixMs);
    writer.key("kind").string(kTask);
    writer.key("provider").string(task.provider);
    writer.key("offer_id").string(task.offerId);
    writer.key("task_id").string(task.task.taskId);
    writer.key("outcome").string(task.task.outcome);
    if (task.task.costCu)
        writer.key("cost_cu").number(*task.task.costCu);
    if (task.task.tookUs)
        writer.key("took_us").integer(*task.task.tookUs);
    writer.endObject();
    return writer.text();
}

std::expected<Line, Error> readDealLine(std::string_view line)
{
    auto found = read(line);
    if (!found) {
        return std::unexpected(Error { ErrorKind::Usage, "a line of the deals can't be understood",
            std::move(found.error()), wire::excerpt(line), {}, false });
    }
    return std::move(*found);
}

} // namespace workspace
