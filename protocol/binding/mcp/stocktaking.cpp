// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/stocktaking.h"

#include "protocol/binding/mcp/paramheaders.h"
#include "protocol/rpc/codes.h"

#include <algorithm>
#include <array>

namespace mcp {

using wire::Error;
using wire::ErrorKind;

namespace {

struct ListKind {
    std::string_view capability;
    std::string_view method;
    std::string_view member; ///< of the result
};

constexpr std::array kLists {
    ListKind { "tools", "tools/list", "tools" },
    ListKind { "resources", "resources/list", "resources" },
    ListKind { "resources", "resources/templates/list", "resourceTemplates" },
    ListKind { "prompts", "prompts/list", "prompts" },
};

constexpr std::size_t kMaxText = 4'096;

std::string textOf(const json::View& value)
{
    std::string text = value.textOrEmpty();
    if (text.size() > kMaxText)
        text = wire::excerpt(text, kMaxText);
    return text;
}

binding::InventoryItem readItem(const json::View& item, const ListKind& kind)
{
    binding::InventoryItem read;
    read.name = textOf(item["name"]);
    read.title = textOf(item["title"]);
    read.description = textOf(item["description"]);
    read.uri = textOf(item[kind.member == "resourceTemplates" ? "uriTemplate" : "uri"]);
    // Bytes of its own: a page is not kept for one item.
    read.raw = json::Raw(QByteArray::fromStdString(std::string(item.lexeme())));
    if (const auto headers = parameterHeaders(item["inputSchema"]); !headers)
        read.mistake = "x-mcp-header " + headers.error();
    return read;
}

Error refused(std::string_view method, const json::View& error)
{
    const std::int64_t code = error["code"].toInt64().value_or(0);
    const std::string_view name = rpc::describeCode(rpc::Binding::Mcp, code).name;
    return { ErrorKind::Refused, std::string(method) + " was refused", "a result",
        std::to_string(code) + (name.empty() ? "" : ' ' + std::string(name)) + ": "
            + wire::excerpt(error["message"].textOrEmpty()),
        {}, false };
}

} // namespace

Stocktaking::Stocktaking(wire::Clock& clock, const binding::Discovered& found, Ask ask, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_started(clock.now())
    , m_ask(std::move(ask))
{
    for (std::size_t i = 0; i < kLists.size(); ++i) {
        if (std::ranges::find(found.capabilities, kLists[i].capability) != found.capabilities.end())
            m_due.push_back(i);
    }
    std::ranges::reverse(m_due); // taken from the end
}

QFuture<binding::Inventory> Stocktaking::start()
{
    m_promise.start();
    next();
    return m_promise.future();
}

void Stocktaking::next()
{
    if (m_due.empty()) {
        m_promise.addResult(std::move(m_inventory));
        m_promise.finish();
        return deleteLater();
    }
    m_inventory.push_back({ .kind = std::string(kLists[m_due.back()].member), .items = {}, .error = {} });
    m_pages = 0;
    m_bytes = 0;
    askFor({});
}

void Stocktaking::askFor(std::string cursor)
{
    if (m_clock.now() - m_started > kPatience)
        return close(Error {
            ErrorKind::Deadline, "not asked for, as the lists before it took too long", {}, {}, {}, true });
    m_cursor = std::move(cursor);
    PlainExchange* const exchange = m_ask(kLists[m_due.back()].method, m_cursor);
    exchange->expectWithin(m_clock, kPagePatience);
    exchange->future()
        .then(this, [this](const PlainExchange::Outcome& outcome) { take(outcome); })
        .onCanceled(this, [this] {
            close(Error { ErrorKind::Cancelled, "given up before an answer", {}, {}, {}, false });
        });
}

void Stocktaking::take(const PlainExchange::Outcome& outcome)
{
    if (!outcome)
        return close(outcome.error());
    const auto document
        = json::Document::parse(QByteArray::fromStdString(std::string(outcome->message.text())));
    const json::View root = document ? document->root() : json::View();
    if (outcome->isError)
        return close(refused(kLists[m_due.back()].method, root["error"]));
    ++m_pages;
    m_bytes += static_cast<qsizetype>(outcome->message.text().size());
    const json::View items = root["result"][kLists[m_due.back()].member];
    if (!items.isArray()) {
        return close(Error { ErrorKind::Protocol, "the list can't be read",
            "an array in /result/" + std::string(kLists[m_due.back()].member),
            items ? wire::excerpt(items.lexeme()) : std::string("nothing"), {}, false });
    }
    std::string cursor = takePage(root["result"]);
    if (cursor.empty() || m_inventory.back().isCut)
        return close();
    if (cursor == m_cursor)
        return close(Error { ErrorKind::Protocol, "the pages of the list go in a circle",
            "another nextCursor", wire::excerpt(cursor), "/result/nextCursor", false });
    askFor(std::move(cursor));
}

std::string Stocktaking::takePage(const json::View& result)
{
    binding::InventoryList& list = m_inventory.back();
    const ListKind& kind = kLists[m_due.back()];
    for (const json::View item : result[kind.member].elements()) {
        if (list.items.size() == kMaxItems) {
            list.isCut = true;
            return {};
        }
        list.items.push_back(readItem(item, kind));
    }
    std::string cursor = result["nextCursor"].textOrEmpty();
    list.isCut
        = !cursor.empty() && (m_pages == kMaxPages || m_bytes > kMaxBytes || list.items.size() == kMaxItems);
    return cursor;
}

void Stocktaking::close(std::optional<Error> error)
{
    m_inventory.back().error = std::move(error);
    m_due.pop_back();
    next();
}

} // namespace mcp
