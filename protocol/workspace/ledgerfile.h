// SPDX-License-Identifier: Apache-2.0
// A ledger as a file beside its workspace: one JSON object a line, only ever added to. Several programs may
// add to one at a time: each takes its turn by a lock, and reads what the others added.
#pragma once

#include "protocol/workspace/ledger.h"

#include <QString>

#include <chrono>
#include <functional>

class QFile;
class QLockFile;

namespace workspace {

class LedgerFile final {
public:
    static constexpr qint64 kMaxBytes = qint64 { 64 } << 20;
    /// For another program that writes to it.
    static constexpr std::chrono::seconds kWaitForOthers { 5 };

    /// NAME.ledger.jsonl beside NAME.acmpworkspace.
    static QString pathFor(const QString& workspaceFile);

    /// One that does not exist is empty, and made by the first add(). A line that can't be understood is an
    /// error, which names it: what is spent must not be forgotten. Only the last one may be torn, by a crash
    /// while it was written: it is left out.
    static std::expected<LedgerFile, wire::Error> open(const QString& path);

    const Ledger& ledger() const { return m_ledger; }
    /// Reads what others have added since; true if there was any. After an error it is as it was.
    std::expected<bool, wire::Error> refresh();
    /// Counted even if it can't be written, which is the error.
    std::expected<void, wire::Error> add(const Spending& spending);
    /// Why it may not be added, given what was so far; nullopt if it may.
    using Refusal = std::function<std::optional<std::string>(const Ledger&)>;
    struct Outcome {
        std::optional<std::string> refused;
        std::expected<void, wire::Error> written;
    };
    /// Counted only if it is neither refused nor impossible to write. No other program adds anything between
    /// the question and the writing.
    Outcome addUnless(const Refusal& refusal, const Spending& spending);

private:
    explicit LedgerFile(QString path)
        : m_path(std::move(path))
    {
    }

    /// Of the file, without a torn line at its end.
    struct Place {
        qint64 bytes = 0;
        int lines = 0;
    };

    std::expected<std::vector<Spending>, wire::Error> read(QFile& file, Place& place) const;
    std::expected<void, wire::Error> takeTurn(QLockFile& lock);
    /// The lock must be held, and all be read.
    std::expected<void, wire::Error> append(const Spending& spending);

    QString m_path;
    Ledger m_ledger;
    std::vector<Spending> m_unwritten; ///< counted, though not in the file
    Place m_read;
};

} // namespace workspace
