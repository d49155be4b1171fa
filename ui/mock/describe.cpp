// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/describe.h"

#include "protocol/rpc/codes.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace mock {

using analysis::DealSummary;
using analysis::TaskSummary;
using widgets::State;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(mock)
};

QString named(std::int64_t code)
{
    const std::string_view name = rpc::describeCode(rpc::Binding::Mcp, code).name;
    const QString number = QString::number(code);
    return name.empty() ? number
                        : number % u' ' % QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString withCode(const QString& word, const std::optional<std::int64_t>& code)
{
    return code ? word % u' ' % named(*code) : word;
}

/// For a POSIX shell.
QString quoted(const QString& argument)
{
    static const QRegularExpression plain(QStringLiteral(R"(\A[A-Za-z0-9_./:@%+=,-]+\z)"));
    if (plain.match(argument).hasMatch())
        return argument;
    QString escaped = argument;
    escaped.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' % escaped % u'\'';
}

} // namespace

Condition conditionOf(const ScenarioFile& file, const Stage& stage)
{
    if (const stack::StallState* stall = stage.state(file.path)) {
        if (stall->failure)
            return { State::Bad, Words::tr("can't be reached") };
        return { State::Running, Words::tr("running") };
    }
    if (stage.isPlayed(file.path))
        return { State::Waiting, Words::tr("opening") };
    if (file.failure)
        return { State::Bad, Words::tr("can't be read") };
    if (const std::size_t mistakes = file.mistakes.size(); mistakes > 0)
        return { State::Bad,
            mistakes == 1 ? Words::tr("1 mistake") : Words::tr("%L1 mistakes").arg(mistakes) };
    return { State::Neutral, Words::tr("stopped") };
}

Condition conditionOf(const TaskSummary& task)
{
    switch (task.ended) {
    case session::End::None:
        return { State::Running, task.isCancelAsked ? Words::tr("cancel asked") : Words::tr("running") };
    case session::End::Result:
        return { State::Good, Words::tr("result") };
    case session::End::Cancelled:
        return { State::Neutral, Words::tr("cancelled") };
    case session::End::Error:
        return { State::Bad, withCode(Words::tr("error"), task.errorCode) };
    case session::End::ConnectionLost:
        return { State::Bad, Words::tr("connection lost") };
    case session::End::Refused:
        return { State::Bad, Words::tr("refused by HTTP") };
    case session::End::ProtocolBroken:
        return { State::Bad, Words::tr("no readable answer") };
    case session::End::CancelUnconfirmed:
        return { State::Attention, Words::tr("cancelled, not confirmed") };
    case session::End::DeadlinePassed:
        return { State::Bad, Words::tr("deadline passed") };
    case session::End::LivenessLost:
        return { State::Bad, Words::tr("no sign of life") };
    case session::End::AsksForMore:
        return { State::Attention, Words::tr("asks for more") };
    }
    return {};
}

Condition conditionOf(const DealSummary& deal)
{
    using Deal = session::OfferTrack::State;
    switch (deal.state) {
    case Deal::Asked:
        return { State::Waiting, Words::tr("asked") };
    case Deal::Offered:
        return { State::Good, Words::tr("offered") };
    case Deal::Refused:
        return { State::Bad, withCode(Words::tr("refused"), deal.errorCode) };
    case Deal::Failed:
        return { State::Bad, Words::tr("no readable answer") };
    case Deal::AcceptSent:
        return { State::Waiting, Words::tr("accept asked") };
    case Deal::Acked:
        return { State::Good, Words::tr("accepted") };
    case Deal::AcceptRefused:
        return { State::Bad, withCode(Words::tr("accept refused"), deal.errorCode) };
    case Deal::AcceptFailed:
        return { State::Bad, Words::tr("accept: no readable answer") };
    }
    return {};
}

QString factsOf(const engine::Provider::Facts& facts)
{
    return Words::tr("offers %L1 · accepted %L2 · tasks %L3 · running %L4")
        .arg(facts.offers)
        .arg(facts.accepts)
        .arg(facts.tasks)
        .arg(facts.runningTasks);
}

QString wares(const engine::Scenario& scenario)
{
    QStringList all;
    for (const engine::CapabilityScript& capability : scenario.capabilities) {
        QString one = QString::fromStdString(capability.name) % u' '
            % QString::fromStdString(capability.priceCu.text()) % QStringLiteral(" CU");
        if (capability.tier)
            one += Words::tr(", tier %1").arg(QString::fromStdString(*capability.tier));
        all += one;
    }
    return all.join(QStringLiteral(" · "));
}

std::string endpointOf(const std::string& url)
{
    const auto scheme = url.find("://");
    return scheme == std::string::npos ? url : url.substr(scheme + 3);
}

QString invokeCommand(const engine::Scenario& scenario, const QString& url)
{
    if (scenario.capabilities.empty())
        return {};
    QString command = QStringLiteral("acmpctl invoke ") % quoted(url) % QStringLiteral(" --capability ")
        % quoted(QString::fromStdString(scenario.capabilities.front().name));
    if (scenario.streamsOutput())
        command += QStringLiteral(" --stream");
    return command % QStringLiteral(" --input text:Hello");
}

QString stdioCommand(const ScenarioFile& file, const QString& acmpctl)
{
    return file.isBuiltin() ? QString()
                            : quoted(acmpctl) % QStringLiteral(" serve --stdio ") % quoted(file.path);
}

} // namespace mock
