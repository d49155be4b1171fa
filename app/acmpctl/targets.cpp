// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/targets.h"

#include "protocol/workspace/keychainstore.h"
#include "protocol/workspace/reach.h"
#include "protocol/workspace/workspacefile.h"

#include <QPromise>

namespace acmpctl {

using wire::Error;
using wire::ErrorKind;
using workspace::Endpoint;
using workspace::Workspace;

namespace {

std::string namesIn(const std::vector<Endpoint>& endpoints)
{
    constexpr std::size_t kMost = 20;
    std::string names;
    for (std::size_t n = 0; n < std::min(endpoints.size(), kMost); ++n)
        names += (n == 0 ? "" : ", ") + endpoints[n].name.toStdString();
    return endpoints.size() > kMost ? names + ", …" : names;
}

/// `parsing`: what is wrong with the name as an address.
Error noSuchEndpoint(const Error& parsing, const std::string& name, const std::string& inWorkspace)
{
    return { ErrorKind::Usage, "the target is neither an address nor an endpoint of the workspace",
        parsing.expected + inWorkspace, wire::excerpt(name), {}, false };
}

std::expected<Workspace, Error> open(
    const std::string& name, const QString& path, bool isPathGiven, const Error& parsing)
{
    const auto contents = workspace::contentsOf(path);
    if (!contents)
        return std::unexpected(contents.error());
    if (!*contents) {
        if (isPathGiven)
            return std::unexpected(Error { ErrorKind::Usage, "there is no such workspace",
                "a file that the workbench saved", path.toStdString(), {}, false });
        return std::unexpected(noSuchEndpoint(parsing, name, {}));
    }
    return workspace::parse(**contents, path);
}

std::expected<Endpoint, Error> endpointOf(const std::vector<Endpoint>& endpoints, const std::string& name,
    const QString& path, const Error& parsing)
{
    const auto isNamed = [&](const Endpoint& endpoint) { return endpoint.name.toStdString() == name; };
    const auto found = std::ranges::find_if(endpoints, isNamed);
    if (found == endpoints.end())
        return std::unexpected(noSuchEndpoint(parsing, name,
            endpoints.empty() ? std::string() : ", or one of the workspace's: " + namesIn(endpoints)));
    if (std::find_if(found + 1, endpoints.end(), isNamed) != endpoints.end())
        return std::unexpected(Error { ErrorKind::Usage, "the name is not the name of one endpoint",
            "a name that only one endpoint has", "several named " + wire::excerpt(name), path.toStdString(),
            false });
    return *found;
}

QFuture<Targets::Found> ready(Targets::Found found)
{
    return QtFuture::makeReadyFuture(std::move(found));
}

} // namespace

Targets::Targets(const GlobalArguments& arguments, Environment environment, QObject* parent)
    : QObject(parent)
    , m_arguments(arguments)
    , m_environment(std::move(environment))
{
    auto keychain = std::make_unique<workspace::KeychainStore>();
    connect(keychain.get(), &workspace::SecretStore::keptForSessionOnly, this,
        [this](const QString& reason) { m_keychainFailure = reason.toStdString(); });
    m_secrets = std::move(keychain);
}

QFuture<Targets::Found> Targets::find(const std::string& target)
{
    if (const auto parsed = binding::parseTarget(target); !parsed) {
        auto endpoint = findEndpoint(target, parsed.error());
        if (!endpoint)
            return ready(std::unexpected(endpoint.error()));
        return reachEndpoint(std::move(*endpoint));
    }
    return ready(given(target));
}

std::expected<Endpoint, Error> Targets::findEndpoint(const std::string& name, const Error& parsing)
{
    const bool isPathGiven = !m_arguments.workspace.empty();
    const QString path
        = isPathGiven ? QString::fromStdString(m_arguments.workspace) : workspace::defaultPath();
    const auto opened = open(name, path, isPathGiven, parsing);
    if (!opened)
        return std::unexpected(opened.error());
    auto endpoint = endpointOf(opened->endpoints, name, path, parsing);
    if (endpoint) {
        m_ledger = workspace::LedgerFile::pathFor(path);
        m_budget = opened->budget;
    }
    return endpoint;
}

workspace::SpendGuard* Targets::spendingOf(const std::string& target)
{
    if (m_ledger.isEmpty() || binding::parseTarget(target))
        return nullptr;
    if (!m_spending) {
        m_spending = std::make_unique<workspace::SpendGuard>();
        // What is wrong with the ledger is told when something would be spent, which it forbids.
        (void)m_spending->open(m_ledger, m_budget);
    }
    return m_spending.get();
}

binding::Access Targets::given(const std::string& address) const
{
    binding::Access access { address };
    apply(access);
    return access;
}

QFuture<Targets::Found> Targets::reachEndpoint(Endpoint endpoint)
{
    // The keychain is not asked for what was given.
    if (!m_arguments.token.empty())
        endpoint.tokenRef.clear();
    for (const http::Field& given : m_arguments.headers) {
        std::erase_if(endpoint.access.headers, [&](const workspace::Header& header) {
            return http::equalsIgnoringCase(header.name.toStdString(), given.name);
        });
    }
    auto promise = std::make_shared<QPromise<Found>>();
    promise->start();
    workspace::reach(endpoint, *m_secrets, this,
        [this, promise, name = endpoint.name.toStdString()](workspace::Reached reached) {
            if (!reached.missing.empty()) {
                promise->addResult(std::unexpected(secretMissing(reached.missing.front(), name)));
            } else {
                apply(reached.access);
                promise->addResult(std::move(reached.access));
            }
            promise->finish();
        });
    return promise->future();
}

Error Targets::secretMissing(const std::string& secret, const std::string& endpoint) const
{
    const char* const given = secret == "token" ? "--token, --ask-token or ACMP_BEARER_TOKEN" : "--header";
    return { ErrorKind::Usage, "the " + secret + " of " + wire::excerpt(endpoint) + " is not at hand",
        std::string("it in this user's keychain, or ") + given,
        m_keychainFailure.empty() ? "none in the keychain" : "no keychain: " + m_keychainFailure, {}, false };
}

void Targets::apply(binding::Access& access) const
{
    const auto set = [](std::string& own, const std::string& given) {
        if (!given.empty())
            own = given;
    };
    set(access.token, m_arguments.token);
    set(access.tls.caFile, m_arguments.tls.caFile);
    if (!m_arguments.tls.certificateFile.empty() || !m_arguments.tls.keyFile.empty()) {
        access.tls.certificateFile = m_arguments.tls.certificateFile;
        access.tls.keyFile = m_arguments.tls.keyFile;
        access.passphrase.clear();
    }
    set(access.tls.pin, m_arguments.tls.pin);
    if (access.passphrase.empty())
        access.passphrase = qgetenv("ACMP_KEY_PASSPHRASE").toStdString();
    set(access.proxy, m_arguments.proxy);
    set(access.traceparent, m_arguments.traceparent);
    access.headers.insert(access.headers.end(), m_arguments.headers.begin(), m_arguments.headers.end());
    set(access.directory, m_arguments.directory);
    for (const auto& variable : m_environment)
        access.environment.push_back(variable);
}

} // namespace acmpctl
