// SPDX-License-Identifier: Apache-2.0
// Feeds stdin or a file into a run as its input, piece by piece (Layer 1 §3.4): a line a piece, its end kept,
// or so many bytes a piece. Reads no more while pieces wait. The end of the file is the end of the input.
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
    bool send(std::string piece, bool final);

    buyer::TaskRun& m_run;
    const std::string m_type;
    const std::optional<std::int64_t> m_chunkBytes;
    QFile m_file;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::string m_rest; ///< read, and no whole piece yet
    bool m_isAtEnd = false;
};

} // namespace acmpctl
