// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fittingheader.h"

#include "ui/theme/theme.h"

#include <QAbstractItemView>

namespace widgets {

namespace {

constexpr int kWidest = 420;

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
}

bool FittingHeader::isFitted(int section) const
{
    const bool isLast = stretchLastSection() && section == logicalIndex(count() - 1);
    return !isLast && !isSectionHidden(section) && !m_sized.contains(section);
}

void FittingHeader::fit(bool grows)
{
    const auto* const view = qobject_cast<QAbstractItemView*>(parentWidget());
    if (!view)
        return;
    for (int section = 0; section < count(); ++section) {
        if (!isFitted(section))
            continue;
        const int needed = std::min(
            std::max(view->sizeHintForColumn(section), sectionSizeHint(section)), theme::scaled(kWidest));
        if (needed > sectionSize(section) || (!grows && needed < sectionSize(section)))
            resizeSection(section, needed);
    }
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
