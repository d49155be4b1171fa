// SPDX-License-Identifier: Apache-2.0
#include "tests/workspace/keyring.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QStandardPaths>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

namespace {

constexpr int kPatienceMs = 30'000;

void end(QProcess& process)
{
    if (process.state() == QProcess::NotRunning)
        return;
    process.kill();
    process.waitForFinished(kPatienceMs);
}

void set(QProcess& process, const std::vector<std::pair<QString, QString>>& variables)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(u"DISPLAY"_s);
    for (const auto& [name, value] : variables)
        environment.insert(name, value);
    process.setProcessEnvironment(environment);
}

} // namespace

std::expected<std::unique_ptr<Keyring>, QString> Keyring::start()
{
    // GLib ends who loses the bus that it was on by this signal.
    std::signal(SIGTERM, SIG_IGN);
    const QString bus = QStandardPaths::findExecutable(u"dbus-daemon"_s);
    const QString daemon = QStandardPaths::findExecutable(u"gnome-keyring-daemon"_s);
    if (bus.isEmpty() || daemon.isEmpty())
        return std::unexpected(u"dbus-daemon or gnome-keyring-daemon is not installed"_s);
    std::unique_ptr<Keyring> keyring(new Keyring);
    for (const auto& name : { u"XDG_DATA_HOME"_s, u"XDG_RUNTIME_DIR"_s, u"XDG_CONFIG_HOME"_s, u"HOME"_s })
        keyring->m_environment.emplace_back(name, keyring->m_folder.path());
    if (auto started = keyring->startBus(bus); !started)
        return std::unexpected(started.error());
    if (auto started = keyring->startDaemon(daemon); !started)
        return std::unexpected(started.error());
    return keyring;
}

Keyring::~Keyring()
{
    stop();
}

void Keyring::stop()
{
    end(m_daemon);
    end(m_bus);
}

std::expected<void, QString> Keyring::startBus(const QString& program)
{
    set(m_bus, m_environment);
    m_bus.start(program, { u"--session"_s, u"--nofork"_s, u"--print-address=1"_s });
    m_bus.closeWriteChannel();
    while (!m_bus.canReadLine() && m_bus.waitForReadyRead(kPatienceMs)) { }
    const QString address = QString::fromUtf8(m_bus.readLine()).trimmed();
    if (address.isEmpty())
        return std::unexpected(
            u"dbus-daemon gave no address: "_s % QString::fromUtf8(m_bus.readAllStandardError()));
    m_environment.emplace_back(u"DBUS_SESSION_BUS_ADDRESS"_s, address);
    return {};
}

std::expected<void, QString> Keyring::startDaemon(const QString& program)
{
    set(m_daemon, m_environment);
    m_daemon.start(program, { u"--unlock"_s, u"--components=secrets"_s, u"--foreground"_s });
    m_daemon.write("password");
    m_daemon.closeWriteChannel();
    QDBusConnection bus = QDBusConnection::connectToBus(m_environment.back().second, u"keyring"_s);
    const auto isThere = [&] { return bus.interface()->isServiceRegistered(u"org.freedesktop.secrets"_s); };
    const bool isStarted = bus.isConnected() && QTest::qWaitFor(isThere, kPatienceMs);
    QDBusConnection::disconnectFromBus(u"keyring"_s);
    if (!isStarted)
        return std::unexpected(QString(u"gnome-keyring-daemon does not appear on the bus: "_s
            % QString::fromUtf8(m_daemon.readAllStandardError())));
    return {};
}
