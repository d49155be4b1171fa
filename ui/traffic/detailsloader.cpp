// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/detailsloader.h"

namespace traffic {

DetailsLoader::DetailsLoader(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

DetailsLoader::~DetailsLoader()
{
    cancel();
}

void DetailsLoader::load(
    const capture::Record& record, const analysis::Exchanges& exchanges, const Items::Place& place)
{
    if (m_isStale)
        *m_isStale = true;
    m_isStale = std::make_shared<std::atomic<bool>>(false);
    m_pool.clear();
    m_pool.start([this, &record, &exchanges, place, isStale = m_isStale] {
        const auto details
            = std::make_shared<const LineDetails>(readDetails(record, &exchanges, place, *isStale));
        const auto deliver = [this, details, isStale] {
            if (!*isStale)
                Q_EMIT loaded(details);
        };
        QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
    });
}

void DetailsLoader::cancel()
{
    if (m_isStale)
        *m_isStale = true;
    m_pool.clear();
    m_pool.waitForDone();
}

} // namespace traffic
