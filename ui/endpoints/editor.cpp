// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/editor.h"

#include "protocol/workspace/secretstore.h"
#include "ui/endpoints/endpointform.h"
#include "ui/workspace/workspacestore.h"

#include <QMessageBox>
#include <QPushButton>
#include <QRandomGenerator>

namespace endpoints {

using workspace::Endpoint;

Editor::Editor(workspace::WorkspaceStore& workspace, workspace::SecretStore& secrets, QWidget* window)
    : QObject(window)
    , m_workspace(workspace)
    , m_secrets(secrets)
    , m_window(window)
{
}

void Editor::add()
{
    open({});
}

void Editor::edit(const Endpoint& endpoint)
{
    open(endpoint);
}

void Editor::open(Endpoint endpoint)
{
    auto* form = new EndpointForm(endpoint, m_window);
    form->setAttribute(Qt::WA_DeleteOnClose);
    connect(
        form, &QDialog::accepted, this, [this, form, before = std::move(endpoint)] { store(before, *form); });
    form->open();
}

static QString newName(const QString& pattern)
{
    return pattern.arg(QRandomGenerator::global()->generate64(), 16, 16, QLatin1Char('0'));
}

void Editor::store(const Endpoint& before, const EndpointForm& form)
{
    Endpoint endpoint = form.endpoint();
    // A name of its own for each secret: what the old one's test came to says nothing of it.
    if (const auto token = form.newToken()) {
        forget(workspace::secretKey(before));
        endpoint.tokenRef = token->isEmpty() ? QString() : newName(QStringLiteral("token_%1"));
        if (!token->isEmpty())
            m_secrets.write(workspace::secretKey(endpoint), *token);
    }
    if (const auto passphrase = form.newPassphrase()) {
        forget(workspace::passphraseKey(before));
        endpoint.access.tls.passphraseRef
            = passphrase->isEmpty() ? QString() : newName(QStringLiteral("passphrase_%1"));
        if (!passphrase->isEmpty())
            m_secrets.write(workspace::passphraseKey(endpoint), *passphrase);
    }
    if (endpoint.id.isEmpty())
        endpoint.id = m_workspace.add(endpoint);
    else if (m_workspace.find(endpoint.id))
        m_workspace.update(endpoint);
    Q_EMIT stored(endpoint.id);
}

void Editor::forget(const QString& key)
{
    if (!key.isEmpty())
        m_secrets.remove(key);
}

void Editor::remove(const Endpoint& endpoint)
{
    auto* question = new QMessageBox(m_window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setWindowTitle(tr("Remove the endpoint"));
    question->setTextFormat(Qt::PlainText);
    question->setText(
        tr("Remove %1 from the workspace?").arg(endpoint.name.isEmpty() ? endpoint.url : endpoint.name));
    if (!endpoint.tokenRef.isEmpty())
        question->setInformativeText(tr("Its token is forgotten, too."));
    QPushButton* remove = question->addButton(tr("Remove"), QMessageBox::AcceptRole);
    question->addButton(tr("Cancel"), QMessageBox::RejectRole);
    connect(remove, &QPushButton::clicked, this, [this, endpoint] {
        forget(workspace::secretKey(endpoint));
        forget(workspace::passphraseKey(endpoint));
        m_workspace.remove(endpoint.id);
    });
    question->open();
}

} // namespace endpoints
