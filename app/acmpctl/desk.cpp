// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/desk.h"

#include "app/acmpctl/events.h"

#include "protocol/binding/connect.h"
#include "protocol/binding/tracecontext.h"
#include "protocol/transport/tls/devca.h"

namespace acmpctl {

using wire::Error;
using wire::ErrorKind;

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
    auto hostMap = readHostMap(m_arguments.resolve);
    if (!hostMap)
        return std::unexpected(hostMap.error());
    auto environment = readEnvironment(m_arguments.environment);
    if (!environment)
        return std::unexpected(environment.error());
    m_environment = std::move(*environment);
    if (m_arguments.traceparent == "new") {
        m_arguments.traceparent = binding::makeTraceparent(m_ids);
        m_output.tell("traceparent " + m_arguments.traceparent);
    }
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
    if (auto secured = openTls(); !secured)
        return secured;
    if (auto routed = openProxy(); !routed)
        return routed;
    m_http.connectTimeout = wire::milliseconds(m_arguments.connectTimeoutMs);
    m_http.hostMap = std::move(*hostMap);
    return {};
}

std::expected<void, Error> Desk::openTls()
{
    auto options = tls::configuration(m_arguments.tls, [](const std::string&) {
        return qEnvironmentVariableIsSet("ACMP_KEY_PASSPHRASE")
            ? std::optional(qgetenv("ACMP_KEY_PASSPHRASE").toStdString())
            : std::nullopt;
    });
    if (!options)
        return std::unexpected(options.error());
    m_http.tls = std::move(*options);
    const tls::Options own = tls::trustingDevCa(m_http.tls, tls::devCaFolder());
    for (const char* const host : { "localhost", "127.0.0.1", "::1" })
        m_http.tlsFor[host] = own;
    return {};
}

std::expected<void, Error> Desk::openProxy()
{
    transport::ProxySettings& proxy = m_http.proxy;
    if (m_arguments.proxy == "none")
        return {};
    proxy.environment
        = transport::ProxyEnvironment::read([](const char* name) { return qgetenv(name).toStdString(); });
    if (m_arguments.proxy.empty()) {
        proxy.use = transport::ProxySettings::Use::System;
        for (const Error& mistake : proxy.environment.mistakes)
            m_output.complain("no proxy is used: " + mistake.toString());
        return {};
    }
    auto given = transport::ProxyAddress::parse(m_arguments.proxy);
    if (!given)
        return std::unexpected(given.error());
    proxy.use = transport::ProxySettings::Use::Given;
    proxy.proxy = std::move(*given);
    return {};
}

std::expected<void, Error> Desk::close()
{
    // Connections before the record that they write to.
    qDeleteAll(findChildren<buyer::Connection*>(Qt::FindDirectChildrenOnly));
    qDeleteAll(findChildren<buyer::Doctor*>(Qt::FindDirectChildrenOnly));
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

binding::EndpointSettings Desk::endpointSettings() const
{
    binding::EndpointSettings settings;
    settings.token = m_arguments.token;
    settings.clientName = "acmpctl";
    settings.traceparent = m_arguments.traceparent;
    settings.http = m_http;
    settings.directory = m_arguments.directory;
    settings.environment = m_environment;
    return settings;
}

std::expected<buyer::Connection*, Error> Desk::connectTo(const std::string& target)
{
    const auto parsed = binding::parseTarget(target);
    if (!parsed)
        return std::unexpected(parsed.error());
    auto client = binding::makeClient(*parsed, { m_clock, m_ids, *m_sink }, endpointSettings());
    connect(client.get(), &binding::Client::found, this,
        [this](const acmp::Finding& finding) { printFinding(m_output, finding); });
    connect(client.get(), &binding::Client::unclaimed, this,
        [this](const acmp::Incoming& message, const acmp::Origin& origin) {
            // What is late of a task is told by its run.
            if (!origin.late || acmp::taskIdOf(message).empty())
                printIncoming(m_output, message, origin);
        });
    return new buyer::Connection(std::move(client), m_clock, this);
}

std::expected<buyer::Doctor*, Error> Desk::doctorFor(
    const std::string& target, wire::milliseconds answerTimeout)
{
    auto parsed = binding::parseTarget(target);
    if (!parsed)
        return std::unexpected(parsed.error());
    return new buyer::Doctor(
        std::move(*parsed), { m_clock, m_ids, *m_sink }, endpointSettings(), answerTimeout, this);
}

} // namespace acmpctl
