// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/tracefield.h"

#include "ui/theme/theme.h"

#include "protocol/binding/tracecontext.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace endpoints {

TraceField::TraceField(const QString& traceparent, QWidget* parent)
    : QWidget(parent)
    , m_text(new QLineEdit(traceparent, this))
{
    m_text->setObjectName(QStringLiteral("traceparent"));
    m_text->setAccessibleName(tr("Trace context"));
    m_text->setFont(theme::monospace());
    m_text->setPlaceholderText(tr("none; traceparent of W3C Trace Context"));
    m_text->setToolTip(
        tr("Sent as _meta.traceparent with every message, so that a tracing system can follow it"));
    auto* make = new QPushButton(tr("Ne&w"), this);
    make->setObjectName(QStringLiteral("newTrace"));
    make->setToolTip(tr("Begins a trace of its own"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->addWidget(m_text, 1);
    row->addWidget(make);
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::textChanged, this, &TraceField::edited);
    connect(make, &QPushButton::clicked, this, [this] {
        wire::SystemIdSource ids;
        m_text->setText(QString::fromStdString(binding::makeTraceparent(ids)));
    });
}

QString TraceField::traceparent() const
{
    return m_text->text().trimmed();
}

QString TraceField::complaint() const
{
    if (traceparent().isEmpty() || binding::isTraceparent(traceparent().toStdString()))
        return {};
    return tr("Trace context: expected 00-, 32 and 16 hex digits, and two for flags, in lower case.");
}

} // namespace endpoints
