// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/facts.h"

#include "ui/traffic/presentation.h"
#include "ui/traffic/words.h"
#include "ui/widgets/shown.h"

#include "protocol/json/document.h"

#include <QDateTime>

namespace traffic {

using widgets::shown;

namespace {

/// Of a request or notification, or a result; empty without one.
std::string traceparentOf(const QByteArray& message)
{
    constexpr qsizetype kScannedAtOnce = qsizetype { 4 } << 20;
    if (message.size() > kScannedAtOnce || !message.contains("\"traceparent\""))
        return {};
    const auto document = json::Document::parse(message);
    const json::View root = document ? document->root() : json::View();
    const json::View asked = root["params"]["_meta"]["traceparent"];
    const json::View trace = asked ? asked : root["result"]["_meta"]["traceparent"];
    return trace.text().value_or(std::string(trace.lexeme()));
}

class Writer final {
public:
    Writer(const LineDetails& details, const Items& items, wire::Instant startedAt)
        : m_details(details)
        , m_items(items)
        , m_startedAt(startedAt)
    {
    }

    std::vector<Fact> write()
    {
        const LineFacts& facts = m_details.facts;
        if (facts.event)
            add(Text::tr("Event"), eventText(*facts.event), false);
        else
            addPlace();
        addConnection();
        addTime(Text::tr("Time"), facts.at);
        if (!facts.event) {
            addExchange();
            addSizes();
            addMessage();
        }
        addEnds();
        return std::move(m_facts);
    }

private:
    void add(const QString& name, const QString& value, bool isData = true)
    {
        if (!value.isEmpty())
            m_facts.push_back({ name, value, std::nullopt, isData });
    }

    void addTime(const QString& name, wire::Instant at)
    {
        if (at == wire::Instant {})
            return;
        const std::optional<std::int64_t> unixUs = m_items.unixUsAt(at);
        const wire::nanoseconds since = at - m_startedAt;
        QString text = timeText(unixUs, since);
        if (unixUs) {
            text = QDateTime::fromMSecsSinceEpoch(*unixUs / 1000).toString(QStringLiteral("yyyy-MM-dd "))
                + text + Text::tr(", %1 ms after the start").arg(deltaText(since));
        }
        add(name, text);
    }

    void addPlace()
    {
        const LineFacts& facts = m_details.facts;
        add(Text::tr("Row"), grouped(facts.place.number));
        if (!m_details.problem.isEmpty())
            add(Text::tr("Damaged"), shown(m_details.problem.toStdString()), false);
        add(Text::tr("Direction"),
            (facts.row.direction == wire::Direction::Sent ? Text::tr("sent") : Text::tr("received"))
                + QStringLiteral(", ") + peersText(facts));
        add(Text::tr("Kind"), kindText(facts.row), false);
        if (m_details.firstRow != facts.place.number && m_details.firstRow != wire::kNoRecord)
            add(Text::tr("Begins in"), Text::tr("row %1").arg(grouped(m_details.firstRow)));
    }

    static QString kindText(const capture::Row& row)
    {
        const bool isPart = (row.flags & wire::kPartial) != 0;
        switch (row.kind) {
        case wire::SliceKind::HttpHead:
            return Text::tr("head of HTTP");
        case wire::SliceKind::HttpBody:
            return isPart ? Text::tr("part of a body, which goes on in a later row") : Text::tr("body");
        case wire::SliceKind::SseEvent:
            return isPart ? Text::tr("part of a server-sent event") : Text::tr("server-sent event");
        case wire::SliceKind::HttpTail:
            return Text::tr("framing after a body");
        case wire::SliceKind::Line:
            return isPart ? Text::tr("part of a line") : Text::tr("line");
        case wire::SliceKind::LogLine:
            return Text::tr("line of stderr");
        case wire::SliceKind::Frame:
            return isPart ? Text::tr("part of a WebSocket message") : Text::tr("WebSocket message");
        case wire::SliceKind::ControlFrame:
            return Text::tr("WebSocket ping, pong or close");
        case wire::SliceKind::Unparsed:
            break;
        }
        return Text::tr("bytes that were not understood");
    }

    void addSizes()
    {
        const capture::Row& row = m_details.facts.row;
        add(Text::tr("On the wire"), sizeText(row.length));
        if (row.payloadLength == 0)
            return;
        const QString size = sizeText(row.payloadLength);
        add(Text::tr("Payload"),
            row.isDetached() ? Text::tr("%1, scattered between framing").arg(size)
                             : Text::tr("%1 from byte %2").arg(size, grouped(row.payloadOffset)));
        if (m_details.firstRow != m_details.facts.place.number && !m_details.message.isEmpty())
            add(Text::tr("Message"), sizeText(static_cast<std::uint64_t>(m_details.message.size())));
    }

    void addMessage()
    {
        const dissect::Summary& summary = m_details.facts.summary;
        add(Text::tr("Method"), shown(summary.method));
        add(Text::tr("Task"), shown(summary.taskId));
        add(Text::tr("Id"), shown(summary.id));
        add(Text::tr("Carried by"), shown(summary.carrier));
        if (summary.errorCode)
            add(Text::tr("Error"), QString::number(*summary.errorCode) + u' ' + shown(summary.errorMessage));
        add(Text::tr("Trace"), shown(traceparentOf(m_details.message)));
        add(Text::tr("Not JSON"), shown(summary.problem));
        add(Text::tr("JSON"), oddities(summary.jsonFlags), false);
    }

    static QString oddities(std::uint8_t flags)
    {
        QStringList words;
        const auto say = [&](json::Flag flag, const QString& word) {
            if ((flags & flag) != 0)
                words += word;
        };
        say(json::kDuplicateKey, Text::tr("a key twice in one object"));
        say(json::kLoneSurrogate, Text::tr("half a surrogate pair"));
        say(json::kOutOfRange, Text::tr("a number out of range"));
        say(json::kEscapedNul, Text::tr("a NUL in a string"));
        say(json::kBom, Text::tr("a byte order mark"));
        return words.join(QStringLiteral(", "));
    }

    void addConnection()
    {
        const LineFacts& facts = m_details.facts;
        if (!facts.connection)
            return;
        const capture::ConnectionState& state = *facts.connection;
        const QString role
            = state.facts.role == wire::Role::Client ? Text::tr("we are the client") : Text::tr("we serve");
        QString name = shown(state.facts.transport);
        if (!facts.place.isEvent && (m_details.exchange > 0 || !isOfSharedChannel(facts.row.kind)))
            name = Text::tr("%1, exchange %2 on it, %3")
                       .arg(connectionName(facts.row.connection))
                       .arg(m_details.exchange)
                       .arg(name);
        else if (!facts.place.isEvent)
            name = connectionName(facts.row.connection) + QStringLiteral(", ") + name;
        add(Text::tr("Connection"), name + QStringLiteral(", ") + role);
        if (state.closed)
            add(Text::tr("Closed"), shown(state.cause), false);
    }

    // On a channel that many requests share: what else belongs to this one.
    void addExchange()
    {
        if (!m_details.exchangeRows)
            return;
        const wire::RecordNo own = m_details.facts.place.number;
        const auto [request, answer, readTo] = *m_details.exchangeRows;
        if (request != wire::kNoRecord && request != own)
            add(answer == own ? Text::tr("Answers") : Text::tr("Belongs to"),
                Text::tr("row %1, %2 ms before").arg(grouped(request), msBetween(request, own)));
        if (answer == wire::kNoRecord)
            add(Text::tr("Answer"), Text::tr("not yet"), false);
        else if (answer > own)
            add(Text::tr("Answer"),
                Text::tr("row %1, %2 ms later").arg(grouped(answer), msBetween(own, answer)));
        else if (answer < own)
            add(Text::tr("Answer"),
                Text::tr("row %1, %2 ms before this one").arg(grouped(answer), msBetween(answer, own)));
    }

    QString msBetween(wire::RecordNo first, wire::RecordNo second) const
    {
        return deltaText(m_items.instantOf({ false, second }) - m_items.instantOf({ false, first })).mid(1);
    }

    void addEnds()
    {
        if (!m_details.facts.connection)
            return;
        const capture::ConnectionState& state = *m_details.facts.connection;
        add(Text::tr("Peer"), shown(state.facts.peer));
        add(Text::tr("Target"), shown(state.facts.target));
        addTime(Text::tr("Opened at"), state.opened);
        if (state.closed)
            addTime(Text::tr("Closed at"), *state.closed);
        else
            add(Text::tr("Closed at"), Text::tr("still open"), false);
    }

    const LineDetails& m_details;
    const Items& m_items;
    wire::Instant m_startedAt;
    std::vector<Fact> m_facts;
};

} // namespace

std::vector<Fact> factsOf(const LineDetails& details, const Items& items, wire::Instant startedAt)
{
    return Writer(details, items, startedAt).write();
}

QString explain(const acmp::Finding& finding)
{
    QStringList parts;
    if (!finding.expected.empty())
        parts += Text::tr("expected %1").arg(shown(finding.expected));
    if (!finding.found.empty())
        parts += Text::tr("found %1").arg(shown(finding.found));
    const auto text = [](std::string_view words) {
        return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
    };
    const QString rule = Text::tr("%1 (%2)").arg(text(finding.rule->text), text(finding.rule->section));
    return parts.isEmpty() ? rule : parts.join(QStringLiteral(", ")) + QStringLiteral(". ") + rule;
}

Fact factOf(const acmp::Finding& finding)
{
    QString value = explain(finding);
    if (!finding.where.pointer.empty())
        value += Text::tr(" At %1.").arg(shown(finding.where.pointer));
    return { findingText(*finding.rule), value, finding.rule->level, false };
}

} // namespace traffic
