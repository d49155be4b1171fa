// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/discover.h"

#include "protocol/acmp/checks.h"
#include "protocol/acmp/codec.h"
#include "protocol/binding/mcp/legacy.h"
#include "protocol/binding/mcp/meta.h"
#include "protocol/rpc/codes.h"

namespace mcp {

using wire::Error;
using wire::ErrorKind;

DiscoverExchange::DiscoverExchange(const wire::Clock& clock, rpc::Id id, bool mayBeRaw, QObject* parent)
    : RpcExchange(clock, std::move(id), parent)
    , m_time(clock)
    , m_started(clock.now())
    , m_mayBeRaw(mayBeRaw)
{
    m_promise.start();
    connect(this, &Exchange::found, this,
        [this](const acmp::Finding& finding) { m_discovered.findings.push_back(finding); });
    connect(this, &Exchange::ended, this, &DiscoverExchange::end);
}

void DiscoverExchange::expectWithin(wire::Clock& clock, wire::milliseconds timeout)
{
    m_timeout = timeout;
    m_timer = clock.startTimer(timeout, [this] { giveUp(); });
}

void DiscoverExchange::end(const std::optional<Error>& error)
{
    m_timer.reset();
    DiscoverOutcome outcome { std::move(m_discovered), m_mayBeLegacy };
    if (m_refusal || (error && !outcome.found->isUnknown))
        outcome.found = std::unexpected(m_refusal ? *m_refusal : *error);
    constexpr int kBadRequest = 400;
    outcome.mayBeLegacy |= !isAnswered() && m_status == kBadRequest;
    m_promise.addResult(std::move(outcome));
    m_promise.finish();
}

void DiscoverExchange::giveUp()
{
    if (isAnswered())
        return;
    m_mayBeLegacy = true;
    if (m_mayBeRaw) {
        m_discovered.isUnknown = true;
    } else {
        m_refusal = Error { ErrorKind::Deadline,
            "no answer to server/discover within " + std::to_string(m_timeout.count())
                + " ms: this is no MCP server, or one of a revision before 2026-07-28",
            "a DiscoverResult (MCP 2026-07-28)", "nothing", {}, true };
    }
    abort();
}

std::optional<Error> DiscoverExchange::result(
    const rpc::Result& message, const json::View& root, const acmp::Origin&)
{
    m_discovered.roundTrip = m_time.now() - m_started;
    m_discovered.raw = root.raw();
    const json::View info = message.result["_meta"][meta::kServerInfoKey];
    m_discovered.serverName = info["name"].textOrEmpty();
    m_discovered.serverVersion = info["version"].textOrEmpty();
    for (const json::View version : message.result["supportedVersions"].elements())
        m_discovered.versions.push_back(version.text().value_or(std::string(version.lexeme())));
    for (const json::Member capability : message.result["capabilities"].members()) {
        if (std::string name = capability.name(); name != "extensions" && name != "experimental")
            m_discovered.capabilities.push_back(std::move(name));
    }
    const json::View extension = message.result["capabilities"]["extensions"][acmp::kExtensionId];
    if (!extension)
        return std::nullopt;
    if (auto capability = acmp::decode<acmp::Capability>(extension)) {
        for (acmp::Finding& finding : acmp::check(*capability))
            report(std::move(finding));
        m_discovered.capability = std::move(*capability);
    } else {
        for (acmp::Finding& finding : acmp::toFindings(capability.error()))
            report(std::move(finding));
    }
    return std::nullopt;
}

void DiscoverExchange::error(const rpc::Error& message, const json::View& root, const acmp::Origin&)
{
    // A server of an older revision, and a peer without MCP, know no server/discover.
    const bool isStranger = message.code == rpc::code::kMethodNotFound
        || message.code == rpc::code::kInvalidRequest || message.code == -32000;
    if (m_mayBeRaw && (isStranger || message.code == rpc::code::kInvalidParams)) {
        m_discovered.roundTrip = m_time.now() - m_started;
        m_discovered.raw = root.raw();
        m_discovered.isUnknown = true;
        return;
    }
    m_mayBeLegacy = mcp::mayBeLegacy(message);
    const rpc::CodeName name = rpc::describeCode(rpc::Binding::Mcp, message.code);
    Error error { ErrorKind::Refused, "server/discover was refused", "a DiscoverResult (MCP 2026-07-28)", {},
        {}, false };
    error.found
        = std::to_string(message.code) + ' ' + std::string(name.name) + ": " + wire::excerpt(message.message);
    if (isStranger)
        error.message += ": this looks like an MCP server of a revision before 2026-07-28, which can't "
                         "carry ACMP as specified";
    m_refusal = std::move(error);
}

} // namespace mcp
