// SPDX-License-Identifier: GPL-3.0-or-later
// Makes an endpoint of a way to a provider. Where that leads to an MCP server card that wants to know
// something, the user is asked for it first.
#pragma once

#include "ui/discovery/cardpage.h"
#include "ui/discovery/ways.h"

namespace discovery {
struct FilledRemote;
}
namespace workspace {
class SecretStore;
}

namespace discover {

class CardConnector final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CardConnector)

public:
    /// Gets the endpoint, without an id; the secrets that it names are stored. Not called if the user
    /// cancels.
    using Then = std::function<void(const workspace::Endpoint& endpoint)>;

    /// `window`: over which the dialog opens, also the parent. All must outlive it.
    CardConnector(CardPage::Fetch fetch, workspace::SecretStore& secrets, QWidget* window);

    /// A card that can't be fetched is left to whoever connects to it, who says why. Of two that are on
    /// their way, the later one counts.
    void make(const Way& way, Then then);

private:
    void ask(const workspace::Endpoint& endpoint, const QByteArray& card, const Then& then);
    void store(workspace::Endpoint endpoint, const discovery::FilledRemote& filled, const Then& then);

    CardPage::Fetch m_fetch;
    workspace::SecretStore& m_secrets;
    QWidget* m_window;
    quint64 m_last = 0;
};

} // namespace discover
