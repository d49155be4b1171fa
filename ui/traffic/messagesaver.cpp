// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/messagesaver.h"

#include "ui/analysis/parts.h"

#include <QSaveFile>

namespace traffic {

MessageSaver::MessageSaver(QObject* parent)
    : QObject(parent)
    , m_isStopped(std::make_shared<std::atomic<bool>>(false))
{
    m_pool.setMaxThreadCount(1);
}

MessageSaver::~MessageSaver()
{
    cancel();
}

void MessageSaver::save(const capture::Record& record, wire::RecordNo row, const QString& path)
{
    m_pool.start([this, &record, row, path, isStopped = m_isStopped] {
        QSaveFile file(path);
        std::uint64_t written = 0;
        QString why;
        if (!file.open(QIODevice::WriteOnly)) {
            why = file.errorString();
        } else {
            for (const wire::RecordNo part : analysis::rowsOfMessage(record, row)) {
                if (*isStopped)
                    return;
                const auto data = record.read(part);
                if (!data) {
                    why = QString::fromStdString(data.error().toString());
                    break;
                }
                const std::string_view bytes = data->payload();
                const auto size = static_cast<qint64>(bytes.size());
                if (file.write(bytes.data(), size) != size) {
                    why = file.errorString();
                    break;
                }
                written += bytes.size();
            }
            if (why.isEmpty() && !file.commit())
                why = file.errorString();
        }
        QMetaObject::invokeMethod(
            this,
            [this, path, written, why] {
                if (why.isEmpty())
                    Q_EMIT saved(path, written);
                else
                    Q_EMIT failed(path, why);
            },
            Qt::QueuedConnection);
    });
}

void MessageSaver::cancel()
{
    *m_isStopped = true;
    m_pool.clear();
    m_pool.waitForDone();
    m_isStopped = std::make_shared<std::atomic<bool>>(false);
}

} // namespace traffic
