// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/stderrpane.h"

#include "ui/analysis/analysis.h"
#include "ui/traffic/format.h"
#include "ui/traffic/searcher.h"
#include "ui/traffic/trafficlist.h"
#include "ui/traffic/trafficmodel.h"
#include "ui/widgets/pane.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace traffic {

StderrPane::StderrPane(QWidget* parent)
    : QWidget(parent)
    , m_pane(new widgets::Pane(tr("stderr"), this))
    , m_model(new TrafficModel(this))
    , m_list(new TrafficList(m_model, this))
{
    setObjectName(QStringLiteral("trafficStderrPane"));
    m_list->setObjectName(QStringLiteral("trafficStderr"));
    m_list->setAccessibleName(tr("Lines of stderr"));
    m_list->horizontalHeader()->setObjectName(QStringLiteral("trafficStderrColumns"));
    m_list->showOnly({ kTime, kPeers, kMessage });
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pane);
    m_pane->addContent(m_list);
    hide();
    const auto placeAt = [this](int row) { return m_model->placeAt(row); };
    connect(m_list, &TrafficList::currentRowChanged, this, [this, placeAt](int row) {
        if (row >= 0)
            Q_EMIT chosen(placeAt(row));
    });
    connect(m_list, &TrafficList::activated, this,
        [this, placeAt](const QModelIndex& index) { Q_EMIT asked(placeAt(index.row()).number); });
}

StderrPane::~StderrPane() = default;

void StderrPane::setRecord(const capture::Record& record, const analysis::Analysis& analysis)
{
    m_searcher.reset();
    m_model->setRecord(&record, &analysis);
    m_searcher = std::make_unique<Searcher>(record, analysis);
    Filter filter;
    filter.kind = wire::SliceKind::LogLine;
    m_model->setSearch(m_searcher->begin(std::move(filter)));
    m_list->setFollowing(true);
    nextFrame();
}

void StderrPane::nextFrame()
{
    if (!m_searcher)
        return;
    m_searcher->wake();
    const int before = m_model->rowCount();
    m_model->catchUp();
    const int rows = m_model->rowCount();
    if (rows != before) {
        m_list->rowsAdded();
        m_pane->setFacts(tr("%1 lines").arg(grouped(static_cast<std::uint64_t>(rows))));
    }
    if (isHidden() == (rows > 0))
        setVisible(rows > 0);
}

void StderrPane::clearChoice()
{
    const QSignalBlocker blocker(m_list);
    m_list->setCurrentIndex({});
}

} // namespace traffic
