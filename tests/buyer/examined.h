// SPDX-License-Identifier: Apache-2.0
// Sends a doctor to a target and keeps what it tells.
#pragma once

#include "protocol/buyer/doctor.h"
#include "protocol/wire/systemclock.h"

#include <QTest>

using namespace std::chrono_literals;
using Kind = buyer::Step::Kind;
using State = buyer::Step::State;

/// The answer of a provider, or of one that is less.
inline QByteArray discoverAnswer(const QByteArray& extensions,
    const QByteArray& versions = R"(["2026-07-28"])", const QByteArray& id = "1")
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"resultType":"complete","supportedVersions":)"
        + versions + R"(,"capabilities":{"extensions":{)" + extensions
        + R"(}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"peer","version":"1"}}}})";
}

inline const QByteArray kGoodAcmp
    = R"("org.a2agora/acmp":{"version":"0.1.0","role":"provider","provider_id":"agent:peer:eu","accepts":["acmp/invoke","acmp/cancel","acmp/offerRequest","acmp/accept"],"emits":["acmp/streamChunk","acmp/heartbeat"],"features":{"output_streaming":true,"heartbeat_interval_ms":1000}})";

inline QByteArray httpAnswer(const QByteArray& body, const QByteArray& status = "200 OK",
    const QByteArray& type = "application/json", const QByteArray& more = {})
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\n" + more
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

class Examined final : public QObject {
public:
    explicit Examined(const QByteArray& target, binding::EndpointSettings settings = {},
        wire::milliseconds answerTimeout = 10s)
    {
        auto parsed = binding::parseTarget(target.toStdString());
        if (!parsed)
            qFatal("%s", parsed.error().toString().c_str());
        m_doctor = std::make_unique<buyer::Doctor>(std::move(*parsed),
            binding::Means { m_clock, m_ids, m_sink }, std::move(settings), answerTimeout);
        connect(m_doctor.get(), &buyer::Doctor::step, this,
            [this](const buyer::Step& step) { steps.push_back(step); });
        connect(m_doctor.get(), &buyer::Doctor::finished, this, [this](const buyer::Diagnosis& whole) {
            diagnosis = whole;
            ++finished;
        });
        m_doctor->start();
    }

    /// Waits for the end, and checks what must hold of every diagnosis.
    void complete()
    {
        QTRY_COMPARE_WITH_TIMEOUT(finished, 1, 30'000);
        QVERIFY(diagnosis.steps == steps);
        bool hasFailed = false;
        for (const buyer::Step& step : steps) {
            QVERIFY2(!step.detail.empty(), buyer::toString(step.kind).data());
            QVERIFY(step.duration >= 0ns);
            QCOMPARE(step.error.has_value(), step.state == State::Failed);
            if (step.state == State::Failed)
                QVERIFY2(!step.hint.empty(), ("no hint: " + step.detail).c_str());
            QVERIFY(!hasFailed || step.state == State::Skipped);
            hasFailed = hasFailed || step.state == State::Failed;
        }
    }

    const buyer::Step& at(Kind kind) const
    {
        static const buyer::Step kNone { .state = State::Skipped, .detail = "there is no such step" };
        const auto found = std::ranges::find(steps, kind, &buyer::Step::kind);
        return found == steps.end() ? kNone : *found;
    }
    /// All of a step, to look for words in.
    QByteArray text(Kind kind) const
    {
        const buyer::Step& step = at(kind);
        std::string all = step.detail + '\n';
        for (const std::string& line : step.seen)
            all += line + '\n';
        return QByteArray::fromStdString(all + "try: " + step.hint);
    }
    /// "name ok, TCP ok, …"
    QByteArray summary() const
    {
        std::string all;
        for (const buyer::Step& step : steps)
            all += (all.empty() ? "" : ", ") + std::string(toString(step.kind)) + ' '
                + std::string(toString(step.state));
        return QByteArray::fromStdString(all);
    }
    bool has(Kind kind, const QByteArray& words) const { return text(kind).contains(words); }
    /// Empty if this is the one that failed, and has all of these words.
    QByteArray faultOf(Kind kind, const QByteArray& words) const
    {
        const buyer::Step* const failure = diagnosis.failure();
        if (!failure || failure->kind != kind)
            return report();
        for (const QByteArray& word : words.split('|')) {
            if (!has(kind, word))
                return QByteArray("no " + word + ":\n" + report());
        }
        return {};
    }
    QByteArray report() const
    {
        QByteArray all;
        for (const buyer::Step& step : steps)
            all += QByteArray::fromStdString(
                       std::string(toString(step.kind)) + " — " + std::string(toString(step.state)))
                + '\n' + text(step.kind) + '\n';
        return all;
    }
    void remove() { m_doctor.reset(); }

    std::vector<buyer::Step> steps;
    buyer::Diagnosis diagnosis;
    int finished = 0;

private:
    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    wire::NullSink m_sink;
    std::unique_ptr<buyer::Doctor> m_doctor;
};

/// Fails the case unless this is the step that failed, and its text has these words, by "|".
#define VERIFY_FAILED(examined, step, words)                                                                 \
    do {                                                                                                     \
        (examined).complete();                                                                               \
        if (QTest::currentTestFailed())                                                                      \
            return;                                                                                          \
        const QByteArray fault_ = (examined).faultOf((step), (words));                                       \
        QVERIFY2(fault_.isEmpty(), fault_.constData());                                                      \
    } while (false)
