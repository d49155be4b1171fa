// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/welcome.h"

#include "ui/theme/icons.h"
#include "ui/widgets/plainlabel.h"

#include <QCommandLinkButton>
#include <QVBoxLayout>

namespace shell {

Welcome::Welcome(QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->addStretch(2);
    auto* title = new widgets::PlainLabel(tr("ACMP Workbench"), theme::Token::Text, this);
    QFont font = title->font();
    font.setPixelSize(24);
    font.setBold(true);
    title->setFont(font);
    auto* purpose = new widgets::PlainLabel(
        tr("Inspects and drives agents that trade compute."), theme::Token::Secondary, this);
    for (widgets::PlainLabel* line : { title, purpose }) {
        line->setWordWrap(false);
        column->addWidget(line, 0, Qt::AlignHCenter);
    }
    column->addSpacing(24);
    add(column, QStringLiteral("market"), tr("Start the demo market"),
        tr("Five providers on this machine: ask, stream, cancel, look at every byte."),
        &Welcome::demoRequested);
    add(column, QStringLiteral("discover"), tr("Discover a domain…"),
        tr("See who trades there, at what indicative price, and what is wrong with it."),
        &Welcome::discoverRequested);
    add(column, QStringLiteral("endpoints"), tr("Connect to an endpoint…"),
        tr("Ask a provider what it is, and give it a task by hand."), &Welcome::endpointRequested);
    add(column, QStringLiteral("open"), tr("Open a capture…"),
        tr("Look at what was recorded, message by message. Nothing is sent."), &Welcome::captureRequested);
    column->addStretch(3);
}

void Welcome::add(QVBoxLayout* column, const QString& icon, const QString& title, const QString& text,
    void (Welcome::*chosen)())
{
    auto* button = new QCommandLinkButton(title, text, this);
    button->setIcon(theme::icon(icon));
    button->setFixedWidth(theme::scaled(560));
    button->setAccessibleName(title);
    button->setAccessibleDescription(text);
    connect(button, &QCommandLinkButton::clicked, this, chosen);
    column->addWidget(button, 0, Qt::AlignHCenter);
}

} // namespace shell
