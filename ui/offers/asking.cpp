// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/asking.h"

#include "ui/offers/describe.h"

#include "protocol/binding/target.h"
#include "protocol/buyer/entrytarget.h"
#include "protocol/transport/connect/origin.h"
#include "protocol/workspace/reach.h"

namespace offers {

using widgets::State;

namespace {

Word standingOf(const Provider& provider, const stack::Probe& probe)
{
    const bool onlyQuotes = !provider.negotiationUrl.isEmpty();
    if (!probe.discovery && onlyQuotes && buyer::quotesUndiscovered(probe.discovery.error()))
        return { State::Neutral, Asking::tr("only quotes") };
    if (!probe.discovery)
        return { State::Bad, shown(probe.discovery.error().message) };
    const binding::Discovered& found = *probe.discovery;
    if (found.isLegacy)
        return { State::Bad, Asking::tr("MCP too old") };
    if (found.isUnknown)
        return { State::Neutral, Asking::tr("says nothing") };
    if (!found.capability)
        return { State::Attention, Asking::tr("no ACMP") };
    if (!found.capability->doesAccept("acmp/offerRequest"))
        return { State::Neutral, Asking::tr("names no offers") }; // asked all the same (decision D28)
    return { State::Good, Asking::tr("ready") };
}

bool isSameOrigin(const QString& ownTarget, const QString& otherTarget)
{
    const auto own = binding::parseTarget(ownTarget.toStdString());
    const auto other = binding::parseTarget(otherTarget.toStdString());
    const QUrl* const a = own ? binding::urlOf(*own) : nullptr;
    const QUrl* const b = other ? binding::urlOf(*other) : nullptr;
    return a && b && transport::isSameOrigin(*a, *b);
}

} // namespace

Asking::Asking(
    stack::Stack& stack, workspace::SecretStore& secrets, ProvidersModel& providers, QObject* parent)
    : QObject(parent)
    , m_stack(stack)
    , m_secrets(secrets)
    , m_providers(providers)
{
}

workspace::Endpoint Asking::askedAt(const Provider& provider)
{
    workspace::Endpoint asked = provider.endpoint;
    if (provider.negotiationUrl.isEmpty())
        return asked;
    asked.url = provider.negotiationUrl;
    if (!isSameOrigin(provider.endpoint.url, provider.negotiationUrl)) {
        asked.tokenRef.clear();
        asked.access.tls = {};
    }
    return asked;
}

void Asking::open()
{
    for (const Provider& provider : m_providers.takeUnknown()) {
        m_providers.setStanding(provider.endpoint.url, State::Waiting, tr("connecting"));
        workspace::reach(
            askedAt(provider), m_secrets, this, [this, provider](const workspace::Reached& reached) {
                m_stack.discover(reached.access).then(this, [this, provider](const stack::Probe& probe) {
                    know(provider, probe);
                });
            });
    }
}

void Asking::know(const Provider& provider, const stack::Probe& probe)
{
    const Word standing = standingOf(provider, probe);
    m_providers.setStanding(provider.endpoint.url, standing.state, standing.text);
}

void Asking::start(
    stack::RoundCall call, const std::vector<Provider>& providers, std::function<void(stack::RoundId)> begun)
{
    struct Start {
        stack::RoundCall call;
        std::size_t missing = 0;
        std::function<void(stack::RoundId)> begun;
    };
    auto start = std::make_shared<Start>(Start { std::move(call), providers.size(), std::move(begun) });
    start->call.contenders.resize(providers.size());
    for (std::size_t i = 0; i < providers.size(); ++i) {
        const workspace::Endpoint& endpoint = providers[i].endpoint;
        start->call.contenders[i].name
            = (endpoint.name.isEmpty() ? endpoint.url : endpoint.name).toStdString();
        start->call.contenders[i].tier = providers[i].tier;
        start->call.contenders[i].endpointId = endpoint.id.toStdString();
        if (!providers[i].negotiationUrl.isEmpty())
            start->call.contenders[i].runsAt = endpoint.url.toStdString();
    }
    for (std::size_t i = 0; i < providers.size(); ++i) {
        workspace::reach(
            askedAt(providers[i]), m_secrets, this, [this, start, i](const workspace::Reached& reached) {
                start->call.contenders[i].access = reached.access;
                if (--start->missing == 0)
                    start->begun(m_stack.startRound(std::move(start->call)));
            });
    }
}

} // namespace offers
