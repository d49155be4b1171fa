// SPDX-License-Identifier: Apache-2.0
// A keychain of a test's own: gnome-keyring on a private D-Bus, in a folder that goes with it.
#pragma once

#include <QProcess>
#include <QTemporaryDir>

#include <expected>
#include <memory>
#include <utility>
#include <vector>

class Keyring final {
    Q_DISABLE_COPY_MOVE(Keyring)

public:
    /// Why there is none: a program that is not installed, or what it said.
    static std::expected<std::unique_ptr<Keyring>, QString> start();
    ~Keyring();

    /// What makes a program use it.
    const std::vector<std::pair<QString, QString>>& environment() const { return m_environment; }
    void stop();

private:
    Keyring() = default;
    std::expected<void, QString> startBus(const QString& program);
    std::expected<void, QString> startDaemon(const QString& program);

    QTemporaryDir m_folder;
    QProcess m_bus, m_daemon;
    std::vector<std::pair<QString, QString>> m_environment;
};
