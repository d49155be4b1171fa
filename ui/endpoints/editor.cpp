// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/editor.h"

#include "protocol/workspace/endpointurl.h"
#include "protocol/workspace/secretstore.h"
#include "ui/endpoints/endpointform.h"
#include "ui/workspace/secretref.h"
#include "ui/workspace/workspacestore.h"

#include <QMessageBox>
#include <QPushButton>

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

void Editor::store(const Endpoint& before, const EndpointForm& form)
{
    Endpoint endpoint = form.endpoint();
    if (const auto token = form.newToken()) {
        forget(workspace::secretKey(before));
        endpoint.tokenRef = token->isEmpty() ? QString() : workspace::newSecretRef(QStringLiteral("token"));
        if (!token->isEmpty())
            m_secrets.write(workspace::secretKey(endpoint), *token);
    }
    if (const auto passphrase = form.newPassphrase()) {
        forget(workspace::passphraseKey(before));
        endpoint.access.tls.passphraseRef
            = passphrase->isEmpty() ? QString() : workspace::newSecretRef(QStringLiteral("passphrase"));
        if (!passphrase->isEmpty())
            m_secrets.write(workspace::passphraseKey(endpoint), *passphrase);
    }
    storeHeaders(before, endpoint, form.headers());
    if (endpoint.id.isEmpty())
        endpoint.id = m_workspace.add(endpoint);
    else if (m_workspace.find(endpoint.id))
        m_workspace.update(endpoint);
    Q_EMIT stored(endpoint.id);
}

void Editor::storeHeaders(
    const Endpoint& before, Endpoint& endpoint, std::vector<HeadersField::Entered> entered)
{
    for (HeadersField::Entered& one : entered) {
        if (one.secret) {
            one.header.valueRef = workspace::newSecretRef(QStringLiteral("header"));
            m_secrets.write(workspace::headerKey(endpoint, one.header), *one.secret);
        }
        endpoint.access.headers.push_back(std::move(one.header));
    }
    const bool isSameServer = workspace::serverOf(before.url) == workspace::serverOf(endpoint.url);
    for (const workspace::Header& header : before.access.headers) {
        const bool isKept = isSameServer
            && std::ranges::find(endpoint.access.headers, header.valueRef, &workspace::Header::valueRef)
                != endpoint.access.headers.end();
        if (!isKept)
            forget(workspace::headerKey(before, header));
    }
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
        for (const workspace::Header& header : endpoint.access.headers)
            forget(workspace::headerKey(endpoint, header));
        m_workspace.remove(endpoint.id);
    });
    question->open();
}

} // namespace endpoints
