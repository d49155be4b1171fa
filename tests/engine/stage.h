// SPDX-License-Identifier: Apache-2.0
// A provider on a clock that the test moves, and responders that write down what they are told.
#pragma once

#include "protocol/engine/provider.h"
#include "protocol/wire/manualclock.h"

#include <QString>

namespace enginetest {

using namespace std::chrono_literals;

/// What one request was answered with, and the switches of its connection.
struct Heard {
    std::vector<acmp::ProviderNotification> said;
    std::optional<acmp::Answer> answer;
    int answers = 0;
    bool isAlive = true;
    bool canStream = true;
    bool isWritable = true;
    bool isWitness = false;
    std::size_t writableFor = SIZE_MAX; ///< so many notifications until it is not writable
    engine::Responder* responder = nullptr;

    std::vector<acmp::StreamChunk> chunks() const
    {
        std::vector<acmp::StreamChunk> chunks;
        for (const auto& notification : said) {
            if (const auto* chunk = std::get_if<acmp::StreamChunk>(&notification)) {
                chunks.push_back(*chunk);
            }
        }
        return chunks;
    }
    std::vector<acmp::Heartbeat> heartbeats() const
    {
        std::vector<acmp::Heartbeat> heartbeats;
        for (const auto& notification : said) {
            if (const auto* heartbeat = std::get_if<acmp::Heartbeat>(&notification)) {
                heartbeats.push_back(*heartbeat);
            }
        }
        return heartbeats;
    }
    std::string text() const
    {
        std::string all;
        for (const auto& chunk : chunks()) {
            all += chunk.chunk.data.toText().value_or("?");
        }
        return all;
    }
    template <class T>
    const T* as() const
    {
        return answer ? std::get_if<T>(&*answer) : nullptr;
    }
    template <class T>
    bool is() const
    {
        return as<T>() != nullptr;
    }
    template <class T>
    const T& get() const
    {
        return std::get<T>(answer.value());
    }
    std::int64_t code() const { return is<acmp::TaskError>() ? get<acmp::TaskError>().code : 0; }
    std::string detail() const
    {
        const auto* const error = as<acmp::TaskError>();
        return error != nullptr && error->data ? error->data->detail.value_or("") : "";
    }
};

class FakeResponder final : public engine::Responder {
public:
    explicit FakeResponder(std::shared_ptr<Heard> heard)
        : m_heard(std::move(heard))
    {
        m_heard->responder = this;
    }
    ~FakeResponder() override
    {
        m_heard->isAlive = false;
        m_heard->responder = nullptr;
    }
    bool canStream() const override { return m_heard->canStream; }
    bool isWitness() const override { return m_heard->isWitness; }
    bool isWritable() const override { return m_heard->isWritable && m_heard->writableFor > 0; }
    void notify(const acmp::ProviderNotification& notification) override
    {
        Q_ASSERT(m_heard->canStream && !m_heard->answer);
        --m_heard->writableFor;
        m_heard->said.push_back(notification);
    }
    void finish(const acmp::Answer& answer) override
    {
        ++m_heard->answers;
        m_heard->answer = answer;
    }

private:
    std::shared_ptr<Heard> m_heard;
};

inline std::string scenarioText(const std::string& capability, const std::string& rest = {})
{
    return R"({"format":1,"name":"test","seed":5,"capabilities":[{"name":"c","price_cu":0.008)"
        + (capability.empty() ? "" : ',' + capability) + "}]" + (rest.empty() ? "" : ',' + rest) + '}';
}

inline acmp::Invoke invokeOf(const std::string& taskId = "task_1")
{
    acmp::Invoke invoke;
    invoke.taskId = taskId;
    invoke.capability = "c";
    invoke.input = acmp::Content { .type = "text", .data = json::Raw::string("in"), .extra = {} };
    return invoke;
}

inline acmp::Invoke streamedInvoke(const std::string& taskId = "task_1")
{
    acmp::Invoke invoke = invokeOf(taskId);
    invoke.stream = true;
    return invoke;
}

inline acmp::InputChunk inputChunk(std::int64_t seq, const std::string& text, bool isFinal = false)
{
    acmp::InputChunk chunk;
    chunk.taskId = "task_1";
    chunk.seq = seq;
    chunk.chunk = { .type = "text", .data = json::Raw::string(text), .extra = {} };
    chunk.final = isFinal;
    return chunk;
}

struct Stage {
    explicit Stage(const std::string& text)
        : provider(engine::Scenario::parse(text).value(), clock, ids)
    {
    }

    std::shared_ptr<Heard> ask(const acmp::Request& request, const std::string& caller = "buyer",
        std::shared_ptr<Heard> heard = std::make_shared<Heard>())
    {
        provider.request(request, { caller }, std::make_unique<FakeResponder>(heard));
        return heard;
    }
    /// Null if the task is not known.
    std::shared_ptr<Heard> attach(
        const std::string& taskId, bool isWitness, const std::string& caller = "buyer")
    {
        const auto heard = std::make_shared<Heard>();
        heard->isWitness = isWitness;
        std::unique_ptr<engine::Responder> responder = std::make_unique<FakeResponder>(heard);
        return provider.attach(taskId, { caller }, responder) ? heard : nullptr;
    }
    void say(const acmp::BuyerNotification& notification, const std::string& caller = "buyer")
    {
        provider.notification(notification, { caller });
    }
    void cancel(const std::string& taskId = "task_1")
    {
        say(acmp::Cancel { .taskId = taskId, .reason = {}, .extra = {} });
    }

    wire::ManualClock clock;
    wire::SeededIdSource ids { 7 };
    engine::Provider provider;
};

inline QString q(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace enginetest
