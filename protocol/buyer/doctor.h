// SPDX-License-Identifier: Apache-2.0
// The connection doctor: goes the way to an endpoint once, with the client that everybody uses, and names
// each step with its time, what was seen, and, where it failed, what to try.
#pragma once

#include "protocol/binding/connect.h"
#include "protocol/buyer/doctor/witness.h"
#include "protocol/json/document.h"

#include <QObject>

namespace buyer {

struct Diagnosis {
    std::vector<Step> steps; ///< all of stepsOf()
    wire::nanoseconds duration { 0 };

    /// The one that failed; null if none has.
    const Step* failure() const;
};

/// It asks server/discover, or for the agent card, and nothing else; with a token, once more without it, to
/// see whether it counts.
class Doctor final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Doctor)

public:
    static constexpr wire::milliseconds kAnswerTimeout { 10'000 };

    /// `means` as for a client. `answerTimeout`: from the request until its answer; connecting has its own,
    /// in `settings`. On a shared channel a client waits for 5 s at most.
    Doctor(binding::Target target, const binding::Means& means, binding::EndpointSettings settings,
        wire::milliseconds answerTimeout = kAnswerTimeout, QObject* parent = nullptr);
    /// Ends whatever it has begun.
    ~Doctor() override;

    /// Once. Signals come later.
    void start();
    /// It has given up by itself well before.
    wire::milliseconds patience() const
    {
        return 2 * (m_settings.http.connectTimeout + m_answerTimeout) + wire::milliseconds(30'000);
    }

Q_SIGNALS:
    /// As each ends, in the order of stepsOf(). The doctor may be deleted from within.
    void step(const buyer::Step& step);
    /// Once, last.
    void finished(const buyer::Diagnosis& diagnosis);

private:
    void watch(http::ClientExchange& exchange);
    void watch(transport::Channel& channel);
    void hear(const transport::Payload& message);
    void ended(const std::optional<wire::Error>& error);
    void expectAnswer();
    void giveUp();
    void conclude(std::expected<binding::Discovered, wire::Error> outcome);
    void probe();
    void proceedLater();
    void proceed();
    std::optional<Step> read(Step::Kind kind) const;
    bool isWithoutRoute() const;

    const binding::Means m_means;
    binding::EndpointSettings m_settings;
    const wire::milliseconds m_answerTimeout;
    const std::vector<Step::Kind> m_plan;
    Witness m_witness;
    Diagnosis m_diagnosis;
    std::unique_ptr<binding::Client> m_client;
    std::unique_ptr<binding::Client> m_stranger; ///< without the token
    std::unique_ptr<wire::Timer> m_timer;
    json::Document m_document;
    bool m_isWatching = false; ///< an exchange over HTTP
    bool m_isDue = false; ///< proceed() is on its way
};

} // namespace buyer
