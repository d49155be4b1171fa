// SPDX-License-Identifier: Apache-2.0
// Asks an MCP server for its lists of tools, resources and prompts, one page after the other, within limits.
#pragma once

#include "protocol/binding/client.h"
#include "protocol/binding/mcp/plainexchange.h"

namespace mcp {

class Stocktaking final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Stocktaking)

public:
    // Where a list ends that does not end by itself.
    static constexpr std::size_t kMaxItems = 1'000;
    static constexpr std::size_t kMaxPages = 50;
    static constexpr qsizetype kMaxBytes = qsizetype { 16 } << 20; ///< of a list's pages together
    static constexpr wire::milliseconds kPagePatience { 5'000 };
    static constexpr wire::milliseconds kPatience { 20'000 }; ///< after it nothing more is asked for

    /// Sends the request; `cursor` is of the page before, empty for the first one.
    using Ask = std::function<PlainExchange*(std::string_view method, const std::string& cursor)>;

    /// Deletes itself at its end. `clock` must outlive it.
    Stocktaking(wire::Clock& clock, const binding::Discovered& found, Ask ask, QObject* parent);
    QFuture<binding::Inventory> start();

private:
    void next();
    void askFor(std::string cursor);
    void take(const PlainExchange::Outcome& outcome);
    /// The cursor of the next page; empty without one.
    std::string takePage(const json::View& result);
    void close(std::optional<wire::Error> error = {});

    wire::Clock& m_clock;
    const wire::Instant m_started;
    Ask m_ask;
    std::vector<std::size_t> m_due; ///< in the table of lists
    binding::Inventory m_inventory;
    std::size_t m_pages = 0;
    qsizetype m_bytes = 0;
    std::string m_cursor; ///< of the page that was asked for last
    QPromise<binding::Inventory> m_promise;
};

} // namespace mcp
