// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/program.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace interop {

namespace {

constexpr int kPatienceMs = 30'000;

QList<QJsonObject> readLines(const QByteArray& output, QString& mistake)
{
    QList<QJsonObject> events;
    const QList<QByteArray> lines = output.split('\n');
    for (const QByteArray& line : lines) {
        if (line.isEmpty())
            continue;
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (!event.value(u"event"_s).isString())
            mistake = u"no event: "_s + QString::fromUtf8(line);
        events.append(event);
    }
    if (!output.isEmpty() && !output.endsWith('\n'))
        mistake = u"the last line is cut off"_s;
    return events;
}

} // namespace

QString node()
{
    return peer(u"node"_s);
}

QString peer(const QString& script)
{
    return QString::fromUtf8(ACMP_PEERS) + u'/' + script;
}

QString acmpctl()
{
    return QString::fromUtf8(ACMPCTL);
}

QByteArray whyNoPeers()
{
    QFile reason(peer(u"unavailable"_s));
    return reason.open(QIODevice::ReadOnly) ? reason.readAll().trimmed() : QByteArray();
}

QList<QJsonObject> named(const QList<QJsonObject>& events, const QString& name)
{
    QList<QJsonObject> found;
    std::copy_if(events.begin(), events.end(), std::back_inserter(found),
        [&](const QJsonObject& event) { return event.value(u"event"_s) == name; });
    return found;
}

/// seq 0, 1, 2, … and `final` on the last alone.
bool areInOrder(const QList<QJsonObject>& chunks)
{
    for (qsizetype i = 0; i < chunks.size(); ++i) {
        if (chunks.at(i).value(u"seq"_s).toInteger(-1) != i)
            return false;
        if (chunks.at(i).value(u"final"_s).toBool() != (i == chunks.size() - 1))
            return false;
    }
    return !chunks.isEmpty();
}

Finished run(const QString& program, const QStringList& arguments, const QByteArray& input,
    const QProcessEnvironment& environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    Finished finished;
    if (!process.waitForFinished(kPatienceMs)) {
        finished.mistake = u"did not end: "_s + process.errorString();
        process.kill();
        process.waitForFinished(kPatienceMs);
    } else if (process.exitStatus() == QProcess::NormalExit) {
        finished.exitCode = process.exitCode();
    }
    const QByteArray output = process.readAllStandardOutput();
    finished.events = readLines(output, finished.mistake);
    finished.text = QString::fromUtf8(output) + QString::fromUtf8(process.readAllStandardError());
    return finished;
}

void Server::start(
    const QString& program, const QStringList& arguments, const QProcessEnvironment& environment)
{
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(program, arguments);
    QElapsedTimer waited;
    waited.start();
    while (!m_process.canReadLine() && !waited.hasExpired(kPatienceMs)) {
        if (!m_process.waitForReadyRead(kPatienceMs))
            break;
    }
    m_listening = QJsonDocument::fromJson(m_process.readLine()).object();
}

bool Server::stop()
{
    m_process.closeWriteChannel();
    m_process.terminate();
    if (m_process.state() == QProcess::NotRunning || m_process.waitForFinished(kPatienceMs))
        return m_process.exitStatus() == QProcess::NormalExit;
    m_process.kill();
    m_process.waitForFinished(kPatienceMs);
    return false;
}

} // namespace interop
