// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/endpointform.h"

#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/workspace/endpointurl.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace endpoints {

EndpointForm::EndpointForm(workspace::Endpoint endpoint, QWidget* parent)
    : QDialog(parent)
    , m_endpoint(std::move(endpoint))
    , m_url(new QLineEdit(m_endpoint.url, this))
    , m_name(new QLineEdit(m_endpoint.name, this))
    , m_token(new QLineEdit(this))
    , m_forget(new QCheckBox(tr("&Forget the token"), this))
    , m_notes(new QPlainTextEdit(m_endpoint.notes, this))
    , m_complaint(new widgets::PlainLabel({}, theme::Token::Secondary, this))
{
    const bool isNew = m_endpoint.url.isEmpty();
    const bool hasToken = !m_endpoint.tokenRef.isEmpty();
    setWindowTitle(isNew ? tr("Add an endpoint") : tr("Edit the endpoint"));
    m_name->setObjectName(QStringLiteral("name"));
    m_name->setPlaceholderText(tr("as you want to call it"));
    m_url->setObjectName(QStringLiteral("url"));
    m_url->setPlaceholderText(QStringLiteral("http://127.0.0.1:8402/mcp"));
    m_url->setFont(theme::monospace());
    m_token->setObjectName(QStringLiteral("token"));
    m_token->setEchoMode(QLineEdit::Password);
    m_token->setPlaceholderText(hasToken ? tr("stored; type to replace it") : tr("none"));
    m_forget->setObjectName(QStringLiteral("forget"));
    m_forget->setVisible(hasToken);
    m_notes->setObjectName(QStringLiteral("notes"));
    m_notes->setTabChangesFocus(true);
    m_notes->setFixedHeight(3 * theme::scaled(theme::kRowHeight));
    m_complaint->setObjectName(QStringLiteral("complaint"));
    // Room for its two lines, so that the dialog keeps its size.
    m_complaint->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_complaint->setAlignment(Qt::AlignLeft | Qt::AlignTop);

    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(isNew ? tr("Add") : tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("save"));
    theme::makePrimary(*m_save);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* form = new QFormLayout(this);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("&URL"), m_url);
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("Bearer &token"), m_token);
    form->addRow(QString(), m_forget);
    form->addRow(tr("N&otes"), m_notes);
    form->addRow(m_complaint);
    form->addRow(buttons);
    setMinimumWidth(theme::scaled(460));

    connect(m_url, &QLineEdit::textChanged, this, &EndpointForm::check);
    connect(m_token, &QLineEdit::textChanged, this, &EndpointForm::check);
    connect(m_forget, &QCheckBox::toggled, this, &EndpointForm::check);
    check();
}

workspace::Endpoint EndpointForm::endpoint() const
{
    workspace::Endpoint endpoint = m_endpoint;
    endpoint.name = m_name->text().trimmed();
    endpoint.url = m_url->text().trimmed();
    endpoint.notes = m_notes->toPlainText();
    return endpoint;
}

bool EndpointForm::isLeavingServer() const
{
    return !m_endpoint.tokenRef.isEmpty()
        && workspace::serverOf(m_url->text()) != workspace::serverOf(m_endpoint.url);
}

std::optional<QString> EndpointForm::newToken() const
{
    if (!m_token->text().isEmpty())
        return m_token->text();
    if (m_forget->isChecked() || isLeavingServer())
        return QString();
    return std::nullopt;
}

void EndpointForm::check()
{
    m_token->setEnabled(!m_forget->isChecked());
    const auto url = workspace::checkUrl(m_url->text());
    m_save->setEnabled(url.has_value());
    QString complaint;
    if (!url)
        complaint = url.error();
    else if (isLeavingServer() && m_token->text().isEmpty())
        complaint
            = tr("The stored token was for %1 and is not given to another server. Type it again if this "
                 "one is to have it.")
                  .arg(workspace::serverOf(m_endpoint.url));
    m_complaint->setText(complaint);
    m_url->setAccessibleDescription(complaint);
}

} // namespace endpoints
