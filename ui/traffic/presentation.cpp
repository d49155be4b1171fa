// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/presentation.h"
#include "ui/traffic/words.h"

#include "ui/widgets/shown.h"
#include "ui/widgets/statelabel.h"

namespace traffic {

using widgets::shown;

namespace {

QString joined(const QStringList& parts)
{
    QString text;
    for (const QString& part : parts) {
        if (!part.isEmpty())
            text += text.isEmpty() ? part : QLatin1Char(' ') + part;
    }
    return text;
}

QString headText(const dissect::HttpHead& head)
{
    return head.status == 0
        ? joined({ shown(head.method), shown(head.target) })
        : joined({ QString::number(head.status), shown(head.reason), shown(head.contentType) });
}

QString errorText(const dissect::Summary& summary)
{
    const QString code = summary.errorCode
        ? QString::number(*summary.errorCode).replace(QLatin1Char('-'), kMinus)
        : QString();
    return joined({ Text::tr("error"), code, shown(summary.errorMessage) });
}

QString resultText(const LineFacts& facts)
{
    const QString amount = QString::fromStdString(facts.amount);
    switch (facts.answer) {
    case Answer::Offer:
        return Text::tr("offer %1 CU").arg(amount);
    case Answer::Ack:
        return Text::tr("ack");
    case Answer::Task:
        return Text::tr("result %1 CU").arg(amount);
    case Answer::Discovery:
        return Text::tr("result: capabilities");
    case Answer::Other:
        break;
    }
    return Text::tr("result");
}

QString spokenText(const LineFacts& facts)
{
    QString text = shown(facts.summary.method);
    if (facts.kind == Kind::Chunk && facts.summary.seq)
        text += QLatin1Char(' ') + QString::number(*facts.summary.seq);
    if (facts.kind == Kind::Heartbeat && facts.progress)
        text += QLatin1Char(' ') + QString::number(qRound(*facts.progress * 100)) + QStringLiteral(" %");
    return text;
}

QString plainText(const LineFacts& facts)
{
    if (facts.summary.head)
        return headText(*facts.summary.head);
    if (facts.summary.message == dissect::MessageKind::Batch)
        return Text::tr("batch of %1").arg(facts.summary.batchSize);
    if (facts.summary.message == dissect::MessageKind::OtherJson)
        return Text::tr("JSON");
    if (facts.row.kind == wire::SliceKind::HttpTail)
        return Text::tr("end of the body");
    return QString::fromStdString(facts.comment);
}

QString partText(const LineFacts& facts)
{
    if (facts.row.kind == wire::SliceKind::Unparsed)
        return Text::tr("bytes cut off by the end");
    if (facts.isLastPart)
        return Text::tr("last part of a message");
    return Text::tr("part of a message");
}

} // namespace

QString connectionName(wire::ConnectionId id)
{
    return QLatin1Char('#') + QString::number(static_cast<std::uint32_t>(id));
}

// A string without its quotes, unless it then read like another kind of id.
QString idText(const std::string& lexeme)
{
    const bool isString = lexeme.size() > 2 && lexeme.front() == '"' && lexeme.back() == '"';
    const bool isName = isString && std::isalpha(static_cast<unsigned char>(lexeme[1])) != 0;
    return shown(isName && lexeme != "\"null\"" ? lexeme.substr(1, lexeme.size() - 2) : lexeme);
}

QString peersText(const LineFacts& facts)
{
    if (!facts.connection || facts.connection->facts.peer.empty())
        return facts.kind == Kind::Event ? QString() : connectionName(facts.row.connection);
    const bool isClient = facts.connection->facts.role == wire::Role::Client;
    const QString own = isClient ? Text::tr("buyer") : Text::tr("mock");
    const QString peer = shown(facts.connection->facts.peer);
    const bool fromUs = facts.event ? isClient : facts.row.direction == wire::Direction::Sent;
    return fromUs ? own + QStringLiteral(" → ") + peer : peer + QStringLiteral(" → ") + own;
}

QString carrierText(const LineFacts& facts)
{
    if (facts.place.isEvent)
        return {};
    switch (facts.row.kind) {
    case wire::SliceKind::HttpHead:
    case wire::SliceKind::HttpBody:
    case wire::SliceKind::HttpTail:
        return facts.connection ? shown(facts.connection->facts.transport).toUpper() : QStringLiteral("HTTP");
    case wire::SliceKind::SseEvent:
        return QStringLiteral("SSE");
    case wire::SliceKind::Line:
        return QStringLiteral("stdio");
    case wire::SliceKind::LogLine:
        return QStringLiteral("stderr");
    case wire::SliceKind::Frame:
    case wire::SliceKind::ControlFrame:
        return facts.connection ? shown(facts.connection->facts.transport).toUpper() : QStringLiteral("WS");
    case wire::SliceKind::Unparsed:
        break;
    }
    return Text::tr("raw");
}

QString messageText(const LineFacts& facts)
{
    switch (facts.kind) {
    case Kind::Plain:
        return plainText(facts);
    case Kind::Request:
    case Kind::Chunk:
    case Kind::Heartbeat:
        return spokenText(facts);
    case Kind::Result:
        return resultText(facts);
    case Kind::Error:
        if (facts.summary.head)
            return headText(*facts.summary.head);
        return facts.summary.message == dissect::MessageKind::NotJson
            ? Text::tr("not JSON: %1").arg(shown(facts.summary.problem))
            : errorText(facts.summary);
    case Kind::Part:
        return partText(facts);
    case Kind::Large:
        return Text::tr("a message of %1").arg(shortSizeText(facts.summary.size));
    case Kind::Damaged:
        return Text::tr("damaged: %1").arg(shown(facts.problem));
    case Kind::Event:
        return facts.event ? eventText(*facts.event) : QString();
    case Kind::Log:
        return QString::fromStdString(facts.comment);
    case Kind::Noise:
        return facts.comment.empty() ? Text::tr("an empty line")
                                     : Text::tr("noise: %1").arg(QString::fromStdString(facts.comment));
    }
    return {};
}

Tone toneOf(const LineFacts& facts)
{
    switch (facts.kind) {
    case Kind::Request:
        return Tone::Request;
    case Kind::Chunk:
        return Tone::Chunk;
    case Kind::Heartbeat:
        return Tone::Heartbeat;
    case Kind::Result:
        return Tone::Success;
    case Kind::Error:
    case Kind::Damaged:
        return Tone::Error;
    case Kind::Event:
        if (facts.event && std::holds_alternative<capture::Gap>(facts.event->what))
            return Tone::Error;
        if (const auto* mark = facts.event ? std::get_if<capture::Mark>(&facts.event->what) : nullptr)
            return mark->kind == capture::MarkKind::Dropped     ? Tone::Error
                : mark->kind == capture::MarkKind::MachineSlept ? Tone::Warning
                                                                : Tone::Secondary;
        return Tone::Secondary;
    case Kind::Log:
        return Tone::Text;
    case Kind::Noise:
        return Tone::Warning;
    case Kind::Plain:
    case Kind::Part:
    case Kind::Large:
        break;
    }
    return Tone::Secondary;
}

QString arrowOf(const LineFacts& facts)
{
    if (facts.place.isEvent)
        return {};
    return facts.row.direction == wire::Direction::Sent ? QStringLiteral("→") : QStringLiteral("←");
}

QString findingText(const acmp::Rule& rule)
{
    return widgets::stateIcon(widgets::stateOf(rule.level)) + QStringLiteral(" ")
        + QString::fromUtf8(rule.id.data(), static_cast<qsizetype>(rule.id.size()));
}

Tone toneOf(acmp::Level level)
{
    switch (level) {
    case acmp::Level::Note:
        return Tone::Secondary;
    case acmp::Level::Warning:
        return Tone::Warning;
    case acmp::Level::Error:
        break;
    }
    return Tone::Error;
}

} // namespace traffic
