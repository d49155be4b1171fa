// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/desk.h"

#include "app/acmpctl/events.h"
#include "app/acmpctl/terminal.h"

#include "protocol/binding/connect.h"
#include "protocol/binding/tracecontext.h"

namespace acmpctl {

using wire::Error;

Desk::Desk(const GlobalArguments& arguments)
    : m_arguments(arguments)
    , m_output(arguments.json, arguments.quiet, m_clock)
{
    m_output.pressureChanged = [this](bool pause) {
        QMetaObject::invokeMethod(this, [this, pause] { pressureChanged(pause); }, Qt::QueuedConnection);
    };
    m_output.readerGone
        = [this] { QMetaObject::invokeMethod(this, &Desk::readerGone, Qt::QueuedConnection); };
}

Desk::~Desk() = default;

void Desk::pressureChanged(bool high)
{
    m_pressures += high ? 1 : -1;
    Q_EMIT pauseReading(m_pressures > 0);
}

std::expected<void, Error> Desk::open()
{
    if (m_arguments.traceparent == "new") {
        m_arguments.traceparent = binding::makeTraceparent(m_ids);
        m_output.tell("traceparent " + m_arguments.traceparent);
    }
    if (auto opened = openTargets(); !opened)
        return opened;
    if (!m_arguments.recordFile.empty()) {
        capture::Recorder::Options options;
        options.overwrite = m_arguments.force;
        options.pressureChanged = m_output.pressureChanged;
        options.failed
            = [this](const Error& error) { m_output.complain("recording stopped: " + error.toString()); };
        auto recorder = capture::Recorder::create(m_arguments.recordFile, m_clock, std::move(options));
        if (!recorder)
            return std::unexpected(recorder.error());
        m_recorder = std::move(*recorder);
        m_sink = m_recorder.get();
    }
    return openResolver();
}

std::expected<void, Error> Desk::openTargets()
{
    auto hostMap = readHostMap(m_arguments.resolve);
    if (!hostMap)
        return std::unexpected(hostMap.error());
    m_hostMap = std::move(*hostMap);
    auto environment = readEnvironment(m_arguments.environment);
    if (!environment)
        return std::unexpected(environment.error());
    if (m_arguments.asksForToken) {
        auto token = askSecret("Token: ");
        if (!token)
            return std::unexpected(token.error());
        m_arguments.token = std::move(*token);
    }
    m_surroundings.proxies
        = transport::ProxyEnvironment::read([](const char* name) { return qgetenv(name).toStdString(); });
    if (m_arguments.proxy.empty()) {
        for (const Error& mistake : m_surroundings.proxies.mistakes)
            m_output.complain("no proxy is used: " + mistake.toString());
    }
    m_targets = new Targets(m_arguments, std::move(*environment), this);
    return checkArguments();
}

std::expected<void, Error> Desk::close()
{
    // Connections before the record that they write to.
    qDeleteAll(findChildren<buyer::Connection*>(Qt::FindDirectChildrenOnly));
    qDeleteAll(findChildren<buyer::Doctor*>(Qt::FindDirectChildrenOnly));
    delete std::exchange(m_resolver, nullptr);
    delete std::exchange(m_didFetcher, nullptr);
    if (!m_recorder)
        return {};
    auto closed = m_recorder->close();
    if (closed)
        m_output.complain(
            "recorded " + std::to_string(m_recorder->rowCount()) + " messages in " + m_arguments.recordFile);
    m_sink = &m_nullSink;
    m_recorder.reset();
    return closed;
}

std::expected<void, Error> Desk::openResolver()
{
    // As any document is fetched; no token and no header goes with it.
    auto settings = settingsFor("https://localhost/");
    if (!settings)
        return std::unexpected(settings.error());
    settings->http.own = {};
    m_didFetcher = new discovery::DidFetcher(m_clock, *m_sink, std::move(settings->http), this);
    m_resolver = new identity::Resolver(
        m_clock, [this](const std::string& url) { return m_didFetcher->get(url); }, this);
    return {};
}

/// What is wrong with a file, a pin or a proxy that was named is told even where the target needs none.
std::expected<void, Error> Desk::checkArguments() const
{
    const auto settings = settingsFor("https://localhost/");
    return settings ? std::expected<void, Error>() : std::unexpected(settings.error());
}

std::expected<binding::EndpointSettings, Error> Desk::settingsFor(const std::string& address) const
{
    const auto parsed = binding::parseTarget(address);
    return parsed ? settingsOf(m_targets->given(address), *parsed) : std::unexpected(parsed.error());
}

std::expected<binding::EndpointSettings, Error> Desk::settingsOf(
    const binding::Access& access, const binding::Target& parsed) const
{
    auto settings = binding::settingsOf(access, parsed, m_surroundings);
    if (!settings)
        return settings;
    settings->clientName = "acmpctl";
    if (m_arguments.connectTimeoutMs)
        settings->http.connectTimeout = wire::milliseconds(*m_arguments.connectTimeoutMs);
    settings->http.hostMap = m_hostMap;
    settings->namesA2aTask = m_arguments.namesA2aTask;
    return settings;
}

std::expected<buyer::Connection*, Error> Desk::connectTo(const binding::Access& access)
{
    const auto parsed = binding::parseTarget(access.url);
    if (!parsed)
        return std::unexpected(parsed.error());
    auto settings = settingsOf(access, *parsed);
    if (!settings)
        return std::unexpected(settings.error());
    auto client = binding::makeClient(*parsed, { m_clock, m_ids, *m_sink }, std::move(*settings));
    connect(client.get(), &binding::Client::found, this,
        [this](const acmp::Finding& finding) { printFinding(m_output, finding); });
    connect(client.get(), &binding::Client::unclaimed, this,
        [this](const acmp::Incoming& message, const acmp::Origin& origin) {
            // What is late of a task is told by its run.
            if (!origin.late || acmp::taskIdOf(message).empty())
                printIncoming(m_output, message, origin);
        });
    auto* const connection = new buyer::Connection(std::move(client), m_clock, this);
    connection->setResolver(m_resolver);
    return connection;
}

std::expected<buyer::Doctor*, Error> Desk::doctorFor(
    const binding::Access& access, wire::milliseconds answerTimeout)
{
    auto parsed = binding::parseTarget(access.url);
    if (!parsed)
        return std::unexpected(parsed.error());
    auto settings = settingsOf(access, *parsed);
    if (!settings)
        return std::unexpected(settings.error());
    return new buyer::Doctor(
        std::move(*parsed), { m_clock, m_ids, *m_sink }, std::move(*settings), answerTimeout, this);
}

} // namespace acmpctl
