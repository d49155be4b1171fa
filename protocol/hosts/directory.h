// SPDX-License-Identifier: Apache-2.0
// One place where the providers of several markets of this machine are listed, on a server of its own.
#pragma once

#include "protocol/hosts/listing.h"

#include <QHostAddress>

namespace hosts {

class Directory final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Directory)

public:
    /// `clock` and `sink` must outlive it.
    Directory(wire::Clock& clock, wire::Sink& sink, QObject* parent = nullptr);
    ~Directory() override;

    /// On a free port of the loopback address.
    std::expected<void, wire::Error> listen();
    /// Where a name is another one's already it gets a number. Once it listens.
    void set(std::vector<Publication> all);
    std::string ardUrl() const { return m_listing.ardUrl(); }
    std::string registryUrl() const { return m_listing.registryUrl(); }

private:
    void handle(http::ServerExchange* exchange);

    QHostAddress m_address;
    Listing m_listing;
    http::Server m_server;
};

} // namespace hosts
