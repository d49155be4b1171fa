// SPDX-License-Identifier: GPL-3.0-or-later
// Writes messages of a record into files of their own, however long they are, on a thread of its own.
#pragma once

#include "protocol/capture/record.h"

#include <QObject>
#include <QThreadPool>

namespace traffic {

class MessageSaver final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MessageSaver)

public:
    explicit MessageSaver(QObject* parent = nullptr);
    /// Waits for what is being written.
    ~MessageSaver() override;

    /// The whole message that `row` is of, into a file that is there once it is complete. `record` must live
    /// until cancel().
    void save(const capture::Record& record, wire::RecordNo row, const QString& path);
    /// What is being written is given up, and the record is left alone.
    void cancel();

Q_SIGNALS:
    void saved(const QString& path, quint64 bytes);
    void failed(const QString& path, const QString& why);

private:
    QThreadPool m_pool;
    std::shared_ptr<std::atomic<bool>> m_isStopped;
};

} // namespace traffic
