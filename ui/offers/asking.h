// SPDX-License-Identifier: GPL-3.0-or-later
// Reaches providers with the secrets that they need: to know what those that are ticked are, which opens the
// connection that their offers come on, and to begin a round.
#pragma once

#include "ui/offers/providersmodel.h"

#include <functional>

namespace workspace {
class SecretStore;
}

namespace offers {

class Asking final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Asking)

public:
    /// All must outlive it.
    Asking(stack::Stack& stack, workspace::SecretStore& secrets, ProvidersModel& providers,
        QObject* parent = nullptr);

    /// Where it is asked for offers. A token belongs to an origin and goes to no other.
    static workspace::Endpoint askedAt(const Provider& provider);
    /// Asks those ticked that were not asked yet what they are.
    void open();
    /// `call` lacks its contenders: they are `providers`. `begun` is told when all are reached.
    void start(stack::RoundCall call, const std::vector<Provider>& providers,
        std::function<void(stack::RoundId)> begun);

private:
    void know(const Provider& provider, const stack::Probe& probe);

    stack::Stack& m_stack;
    workspace::SecretStore& m_secrets;
    ProvidersModel& m_providers;
};

} // namespace offers
