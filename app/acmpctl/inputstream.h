// SPDX-License-Identifier: Apache-2.0
// Feeds stdin or a file into a run as its input, piece by piece (Layer 1 §3.4): a line a piece, its end kept,
// or so many bytes a piece, but no part of a character. JSON comes as a value a line; each waits for the
// next, because the last one is marked. Reads no more while pieces wait. The end of the file is the end of
// the input.
#pragma once

#include "app/acmpctl/arguments.h"

#include <QFile>
#include <QObject>
#include <QSocketNotifier>

namespace acmpctl {

class InputStream final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InputStream)

public:
    /// `run` must outlive it.
    InputStream(buyer::TaskRun& run, std::string type, std::optional<std::int64_t> chunkBytes);

    /// What can be told before anything is sent.
    static std::optional<wire::Error> check(const InvokeArguments& arguments);
    /// "-" is stdin.
    std::expected<void, wire::Error> open(const std::string& file);
    void start();

Q_SIGNALS:
    /// What came is no input: the run should be cancelled.
    void failed(const wire::Error& error);

private:
    void readOn();
    bool read();
    void cut();
    std::size_t nextPiece(std::string_view rest) const;
    bool take(std::string piece);
    bool send(const std::string& piece, bool final);
    void stop();
    void fail(const wire::Error& error);

    buyer::TaskRun& m_run;
    const std::string m_type;
    const std::optional<std::int64_t> m_chunkBytes;
    QFile m_file;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::string m_rest; ///< read, and no whole piece yet
    std::optional<std::string> m_held; ///< a JSON value that may be the last
    bool m_isAtEnd = false;
};

} // namespace acmpctl
