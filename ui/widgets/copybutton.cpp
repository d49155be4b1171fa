// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/copybutton.h"

#include "ui/theme/icons.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QToolTip>

namespace widgets {

using namespace std::chrono_literals;

CopyButton::CopyButton(const QString& name, QWidget* parent)
    : QToolButton(parent)
    , m_name(name)
{
    setAutoRaise(true);
    setFocusPolicy(Qt::StrongFocus);
    setEnabled(false);
    m_saying.setSingleShot(true);
    m_saying.setInterval(1500ms);
    connect(&m_saying, &QTimer::timeout, this, &CopyButton::quiet);
    connect(this, &QToolButton::clicked, this, &CopyButton::copy);
    quiet();
}

void CopyButton::setCopied(const QString& text)
{
    m_copied = text;
    setEnabled(!text.isEmpty());
}

void CopyButton::copy()
{
    QGuiApplication::clipboard()->setText(m_copied);
    const QString said = tr("Copied");
    setIcon(theme::icon(QStringLiteral("check"), theme::Token::Success));
    setToolTip(said);
    setAccessibleName(said);
    QToolTip::showText(mapToGlobal(QPoint(width() / 2, height() / 2)), said, this, rect(), 1500);
    m_saying.start();
}

void CopyButton::quiet()
{
    setIcon(theme::icon(QStringLiteral("copy")));
    setToolTip(m_name);
    setAccessibleName(m_name);
}

} // namespace widgets
