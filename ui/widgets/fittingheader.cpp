// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fittingheader.h"

#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QResizeEvent>

namespace widgets {

namespace {

/// Of one column: a share of the table, in percent, and pixels that it may have anyhow.
constexpr int kWidestShare = 45, kWidest = 150;

} // namespace

FittingHeader::FittingHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setHighlightSections(false);
    setStretchLastSection(true);
    connect(this, &QHeaderView::sectionResized, this, [this](int section, int before, int now) {
        if (m_isPressed && before != now)
            m_sized.insert(section);
    });
    connect(this, &QHeaderView::sectionHandleDoubleClicked, this, [this](int section) {
        m_sized.erase(section);
        fit();
    });
    connect(this, &QHeaderView::sortIndicatorChanged, this, [this] { fit(true); });
}

bool FittingHeader::isFitted(int section) const
{
    const bool isLast = section == logicalIndex(count() - 1);
    return !isLast && !isSectionHidden(section) && !m_sized.contains(section);
}

void FittingHeader::fit(bool grows)
{
    const auto* const view = qobject_cast<QAbstractItemView*>(parentWidget());
    if (!view)
        return;
    const int room = viewport()->width();
    const int widest = std::max(theme::scaled(kWidest), room * kWidestShare / 100);
    const auto neededBy = [&](int section) {
        return std::min(std::max(view->sizeHintForColumn(section), sectionSizeHint(section)), widest);
    };
    for (int section = 0; section < count(); ++section) {
        if (!isFitted(section))
            continue;
        const int needed = neededBy(section);
        if (needed > sectionSize(section) || (!grows && needed < sectionSize(section)))
            resizeSection(section, needed);
    }
    const int last = logicalIndex(count() - 1);
    if (last < 0 || isSectionHidden(last))
        return;
    const int left = room - (length() - sectionSize(last));
    resizeSection(last, left >= minimumSectionSize() ? left : neededBy(last));
}

QList<QVariant> FittingHeader::sized() const
{
    return { m_sized.begin(), m_sized.end() };
}

void FittingHeader::setSized(const QList<QVariant>& sections)
{
    m_sized.clear();
    for (const QVariant& section : sections)
        m_sized.insert(section.toInt());
}

QSize FittingHeader::sectionSizeFromContents(int section) const
{
    QStyleOptionHeader option;
    initStyleOption(&option);
    option.section = section;
    option.text = model()->headerData(section, orientation()).toString();
    const bool hasArrow = isSortIndicatorShown() && sortIndicatorSection() == section;
    option.sortIndicator = hasArrow ? QStyleOptionHeader::SortDown : QStyleOptionHeader::None;
    return style()->sizeFromContents(QStyle::CT_HeaderSection, &option, {}, this);
}

void FittingHeader::resizeEvent(QResizeEvent* event)
{
    QHeaderView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        fit();
}

void FittingHeader::mousePressEvent(QMouseEvent* event)
{
    m_isPressed = true;
    QHeaderView::mousePressEvent(event);
}

void FittingHeader::mouseReleaseEvent(QMouseEvent* event)
{
    QHeaderView::mouseReleaseEvent(event);
    m_isPressed = false;
}

} // namespace widgets
