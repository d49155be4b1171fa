// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/desk.h"

#include "protocol/binding/mcp/client.h"

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
    http::ClientOptions options;
    options.connectTimeout = wire::milliseconds(m_arguments.connectTimeoutMs);
    options.hostMap = std::move(*hostMap);
    options.proxy = systemProxy();
    m_http = std::make_unique<http::Client>(m_clock, *m_sink, std::move(options));
    return {};
}

transport::ProxySettings Desk::systemProxy()
{
    transport::ProxySettings proxy;
    proxy.use = transport::ProxySettings::Use::System;
    proxy.environment = transport::ProxyEnvironment::read(
        [](const char* name) { return qEnvironmentVariable(name).toStdString(); });
    for (const Error& mistake : proxy.environment.mistakes)
        m_output.complain(mistake.toString());
    return proxy;
}

std::expected<void, Error> Desk::close()
{
    // Connections before the record that they write to.
    qDeleteAll(findChildren<buyer::Connection*>(Qt::FindDirectChildrenOnly));
    m_http.reset();
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

std::expected<buyer::Connection*, Error> Desk::connectTo(const std::string& target)
{
    auto url = mcp::parseTarget(target);
    if (!url)
        return std::unexpected(url.error());
    mcp::ClientOptions options;
    options.url = *url;
    options.token = m_arguments.token;
    options.clientName = "acmpctl";
    auto client = std::make_unique<mcp::Client>(m_clock, *m_http, std::move(options));
    return new buyer::Connection(std::move(client), m_clock, this);
}

} // namespace acmpctl
