// SPDX-License-Identifier: Apache-2.0
#include "tests/acmpctl/ctl.h"

#include "tests/acmpctl/schema.h"

#include <csignal>
#include <sys/resource.h>

using namespace Qt::StringLiterals;
using nlohmann::json;

namespace acmpctl {

namespace {

constexpr int kPatienceMs = 30'000;

const Schema& schema()
{
    static const Schema schema = [] {
        auto read = Schema::read(QString::fromUtf8(EVENTS_SCHEMA));
        if (!read)
            qFatal("%s", qPrintable(read.error().join(u'\n')));
        return *read;
    }();
    return schema;
}

void limitMemory(std::size_t bytes)
{
    const rlimit limit { bytes, bytes };
    setrlimit(RLIMIT_DATA, &limit);
}

constexpr bool isSanitized()
{
#ifdef __SANITIZE_ADDRESS__
    return true;
#else
    return false;
#endif
}

} // namespace

Ctl::Ctl(const QStringList& arguments, const CtlOptions& options)
    : m_json(arguments.contains(u"--json"_s))
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(u"ACMP_BEARER_TOKEN"_s);
    if (!options.bearerToken.isEmpty())
        environment.insert(u"ACMP_BEARER_TOKEN"_s, options.bearerToken);
    for (const auto& [name, value] : options.environment)
        environment.insert(name, value);
    m_process.setProcessEnvironment(environment);
    if (options.memoryLimit > 0 && !isSanitized())
        m_process.setChildProcessModifier([bytes = options.memoryLimit] { limitMemory(bytes); });
    m_process.start(QString::fromUtf8(ACMPCTL), arguments);
    if (!options.hasInput)
        closeInput();
    if (options.readStdout)
        readAll();
}

Ctl::~Ctl()
{
    m_process.disconnect();
    m_process.kill();
    m_process.waitForFinished(kPatienceMs);
}

void Ctl::readAll()
{
    QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process, [this] { take(); });
    take();
}

void Ctl::take()
{
    m_output += m_process.readAllStandardOutput();
    for (auto end = m_output.indexOf('\n', m_taken); end >= 0; end = m_output.indexOf('\n', m_taken)) {
        if (m_json)
            takeLine(m_output.mid(m_taken, end - m_taken));
        m_taken = end + 1;
    }
}

void Ctl::takeLine(const QByteArray& line)
{
    json event = json::parse(line.toStdString(), nullptr, false);
    if (event.is_discarded()) {
        m_mistakes.append(u"no JSON: "_s % QString::fromUtf8(line.left(300)));
        return;
    }
    const QStringList mistakes = schema().check(event);
    if (!mistakes.isEmpty())
        m_mistakes.append(mistakes.join(u'\n') % u"\n  in "_s % QString::fromUtf8(line.left(300)));
    m_events.push_back(std::move(event));
}

bool Ctl::waitFor(const std::string& event, std::size_t count)
{
    const auto here = [&] { return named(event).size() >= count; };
    return QTest::qWaitFor([&] { return here() || !isRunning(); }, kPatienceMs) && here();
}

int Ctl::exitCode()
{
    if (!QTest::qWaitFor([this] { return !isRunning(); }, kPatienceMs))
        return -1;
    take();
    if (m_json && m_taken != m_output.size())
        m_mistakes.append(u"the last line is cut off"_s);
    return m_process.exitStatus() == QProcess::NormalExit && m_process.error() != QProcess::FailedToStart
        ? m_process.exitCode()
        : -1;
}

void Ctl::signal(int number) const
{
    ::kill(static_cast<pid_t>(m_process.processId()), number);
}

std::vector<json> Ctl::named(const std::string& event) const
{
    std::vector<json> found;
    std::copy_if(m_events.begin(), m_events.end(), std::back_inserter(found),
        [&](const json& one) { return one.value("event", "") == event; });
    return found;
}

json Ctl::first(const std::string& event) const
{
    const auto all = named(event);
    return all.empty() ? json() : all.front();
}

bool Ctl::found(const std::string& ruleId) const
{
    const auto all = named("finding");
    return std::any_of(
        all.begin(), all.end(), [&](const json& one) { return one.value("id", "") == ruleId; });
}

QString Ctl::url(const char* kind) const
{
    const json listening = first("listening");
    return QString::fromStdString(listening.is_null() ? std::string() : listening.value(kind, ""));
}

QByteArray Ctl::errors()
{
    m_errors += m_process.readAllStandardError();
    return m_errors;
}

Report Ctl::report(const QByteArray& title)
{
    return Report(title + m_output.left(8'000) + errors().left(2'000));
}

} // namespace acmpctl
