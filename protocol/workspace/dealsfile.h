// SPDX-License-Identifier: Apache-2.0
// Accepted offers as a file beside its workspace, like the ledger: one JSON object a line, only ever added
// to.
#pragma once

#include "protocol/workspace/keptdeal.h"

#include <QString>

#include <unordered_map>

namespace workspace {

class DealsFile final {
public:
    static constexpr qint64 kMaxBytes = qint64 { 64 } << 20;

    /// NAME.deals.jsonl beside NAME.acmpworkspace.
    static QString pathFor(const QString& workspaceFile);

    /// One that does not exist is empty, and made by the first add(). A line that can't be understood stays
    /// in the file, is left out here, and is the problem().
    static std::expected<DealsFile, wire::Error> open(const QString& path);
    /// Of no file: what is added is kept here alone.
    DealsFile() = default;

    const std::vector<KeptDeal>& deals() const { return m_deals; } ///< the oldest first
    /// The first line that was left out.
    const std::optional<wire::Error>& problem() const { return m_problem; }
    /// Kept here even if it can't be written, which is the error. The same offer again: what is known of its
    /// accept now.
    std::expected<void, wire::Error> add(KeptDeal deal);
    /// Under no deal of this file: nothing is kept.
    std::expected<void, wire::Error> add(const TaskOfDeal& task);

private:
    explicit DealsFile(QString path)
        : m_path(std::move(path))
    {
    }
    void readLine(std::string_view line, int number);
    void take(KeptDeal deal);
    bool take(const TaskOfDeal& task);
    std::expected<void, wire::Error> append(const std::string& line);

    QString m_path;
    std::vector<KeptDeal> m_deals;
    std::unordered_map<std::string, std::size_t> m_places; ///< of deals, and of tasks within theirs
    std::optional<wire::Error> m_problem;
    bool m_isTorn = false; ///< its last line has no end
};

} // namespace workspace
