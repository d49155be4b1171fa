// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/describe.h"

#include "protocol/rpc/codes.h"

#include <QLocale>

namespace invoke {

using session::End;
using stack::Stage;
using widgets::State;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("invoke", text);
}

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString describe(const acmp::TaskError& error)
{
    const rpc::CodeName name = rpc::describeCode(rpc::Binding::Mcp, error.code);
    QString text = QString::number(error.code);
    if (!name.name.empty())
        text += u' ' + fromUtf8(name.name);
    text += QStringLiteral(": ") + fromUtf8(error.message);
    if (error.data && error.data->detail)
        text += QStringLiteral(" — ") + fromUtf8(*error.data->detail);
    if (error.data && error.data->minPriceCu)
        text += tr(" At least %1 CU are asked.").arg(fromUtf8(error.data->minPriceCu->text()));
    if (!name.section.empty())
        text += QStringLiteral(" (") + fromUtf8(name.section) + u')';
    if (!name.advice.empty())
        text += u'\n' + fromUtf8(name.advice);
    return text;
}

/// Whether the provider did not take the task, rather than failed in it: bad JSON-RPC, or Layer 1 §3.3.
bool isRefusal(std::int64_t code)
{
    constexpr std::array kOfTasksThatRan { -33099, -33004, -33003, -32603 };
    return std::find(kOfTasksThatRan.begin(), kOfTasksThatRan.end(), code) == kOfTasksThatRan.end();
}

QString why(const stack::RunState& run)
{
    if (run.error)
        return describe(*run.error);
    return run.failure ? fromUtf8(run.failure->toString()) : QString();
}

Standing ended(const stack::RunState& run)
{
    switch (run.ended) {
    case End::Result: {
        bool bad = false;
        for (const session::Verdict& verdict : run.verdicts)
            bad |= verdict.state == session::VerdictState::Fail;
        return bad ? Standing { State::Attention, tr("result, disputed"), {} }
                   : Standing { State::Good, tr("result"), {} };
    }
    case End::Error:
        return { State::Bad, run.error && isRefusal(run.error->code) ? tr("refused") : tr("failed"),
            why(run) };
    case End::Cancelled:
        return { State::Neutral, tr("cancelled by you"), tr("The provider confirmed it with -33004.") };
    case End::CancelUnconfirmed:
        return { State::Attention, tr("cancelled by you, not confirmed"),
            tr("No -33004 came; the stream was closed, which is what the transport has for it.") };
    case End::DeadlinePassed:
        return { State::Bad, tr("deadline passed"),
            tr("No result within timeout_ms, %1. A longer timeout_ms may help.")
                .arg(durationText(run.request.timeoutOrDefault())) };
    case End::LivenessLost:
        return { State::Bad, tr("no sign of life"),
            tr("Nothing came for %1, the liveness window.")
                .arg(durationText(run.livenessWindow.value_or(wire::nanoseconds(0)))) };
    case End::ConnectionLost:
        return { State::Bad, tr("connection lost"), why(run) };
    case End::Refused:
        return { State::Bad, tr("refused by the transport"), why(run) };
    case End::ProtocolBroken:
        return { State::Bad,
            run.failure && run.failure->kind == wire::ErrorKind::TooLarge ? tr("too large to understand")
                                                                          : tr("not understood"),
            why(run) };
    case End::AsksForMore:
        return { State::Attention, tr("asks for more"),
            tr("The provider wants further input, which this version can't give.") };
    case End::None:
        break;
    }
    return { State::Bad, tr("not sent"), why(run) };
}

} // namespace

Standing standingOf(const stack::RunState& run)
{
    switch (run.stage) {
    case Stage::Discovering:
        return { State::Waiting, tr("asking what it is"), {} };
    case Stage::Running:
        return { State::Running, run.chunks > 0 ? tr("streaming") : tr("running"), {} };
    case Stage::Cancelling:
        return { State::Waiting, tr("cancelling"), {} };
    case Stage::Ended:
        break;
    }
    return ended(run);
}

State stateOf(session::VerdictState state)
{
    switch (state) {
    case session::VerdictState::Ok:
        return State::Good;
    case session::VerdictState::Warn:
        return State::Attention;
    case session::VerdictState::Fail:
        return State::Bad;
    case session::VerdictState::Unknown:
        break;
    }
    return State::Waiting;
}

QString verdictTitle(std::string_view id)
{
    QString title = fromUtf8(id);
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

QString shortId(const QString& id)
{
    return id.size() <= 24 ? id : id.left(10) + u'…' + id.right(4);
}

QString durationText(wire::nanoseconds duration)
{
    const double ms = wire::toMs(duration);
    if (ms < 10)
        return QStringLiteral("%1 ms").arg(ms, 0, 'f', 1);
    if (ms < 1000)
        return QStringLiteral("%1 ms").arg(ms, 0, 'f', 0);
    return ms < 100'000 ? QStringLiteral("%1 s").arg(ms / 1000, 0, 'f', 2)
                        : QStringLiteral("%1 s").arg(ms / 1000, 0, 'f', 0);
}

QString sizeText(std::uint64_t bytes)
{
    if (bytes < 10'000)
        return countText(bytes) + QStringLiteral(" B");
    const auto n = static_cast<double>(bytes);
    if (bytes < 1'000'000)
        return QStringLiteral("%1 kB").arg(n / 1e3, 0, 'f', 1);
    return bytes < 1'000'000'000 ? QStringLiteral("%1 MB").arg(n / 1e6, 0, 'f', 1)
                                 : QStringLiteral("%1 GB").arg(n / 1e9, 0, 'f', 2);
}

QString countText(std::uint64_t count)
{
    QString text = QString::number(count);
    for (qsizetype at = text.size() - 3; at > 0; at -= 3)
        text.insert(at, QChar(0x202F)); // narrow no-break space
    return text;
}

} // namespace invoke
