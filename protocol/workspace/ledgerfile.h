// SPDX-License-Identifier: Apache-2.0
// A ledger as a file beside its workspace: one JSON object a line, only ever added to.
#pragma once

#include "protocol/workspace/ledger.h"

#include <QString>

namespace workspace {

class LedgerFile final {
public:
    static constexpr qint64 kMaxBytes = qint64 { 64 } << 20;

    /// NAME.ledger.jsonl beside NAME.acmpworkspace.
    static QString pathFor(const QString& workspaceFile);

    /// One that does not exist is empty, and made by the first add(). A line that can't be understood is an
    /// error, which names it: what is spent must not be forgotten. Only the last one may be torn, by a crash
    /// while it was written: it is left out.
    static std::expected<LedgerFile, wire::Error> open(const QString& path);

    const Ledger& ledger() const { return m_ledger; }
    /// Counted even if it can't be written, which is the error.
    std::expected<void, wire::Error> add(const Spending& spending);

private:
    explicit LedgerFile(QString path)
        : m_path(std::move(path))
    {
    }

    QString m_path;
    Ledger m_ledger;
    qint64 m_wholeBytes = 0; ///< of the file when it was opened, without a torn line
    bool m_isTorn = false;
};

} // namespace workspace
