// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/doctor/routesteps.h"

#include <QHostAddress>

namespace buyer {

using transport::Route;

namespace {

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kSoonDays = 14; ///< a certificate that ends within is worth a word

bool hasFailedAt(const Route& route, transport::Step step)
{
    return route.failed && route.step == step;
}

std::string addressOf(const Route& route)
{
    return transport::hostAndPort(route.host, route.port);
}

std::string mapping(const Route& route)
{
    return route.host == route.origin.host && route.port == route.origin.port
        ? std::string()
        : "the host map leads " + route.origin.authority() + " to " + addressOf(route);
}

void addAttempts(Step& step, const Route& route)
{
    for (const Route::Attempt& attempt : route.attempts)
        step.seen.push_back(attempt.address + ": " + wire::excerpt(attempt.outcome));
}

void addEnds(Step& step, const Route& route)
{
    step.seen.push_back("peer: " + route.peer);
    step.seen.push_back("from: " + route.local);
}

Step failedOn(Step::Kind kind, const Route& route, wire::Instant since, const std::string& hint)
{
    Step step = failed(kind, *route.error, route.hint.empty() ? hint : route.hint);
    step.duration = *route.failed - since;
    if (!route.connected)
        addAttempts(step, route);
    return step;
}

std::optional<Step> nameStep(const Route& route)
{
    const Step::Kind kind = Step::Kind::Name;
    if (route.proxy.proxy)
        return skipped(kind, "the proxy looks it up");
    std::optional<Step> step;
    if (hasFailedAt(route, transport::Step::Name)) {
        step = failedOn(kind, route, route.started,
            "no name server answers: is this machine on a network, does it need a proxy?");
    } else if (route.resolved) {
        step = Step { .kind = kind };
        step->duration = *route.resolved - route.started;
        if (!QHostAddress(QString::fromStdString(route.host)).isNull())
            step->detail = route.host + " is an address: nothing to look up";
        else if (route.host == "localhost")
            step->detail = "localhost stands for ::1 and 127.0.0.1";
        else
            step->detail = route.host + " is known";
    }
    if (step && !mapping(route).empty())
        step->seen.push_back(mapping(route));
    return step;
}

std::optional<Step> tcpStep(const Route& route)
{
    const Step::Kind kind = Step::Kind::Tcp;
    if (route.proxy.proxy)
        return skipped(kind, "the proxy connects");
    const wire::Instant since = route.resolved.value_or(route.started);
    if (hasFailedAt(route, transport::Step::Tcp))
        return failedOn(kind, route, since,
            "nothing at " + addressOf(route)
                + " answers: check the address, whether the machine is up, and what firewalls let through");
    if (!route.connected)
        return std::nullopt;
    Step step { .kind = kind };
    step.duration = *route.connected - since;
    step.detail = "connected to " + route.peer;
    addAttempts(step, route);
    addEnds(step, route);
    return step;
}

std::optional<Step> proxyStep(const Route& route)
{
    const Step::Kind kind = Step::Kind::Proxy;
    if (!route.proxy.proxy)
        return skipped(kind, "none is used (" + route.proxy.why + ')');
    const std::string name = route.proxy.proxy->toString();
    std::optional<Step> step;
    if (hasFailedAt(route, transport::Step::Proxy)) {
        step = failedOn(kind, route, route.started,
            route.connected ? "check that " + name + " is a proxy of this kind"
                            : "check the proxy's address (" + route.proxy.why + "), or connect directly");
    } else if (route.tunnelled) {
        step = Step { .kind = kind };
        step->duration = *route.tunnelled - route.started;
        step->detail = "connected through " + name;
    } else {
        return std::nullopt;
    }
    step->seen.push_back("proxy: " + name + " (" + route.proxy.why + ')');
    step->seen.push_back("target: " + addressOf(route));
    if (!mapping(route).empty())
        step->seen.push_back(mapping(route));
    if (route.connected)
        addEnds(*step, route);
    return step;
}

/// Of a certificate that is good, but not for long.
void warnOfItsEnd(Step& step, const tls::CertificateFacts& certificate, std::int64_t nowUnixMs)
{
    const std::int64_t days = (certificate.notAfterMs - nowUnixMs) / kDayMs;
    if (certificate.notAfterMs <= nowUnixMs || days >= kSoonDays)
        return;
    step.state = Step::State::Warning;
    step.detail += "; its certificate ends in " + std::to_string(days) + (days == 1 ? " day" : " days");
    step.hint = "it has to be renewed before " + tls::utc(certificate.notAfterMs);
}

std::optional<Step> tlsStep(const Route& route, const Witness& witness)
{
    const Step::Kind kind = Step::Kind::Tls;
    const wire::Instant since = route.tunnelled ? *route.tunnelled : route.connected.value_or(route.started);
    std::optional<Step> step;
    if (hasFailedAt(route, transport::Step::Tls)) {
        step = failedOn(kind, route, since,
            route.encrypted ? "if the server asks for client certificates, give one and its key"
                            : "check that this port speaks TLS; without it the address begins with "
                    + std::string(witness.isWebSocket() ? "ws://" : "http://"));
    } else if (route.encrypted && (witness.answered || witness.outcome)) {
        step = Step { .kind = kind };
        step->duration = *route.encrypted - since;
        step->detail = route.tls->protocol
            + (route.tls->isPinned ? ", the certificate is the pinned one" : ", the certificate is good");
        if (!route.tls->peerChain.empty())
            warnOfItsEnd(*step, route.tls->peerChain.front(), witness.startedUnixMs);
    } else {
        return std::nullopt;
    }
    if (route.tls) {
        for (const std::string& line : route.tls->describe())
            step->seen.push_back(wire::excerpt(line, 500));
        if (route.tls->ownCertificate)
            step->seen.push_back("shown to it: " + wire::excerpt(route.tls->ownCertificate->subject));
    }
    return step;
}

} // namespace

std::optional<Step> routeStep(Step::Kind kind, const Witness& witness)
{
    // Until it is known whether there is a proxy, nothing is.
    const Route* const route = witness.route.get();
    if (!route || (route->proxy.why.empty() && !route->failed))
        return std::nullopt;
    switch (kind) {
    case Step::Kind::Name:
        return nameStep(*route);
    case Step::Kind::Tcp:
        return tcpStep(*route);
    case Step::Kind::Proxy:
        return proxyStep(*route);
    default:
        return tlsStep(*route, witness);
    }
}

} // namespace buyer
