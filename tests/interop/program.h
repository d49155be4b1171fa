// SPDX-License-Identifier: Apache-2.0
// Another program, run by a test, that says what happens in lines of JSON on its stdout.
#pragma once

#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

namespace interop {

QString node();
QString peer(const QString& script);
QString acmpctl();
/// Why the peers could not be fetched; empty if they are here.
QByteArray whyNoPeers();

/// The objects in `lines` whose "event" is `name`.
QList<QJsonObject> named(const QList<QJsonObject>& events, const QString& name);

/// seq 0, 1, 2, … and `final` on the last alone.
bool areInOrder(const QList<QJsonObject>& chunks);

struct Finished {
    int exitCode = -1; ///< -1: crashed, killed or never started
    QList<QJsonObject> events;
    QString mistake; ///< what is wrong with its output; empty if nothing
    QString text; ///< all it printed, for a failure's message

    QList<QJsonObject> named(const QString& name) const { return interop::named(events, name); }
    /// The first of that name, empty if there is none.
    QJsonObject first(const QString& name) const { return named(name).value(0); }
};

/// Runs it to its end; what takes longer than half a minute is killed.
Finished run(const QString& program, const QStringList& arguments, const QByteArray& input = {},
    const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment());

/// A program that goes on until it is stopped, by the end of its stdin or a SIGTERM.
class Server final {
public:
    /// Starts it and waits for its first line; that line is `listening()`, empty if none came.
    void start(const QString& program, const QStringList& arguments,
        const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment());
    const QJsonObject& listening() const { return m_listening; }
    QString mcpUrl() const { return m_listening.value(QStringLiteral("mcp")).toString(); }
    QString wsUrl() const { return m_listening.value(QStringLiteral("ws")).toString(); }
    /// False if it had to be killed or had crashed.
    bool stop();

private:
    QProcess m_process;
    QJsonObject m_listening;
};

} // namespace interop

/// Skips all cases when called in initTestCase(); where CI=true, fails them.
#define SKIP_WITHOUT_PEERS()                                                                                 \
    if (const QByteArray why = interop::whyNoPeers(); !why.isEmpty()) {                                      \
        if (qEnvironmentVariable("CI") == u"true")                                                           \
            QFAIL(why.constData());                                                                          \
        QSKIP(why.constData());                                                                              \
    }

/// Fails the case unless the program ended as expected and its output can be read.
#define VERIFY_ENDED(finished, exit)                                                                         \
    QVERIFY2((finished).mistake.isEmpty(), qPrintable((finished).mistake + u'\n' + (finished).text));        \
    QVERIFY2((finished).exitCode == (exit),                                                                  \
        qPrintable(u"exit %1, expected %2\n%3"_s.arg((finished).exitCode).arg(exit).arg((finished).text)))
