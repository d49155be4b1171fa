// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/directory.h"

#include "protocol/transport/connect/origin.h"

#include <set>

namespace hosts {

namespace {

RegistryOptions optionsFor(const QHostAddress& address)
{
    RegistryOptions options;
    options.names = { address.toString().toStdString() };
    return options;
}

} // namespace

Directory::Directory(wire::Clock& clock, wire::Sink& sink, QObject* parent)
    : QObject(parent)
    , m_address(QHostAddress::LocalHost)
    , m_listing(clock, sink, optionsFor(m_address))
    , m_server(clock, sink)
{
    connect(&m_server, &http::Server::requestReceived, this, &Directory::handle);
}

Directory::~Directory()
{
    m_server.close();
}

std::expected<void, wire::Error> Directory::listen()
{
    return m_server.listen(m_address, 0);
}

void Directory::set(std::vector<Publication> all)
{
    std::set<std::string> taken;
    for (Publication& one : all) {
        const std::string name = one.name;
        for (int n = 2; !taken.insert(one.name).second; ++n)
            one.name = name + '-' + std::to_string(n);
    }
    m_listing.set(
        "http://" + transport::hostAndPort(m_address.toString().toStdString(), m_server.port()), all);
}

void Directory::handle(http::ServerExchange* exchange)
{
    const std::string_view target = exchange->head().target;
    if (!m_listing.handle(exchange, target.substr(0, target.find('?'))))
        exchange->respond(404, { { "Content-Type", "text/plain; charset=utf-8" } },
            "nothing here; the providers of this machine are listed at " + ardUrl() + '\n');
}

} // namespace hosts
