// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/proxyfield.h"

#include "protocol/workspace/workspace.h"
#include "ui/theme/theme.h"

#include "protocol/transport/connect/proxy.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>

namespace endpoints {

ProxyField::ProxyField(const QString& proxy, QWidget* parent)
    : QWidget(parent)
    , m_choice(new QComboBox(this))
    , m_given(new QLineEdit(this))
{
    m_choice->setObjectName(QStringLiteral("proxy"));
    m_choice->setAccessibleName(tr("Proxy"));
    m_choice->addItems({ tr("As the system has it"), tr("None"), tr("This one:") });
    m_choice->setToolTip(
        tr("The system's: http_proxy, https_proxy, all_proxy and no_proxy when the program was "
           "started, else the desktop's; never for this machine itself"));
    m_given->setObjectName(QStringLiteral("proxyUrl"));
    m_given->setAccessibleName(tr("URL of the proxy"));
    m_given->setFont(theme::monospace());
    m_given->setPlaceholderText(QStringLiteral("http://HOST:PORT, socks5://HOST:PORT"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->addWidget(m_choice);
    row->addWidget(m_given, 1);
    setFocusProxy(m_choice);
    const auto showGiven = [this](int choice) { m_given->setVisible(choice == Given); };
    connect(m_choice, &QComboBox::currentIndexChanged, this, showGiven);
    m_choice->setCurrentIndex(proxy.isEmpty() ? System : proxy == workspace::kNoProxy ? None : Given);
    showGiven(m_choice->currentIndex());
    if (m_choice->currentIndex() == Given)
        m_given->setText(proxy);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ProxyField::edited);
    connect(m_given, &QLineEdit::textChanged, this, &ProxyField::edited);
}

QString ProxyField::proxy() const
{
    switch (m_choice->currentIndex()) {
    case Given:
        return m_given->text().trimmed();
    case None:
        return workspace::kNoProxy;
    default:
        return {};
    }
}

QString ProxyField::complaint() const
{
    if (m_choice->currentIndex() != Given)
        return {};
    const auto parsed = transport::ProxyAddress::parse(proxy().toStdString());
    if (!parsed)
        return tr("Proxy: %1.").arg(QString::fromStdString(parsed.error().toString()));
    if (!parsed->password.empty())
        return tr(
            "Proxy: a password has no place in the workspace's file. Set https_proxy before the program "
            "starts, and choose the system's.");
    return {};
}

} // namespace endpoints
