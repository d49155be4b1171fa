// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/trafficview.h"

#include "ui/analysis/analysis.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/traffic/detailspanes.h"
#include "ui/traffic/filterbar.h"
#include "ui/traffic/format.h"
#include "ui/traffic/messagesaver.h"
#include "ui/traffic/presentation.h"
#include "ui/traffic/searcher.h"
#include "ui/traffic/stderrpane.h"
#include "ui/traffic/trafficlist.h"
#include "ui/traffic/trafficmodel.h"
#include "ui/widgets/pane.h"

#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace traffic {

namespace {

constexpr qint64 kSearchShownAfterMs = 100;
// Of so many new rows a frame nobody sees each: they are added every third frame, which leaves time to
// others.
constexpr std::uint64_t kFlood = 2000;
constexpr int kFramesInFlood = 3;

QLabel* makeSentence(const QString& text, QWidget* parent)
{
    auto* const label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

TrafficView::TrafficView(QWidget* parent)
    : View(parent)
    , m_model(new TrafficModel(this))
    , m_filter(new FilterBar(this))
    , m_saver(new MessageSaver(this))
    , m_stack(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("traffic"));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(theme::kGap, theme::kGap, theme::kGap, theme::kGap);
    column->setSpacing(theme::kGap);
    column->addWidget(m_filter);
    column->addWidget(m_stack, 1);
    auto* const empty
        = makeSentence(tr("Nothing recorded yet — send a request in Invoke, or start a mock."), m_stack);
    empty->setObjectName(QStringLiteral("trafficEmpty"));
    m_stack->addWidget(empty);
    m_stack->addWidget(makeContent());
    connect(m_filter, &FilterBar::filterChanged, this, &TrafficView::startSearch);
    connect(m_filter, &FilterBar::followingToggled, m_list, &TrafficList::setFollowing);
    connect(m_list, &TrafficList::followingChanged, m_filter, &FilterBar::setFollowing);
    connect(m_list, &TrafficList::filterAsked, m_filter, &FilterBar::setText);
    connect(m_list, &TrafficList::currentRowChanged, this, &TrafficView::showCurrent);
    connect(
        m_list, &TrafficList::pressed, this, [this](const QModelIndex& index) { showCurrent(index.row()); });
    connect(m_list, &TrafficList::saveAsked, this, &TrafficView::chooseFileFor);
    connect(m_saver, &MessageSaver::failed, this, &TrafficView::saveFailed);
    connect(m_saver, &MessageSaver::saved, this, [this](const QString& path, quint64 bytes) {
        m_saved = tr("saved %1 bytes in %2").arg(grouped(bytes), QFileInfo(path).fileName());
        updateStatus();
    });
    connect(m_stderr, &StderrPane::chosen, m_details, &DetailsPanes::setPlace);
    connect(m_stderr, &StderrPane::asked, this, &TrafficView::showRecord);
}

TrafficView::~TrafficView()
{
    m_saver->cancel();
    m_details->setSource({});
}

QWidget* TrafficView::makeContent()
{
    auto* const splitter = new QSplitter(Qt::Vertical, m_stack);
    splitter->setObjectName(QStringLiteral("trafficSplitter"));
    splitter->setChildrenCollapsible(false);
    auto* const lists = new QSplitter(Qt::Vertical, splitter);
    lists->setObjectName(QStringLiteral("trafficLists"));
    lists->setChildrenCollapsible(false);
    m_rows = new widgets::Pane(tr("Rows"), lists);
    m_listStack = new QStackedWidget(m_rows);
    m_list = new TrafficList(m_model, m_listStack);
    m_listStack->addWidget(m_list);
    m_listStack->addWidget(makeSentence(tr("No row matches — clear the filter to see all."), m_listStack));
    m_rows->addContent(m_listStack);
    m_stderr = new StderrPane(lists);
    lists->addWidget(m_rows);
    lists->addWidget(m_stderr);
    lists->setStretchFactor(0, 1);
    lists->setSizes({ 360, 140 });
    m_details = new DetailsPanes(splitter);
    splitter->addWidget(lists);
    splitter->addWidget(m_details);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({ 500, 400 });
    return splitter;
}

QString TrafficView::title()
{
    return tr("Traffic");
}

QIcon TrafficView::icon()
{
    return theme::icon(QStringLiteral("traffic"));
}

void TrafficView::setRecord(const capture::Record& record, analysis::Analysis& analysis)
{
    m_details->setSource({});
    m_saver->cancel();
    m_searcher.reset();
    m_nextSearch.reset();
    m_wanted.reset();
    m_current.reset();
    m_record = &record;
    m_analysis = &analysis;
    m_model->setRecord(&record, &analysis);
    m_details->setSource({ &record, &analysis, m_model->items() });
    m_searcher = std::make_unique<Searcher>(record, analysis);
    m_stderr->setRecord(record, analysis);
    startSearch();
    m_framesWaited = kFramesInFlood;
    nextFrame();
}

void TrafficView::startSearch()
{
    if (!m_searcher)
        return;
    const Filter filter = m_filter->filter();
    if (filter.isEmpty()) {
        m_searcher->end();
        m_nextSearch.reset();
        return useSearch(nullptr);
    }
    m_nextSearch = m_searcher->begin(filter);
    m_searchBegan.start();
}

void TrafficView::useSearch(const std::shared_ptr<const Search>& search)
{
    m_model->setSearch(search);
    const int row = m_current && !m_current->isEvent ? m_model->rowOf(m_current->number) : -1;
    if (row < 0)
        showCurrent(-1);
    else if (m_list->isFollowing())
        m_list->setCurrentIndex(m_model->index(row, 0));
    else
        m_list->goTo(row);
    m_list->rowsAdded();
    updateStatus();
}

void TrafficView::showRecord(wire::RecordNo record)
{
    m_wanted = record;
    showWanted();
    if (m_wanted && !m_filter->filter().isEmpty()) {
        m_filter->clear();
        showWanted();
    }
}

void TrafficView::showWanted()
{
    const int row = m_wanted ? m_model->rowOf(*m_wanted) : -1;
    if (row < 0)
        return;
    m_wanted.reset();
    m_list->goTo(row);
    m_list->setFocus();
}

void TrafficView::followTask(const QString& taskId)
{
    m_filter->setText(Filter::word(taskId));
}

void TrafficView::showCurrent(int row)
{
    m_stderr->clearChoice();
    m_saved.clear();
    m_current = row < 0 ? std::nullopt : std::optional(m_model->placeAt(row));
    m_details->setPlace(m_current);
}

void TrafficView::chooseFileFor(wire::RecordNo row)
{
    auto* dialog = new QFileDialog(this, tr("Save the message of row %L1").arg(row + 1));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, row](const QString& path) { saveMessage(row, path); });
    dialog->open();
}

void TrafficView::saveMessage(wire::RecordNo row, const QString& path)
{
    m_saver->save(*m_record, row, path);
}

void TrafficView::saveFailed(const QString& path, const QString& why)
{
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Not saved"), {}, QMessageBox::Ok, this);
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("%1 can't be written: %2").arg(path, why));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void TrafficView::catchUp()
{
    if (m_model->behind() > kFlood && ++m_framesWaited < kFramesInFlood)
        return;
    m_framesWaited = 0;
    const int before = m_model->rowCount();
    m_model->catchUp();
    if (m_model->rowCount() != before)
        m_list->rowsAdded();
}

void TrafficView::nextFrame()
{
    if (!m_record)
        return;
    m_analysis->wake();
    m_searcher->wake();
    if (m_nextSearch && (m_nextSearch->isThrough() || m_searchBegan.hasExpired(kSearchShownAfterMs)))
        useSearch(std::exchange(m_nextSearch, nullptr));
    catchUp();
    m_stderr->nextFrame();
    showWanted();
    m_details->nextFrame();
    updateStatus();
}

void TrafficView::updateStatus()
{
    const std::uint64_t rows = m_model->items() ? m_model->items()->rows() : 0;
    const Search* const search = m_model->search().get();
    m_stack->setCurrentIndex(rows > 0 ? 1 : 0);
    m_listStack->setCurrentIndex(search && m_model->rowCount() == 0 ? 1 : 0);
    const QString facts = statusText(rows, search, m_analysis ? m_analysis->checkedTo() : rows);
    m_rows->setFacts(m_saved.isEmpty() ? facts : facts % QStringLiteral(" · ") % m_saved);
}

} // namespace traffic
