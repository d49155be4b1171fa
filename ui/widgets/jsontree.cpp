// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/jsontree.h"

#include "ui/theme/theme.h"
#include "ui/widgets/jsondelegate.h"
#include "ui/widgets/jsonmodel.h"

#include "protocol/json/document.h"
#include "protocol/json/text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>

#include <deque>

namespace widgets {

namespace {

constexpr qsizetype kScannedAtOnce = qsizetype { 4 } << 20;
constexpr int kMaxOpenedAtOnce = 2000; // rows

std::shared_ptr<const json::Document> scanned(const QByteArray& json)
{
    auto document = std::make_shared<json::Document>();
    document->reset(json, 0, json.size());
    return document;
}

void toClipboard(std::string_view text)
{
    if (!text.empty()) {
        QGuiApplication::clipboard()->setText(
            QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    }
}

} // namespace

JsonTree::JsonTree(QWidget* parent)
    : QTreeView(parent)
    , m_model(new JsonModel(this))
{
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("JSON"));
    setHeaderHidden(true);
    setIndentation(theme::scaled(16));
    setModel(m_model);
    setItemDelegate(new JsonDelegate(this));
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setExpandsOnDoubleClick(true);
}

JsonTree::~JsonTree() = default;

void JsonTree::setJson(const QByteArray& json, const std::vector<JsonNote>& notes)
{
    const Generation::Ticket ticket = m_generation.next();
    if (json.size() <= kScannedAtOnce) {
        take(scanned(json), notes);
        return;
    }
    m_model->setMessage(acmp::Level::Note, tr("reading %L1 bytes…").arg(json.size()));
    runOnWorker([json] {
        return scanned(json);
    }).then(this, [this, ticket, notes](const Documents& document) {
        if (!ticket.isStale())
            take(document, notes);
    });
}

void JsonTree::clear()
{
    m_generation.next();
    m_model->clear();
}

void JsonTree::take(Documents document, const std::vector<JsonNote>& notes)
{
    if (!document->isValid()) {
        setUniformRowHeights(false);
        m_model->setMessage(acmp::Level::Error,
            tr("This is no JSON: %1").arg(QString::fromStdString(json::toString(document->error()))));
        return;
    }
    // Heights are asked for one by one only where notes need several lines.
    setUniformRowHeights(notes.empty());
    m_model->setDocument(std::move(document), notes);
    const int row = qMax(1, sizeHintForRow(0));
    openFirstLevels({}, qMax(12, viewport()->height() / row));
    constexpr std::size_t kMaxOpened = 50;
    for (std::size_t i = 0; i < std::min(notes.size(), kMaxOpened); ++i) {
        for (QModelIndex above = m_model->indexOfNote(i).parent(); above.isValid(); above = above.parent())
            expand(above);
    }
    scrollToTop();
}

// Level by level, each branch that all of still fits.
void JsonTree::openFirstLevels(const QModelIndex& from, int rows)
{
    std::deque<QModelIndex> waiting { from };
    for (; !waiting.empty(); waiting.pop_front()) {
        const QModelIndex index = waiting.front();
        const int size = index.isValid() ? index.data(JsonModel::SizeRole).toInt() : m_model->rowCount();
        const bool isOpen = !index.isValid() || isExpanded(index);
        if (!isOpen && (size == 0 || size > rows))
            continue;
        m_model->fetchMore(index);
        if (!isOpen)
            expand(index);
        rows -= size;
        for (int row = 0; row < m_model->rowCount(index) && row < kMaxOpenedAtOnce; ++row)
            waiting.push_back(m_model->index(row, 0, index));
    }
}

void JsonTree::expandBelow()
{
    if (currentIndex().isValid())
        openFirstLevels(currentIndex(), kMaxOpenedAtOnce);
}

void JsonTree::copyValue()
{
    const std::string_view lexeme = m_model->lexeme(currentIndex());
    if (lexeme.starts_with('"'))
        toClipboard(json::unescape(lexeme.substr(1, lexeme.size() - 2)));
    else if (!lexeme.empty())
        toClipboard(lexeme);
    else if (currentIndex().isValid())
        toClipboard(currentIndex().data().toString().toStdString());
}

void JsonTree::copyJson()
{
    toClipboard(m_model->lexeme(currentIndex()));
}

void JsonTree::copyPointer()
{
    toClipboard(m_model->pointer(currentIndex()));
}

void JsonTree::keyPressEvent(QKeyEvent* event)
{
    const bool isShifted = event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier);
    if (event->matches(QKeySequence::Copy))
        copyValue();
    else if (isShifted && event->key() == Qt::Key_C)
        copyPointer();
    else if (event->key() == Qt::Key_Asterisk)
        expandBelow(); // the view's own would open all there is
    else
        QTreeView::keyPressEvent(event);
}

void JsonTree::contextMenuEvent(QContextMenuEvent* event)
{
    if (!currentIndex().isValid())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy value"), QKeySequence::Copy, this, &JsonTree::copyValue);
    menu->addAction(tr("Copy as JSON"), this, &JsonTree::copyJson)
        ->setEnabled(!m_model->lexeme(currentIndex()).empty());
    menu->addAction(
        tr("Copy pointer"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this, &JsonTree::copyPointer);
    menu->addSeparator();
    menu->addAction(tr("Expand below"), QKeySequence(Qt::Key_Asterisk), this, &JsonTree::expandBelow)
        ->setEnabled(m_model->hasChildren(currentIndex()));
    menu->addAction(tr("Collapse all"), this, &JsonTree::collapseAll);
    menu->popup(event->globalPos());
}

// Notes wrap at the width.
void JsonTree::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    if (!uniformRowHeights())
        scheduleDelayedItemsLayout();
}

void JsonTree::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    if (!current.isValid())
        return;
    const JsonModel::Range range = m_model->range(current);
    if (range.length > 0)
        Q_EMIT currentRangeChanged(range.offset, range.length);
}

} // namespace widgets
