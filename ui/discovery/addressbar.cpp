// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/addressbar.h"

#include "ui/theme/icons.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalBlocker>
#include <QUrl>

namespace discover {

namespace {

const QString kHistory = QStringLiteral("discover/history");

} // namespace

AddressBar::AddressBar(QSettings& settings, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_box(new QComboBox(this))
    , m_go(new QPushButton(
          theme::icon(QStringLiteral("discover"), theme::Token::OnAccent), tr("Discover"), this))
    , m_stop(new QPushButton(theme::icon(QStringLiteral("stop")), tr("Stop"), this))
{
    m_box->setObjectName(QStringLiteral("discoverAddress"));
    m_box->setAccessibleName(tr("Where to look"));
    m_box->setEditable(true);
    m_box->setInsertPolicy(QComboBox::NoInsert);
    m_box->setFont(theme::monospace());
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->lineEdit()->setPlaceholderText(
        tr("A domain, the URL of a manifest, a file, or the URL of a registry and words"));
    m_box->lineEdit()->setAccessibleName(tr("Where to look"));
    m_box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_box->completer()->setFilterMode(Qt::MatchContains);
    m_go->setObjectName(QStringLiteral("discoverGo"));
    theme::makePrimary(*m_go);
    m_stop->setObjectName(QStringLiteral("discoverStop"));
    m_stop->setEnabled(false);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(theme::kGap);
    row->addWidget(m_box, 1);
    row->addWidget(m_stop);
    row->addWidget(m_go);
    connect(m_box->lineEdit(), &QLineEdit::returnPressed, this, &AddressBar::submit);
    connect(m_go, &QPushButton::clicked, this, &AddressBar::submit);
    connect(m_stop, &QPushButton::clicked, this, &AddressBar::stopAsked);
    fill();
    m_box->clearEditText();
}

QString AddressBar::text() const
{
    return m_box->currentText();
}

void AddressBar::setText(const QString& text)
{
    m_box->setEditText(text);
}

void AddressBar::focusText()
{
    m_box->setFocus(Qt::ShortcutFocusReason);
    m_box->lineEdit()->selectAll();
}

void AddressBar::askWords(const QString& registry)
{
    m_box->setEditText(registry % u' ');
    m_box->setFocus(Qt::OtherFocusReason);
    m_box->lineEdit()->end(false);
}

QStringList AddressBar::history() const
{
    return m_settings.value(kHistory).toStringList();
}

void AddressBar::setLocals(const QStringList& addresses)
{
    if (addresses == m_locals)
        return;
    m_locals = addresses;
    fill();
}

/// What is typed stays.
void AddressBar::fill()
{
    const QString typed = m_box->currentText();
    const QSignalBlocker blocker(m_box);
    m_box->clear();
    for (const QString& address : m_locals) {
        m_box->addItem(theme::icon(QStringLiteral("mock")), address);
        m_box->setItemData(m_box->count() - 1, tr("Mock providers of this program"), Qt::ToolTipRole);
    }
    for (const QString& address : history()) {
        if (!m_locals.contains(address))
            m_box->addItem(address);
    }
    m_box->setEditText(typed);
}

void AddressBar::remember(const QString& address)
{
    // A password is not for a file.
    if (!QUrl(address).userInfo().isEmpty())
        return;
    QStringList all = history();
    all.removeAll(address);
    all.prepend(address);
    m_settings.setValue(kHistory, all.mid(0, kMostRemembered));
    fill();
}

void AddressBar::submit()
{
    const QString address = m_box->currentText().trimmed();
    if (address.isEmpty())
        return focusText();
    remember(address);
    Q_EMIT submitted(address);
}

void AddressBar::setReading(bool isReading)
{
    m_stop->setEnabled(isReading);
}

} // namespace discover
