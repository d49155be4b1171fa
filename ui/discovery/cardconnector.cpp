// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/cardconnector.h"

#include "protocol/json/document.h"
#include "protocol/workspace/secretstore.h"
#include "ui/discovery/cardform.h"
#include "ui/workspace/secretref.h"

namespace discover {

using discovery::Documents;

CardConnector::CardConnector(CardPage::Fetch fetch, workspace::SecretStore& secrets, QWidget* window)
    : QObject(window)
    , m_fetch(std::move(fetch))
    , m_secrets(secrets)
    , m_window(window)
{
}

void CardConnector::make(const Way& way, Then then)
{
    const quint64 number = ++m_last;
    if (!way.card.isEmpty())
        return ask(way.endpoint, way.card, then);
    if (!way.leadsToCard)
        return then(way.endpoint);
    m_fetch(QUrl(way.endpoint.url), acceptOf(discovery::Kind::McpServerCard))
        .then(this,
            [this, number, endpoint = way.endpoint, then = std::move(then)](
                const Documents::Outcome& outcome) {
                if (number == m_last)
                    ask(endpoint, outcome ? outcome->body : QByteArray(), then);
            });
}

void CardConnector::ask(const workspace::Endpoint& endpoint, const QByteArray& card, const Then& then)
{
    const auto document = json::Document::parse(card);
    const discovery::ServerCard read
        = document ? discovery::readServerCard(document->root()) : discovery::ServerCard();
    const discovery::CardRemote* const remote = read.streamableHttp();
    if (!remote || discovery::questionsOf(*remote).empty())
        return then(endpoint);
    auto* const form = new CardForm(endpoint.name, *remote, m_window);
    form->setAttribute(Qt::WA_DeleteOnClose);
    connect(form, &QDialog::accepted, this,
        [this, form, endpoint, then] { store(endpoint, form->filled(), then); });
    form->open();
}

void CardConnector::store(
    workspace::Endpoint endpoint, const discovery::FilledRemote& filled, const Then& then)
{
    endpoint.url = QString::fromStdString(filled.url);
    for (const discovery::FilledHeader& one : filled.headers) {
        const QString value = QString::fromStdString(one.value);
        workspace::Header header { QString::fromStdString(one.name), value };
        if (one.isSecret) {
            header.value.clear();
            header.valueRef = workspace::newSecretRef(QStringLiteral("header"));
            m_secrets.write(workspace::headerKey(endpoint, header), value);
        }
        endpoint.access.headers.push_back(std::move(header));
    }
    then(endpoint);
}

} // namespace discover
