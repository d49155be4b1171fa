// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/headersview.h"

#include "ui/theme/theme.h"
#include "ui/traffic/presentation.h"
#include "ui/widgets/byteview.h"

#include <QLabel>
#include <QVBoxLayout>

namespace traffic {

HeadersView::HeadersView(QWidget* parent)
    : QWidget(parent)
{
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_request = makePart(tr("Head of the request"));
    m_response = makePart(tr("Head of the response"));
}

HeadersView::Part HeadersView::makePart(const QString& name)
{
    const Part part { new QLabel(this), new widgets::ByteView(this) };
    part.title->setTextFormat(Qt::PlainText);
    part.title->setFont(theme::label());
    part.title->setForegroundRole(QPalette::PlaceholderText);
    part.title->setContentsMargins(theme::kGap, 4, theme::kGap, 4);
    part.bytes->setAccessibleName(name);
    part.bytes->setFrameShape(QFrame::NoFrame);
    layout()->addWidget(part.title);
    layout()->addWidget(part.bytes);
    return part;
}

void HeadersView::setHeads(const LineDetails::Head& request, const LineDetails::Head& response)
{
    const auto fill = [](const Part& part, const QString& name, const LineDetails::Head& head) {
        const bool isThere = head.row != wire::kNoRecord;
        part.title->setText(
            isThere ? tr("%1 · row %2").arg(name, grouped(head.row)) : tr("%1 · not on record").arg(name));
        part.bytes->setBytes(head.bytes);
    };
    fill(m_request, tr("Request"), request);
    fill(m_response, tr("Response"), response);
}

} // namespace traffic
