// SPDX-License-Identifier: Apache-2.0
// What a workspace's buyer is bound to pay and was billed, and how much more it may commit to. Amounts are
// exact (decision D18).
#pragma once

#include "protocol/wire/error.h"
#include "protocol/workspace/budget.h"

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace workspace {

struct Spending {
    enum class Kind : std::uint8_t {
        Committed, ///< an offer was accepted: its price is owed (Layer 6 §2.2)
        Billed, ///< a result's cost under such a deal, which is part of what was committed
        Direct, ///< a result's cost without a deal
        Held, ///< on its way: may be owed soon
        Released, ///< what was held is not owed
    };

    std::int64_t unixMs = 0;
    Kind kind = Kind::Committed;
    std::string provider = {}; ///< its DID, else its address
    std::string capability = {};
    json::Decimal cu = {};
    std::string offerId = {}; ///< of Committed and Billed
    std::string taskId = {}; ///< of Billed and Direct
    std::string escrowId = {}; ///< empty: direct settlement
    std::string hold = {}; ///< of Held, and of what came of it
    std::int64_t untilUnixMs = 0; ///< of Held: it counts no longer, whatever became of its program
    bool operator==(const Spending&) const = default;
};
std::string_view toString(Spending::Kind kind); ///< "committed", "billed", "direct", "held", "released"

class Ledger final {
public:
    void add(Spending spending);
    /// What is owed and billed; nothing that is only held.
    const std::vector<Spending>& entries() const { return m_entries; }

    /// Committed and direct together.
    const json::Decimal& spent() const { return m_all; }
    json::Decimal spentAt(const std::string& provider) const;
    json::Decimal spentOn(std::int64_t unixMs) const; ///< on that day
    const json::Decimal& billed() const { return m_billed; }

    /// Why `cu` more may not be committed to at `provider`, as a sentence; nullopt if it may.
    std::optional<std::string> refusal(const Budget& budget, const std::string& provider,
        const json::Decimal& cu, std::int64_t unixMs) const;

    /// RFC 4180, with a header line. Text that a spreadsheet would run as a formula is quoted by an
    /// apostrophe.
    std::string toCsv() const;

private:
    std::vector<Spending> m_entries;
    std::map<std::string, Spending> m_held; ///< by Spending::hold
    json::Decimal m_all, m_billed;
    std::map<std::string, json::Decimal> m_byProvider;
    std::map<std::int64_t, json::Decimal> m_byDay;
};

/// One line of a ledger's file, without its end.
std::string toLine(const Spending& spending);
std::expected<Spending, wire::Error> readLine(std::string_view line);

} // namespace workspace
