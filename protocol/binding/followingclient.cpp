// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/followingclient.h"

namespace binding {

FollowingClient::FollowingClient(std::unique_ptr<mcp::Client> client, MakeAgent makeAgent)
    : m_mcp(client.get())
    , m_makeAgent(std::move(makeAgent))
{
    use(std::move(client));
}

FollowingClient::~FollowingClient() = default;

void FollowingClient::use(std::unique_ptr<Client> client)
{
    connect(client.get(), &Client::unclaimed, this, &Client::unclaimed);
    connect(client.get(), &Client::found, this, &Client::found);
    // Open exchanges are the old one's.
    if (Client* const before = m_client.release()) {
        before->setParent(this);
        before->disconnect(this);
    }
    m_client = std::move(client);
}

QFuture<std::expected<Discovered, wire::Error>> FollowingClient::discover()
{
    if (!m_mcp)
        return m_client->discover();
    return m_client->discover()
        .then(this, [this](const std::expected<Discovered, wire::Error>& found) { return followCard(found); })
        .unwrap();
}

QFuture<std::expected<Discovered, wire::Error>> FollowingClient::followCard(
    const std::expected<Discovered, wire::Error>& found)
{
    if (m_mcp && m_mcp->isAgentCard()) {
        const QUrl card = m_mcp->url();
        m_mcp = nullptr;
        use(m_makeAgent(card));
        return m_client->discover();
    }
    return QtFuture::makeReadyFuture(found);
}

} // namespace binding
