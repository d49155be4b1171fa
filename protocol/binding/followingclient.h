// SPDX-License-Identifier: Apache-2.0
// A client of an http target: of the MCP endpoint there, until that turns out to be an agent card; then of
// its A2A agent.
#pragma once

#include "protocol/binding/mcp/client.h"

namespace binding {

class FollowingClient final : public Client {
    Q_OBJECT

public:
    using MakeAgent = std::function<std::unique_ptr<Client>(const QUrl& card)>;

    FollowingClient(std::unique_ptr<mcp::Client> client, MakeAgent makeAgent);
    ~FollowingClient() override;

    std::string transportName() const override { return m_client->transportName(); }
    std::string target() const override { return m_client->target(); }
    std::shared_ptr<const transport::Route> route() const override { return m_client->route(); }
    QFuture<std::expected<Discovered, wire::Error>> discover() override;
    QFuture<Inventory> inventory(const Discovered& found) override { return m_client->inventory(found); }
    Exchange* start(const acmp::Request& request) override { return m_client->start(request); }
    QFuture<std::expected<json::Raw, wire::Error>> ask(
        const std::string& method, const acmp::Extra& params) override
    {
        return m_client->ask(method, params);
    }
    QFuture<std::expected<void, wire::Error>> notify(const acmp::BuyerNotification& notification) override
    {
        return m_client->notify(notification);
    }

private:
    void use(std::unique_ptr<Client> client);
    QFuture<std::expected<Discovered, wire::Error>> followCard(
        const std::expected<Discovered, wire::Error>& found);

    std::unique_ptr<Client> m_client;
    mcp::Client* m_mcp; ///< m_client, as long as it is that
    MakeAgent m_makeAgent;
};

} // namespace binding
