// SPDX-License-Identifier: Apache-2.0
// One provider of the engine as an A2A agent (Layer 1 A2A binding): its card, and its tasks over JSON-RPC and
// HTTP+JSON.
#pragma once

#include "protocol/acmp/codec.h"
#include "protocol/binding/a2a/answermemory.h"
#include "protocol/binding/a2a/endpoint.h"
#include "protocol/engine/provider.h"
#include "protocol/hosts/a2abook.h"

namespace hosts {

struct A2aHostOptions {
    binding::GuardOptions guard;
    bool lenient = false; ///< decision D1
    std::string scheme = "http"; ///< of the URLs in the card
};

class A2aHost final : public QObject, private a2a::Agent {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(A2aHost)

public:
    /// All must outlive it.
    A2aHost(engine::Provider& provider, const wire::Clock& clock, wire::IdSource& ids, A2aHostOptions options,
        QObject* parent = nullptr);

    /// Takes over a request if its path, which continues `base`, is one of A2A.
    bool handle(http::ServerExchange* exchange, std::string_view base, std::string_view path);

    static constexpr std::string_view kRpcPath = "/a2a/rpc", kRestPath = "/a2a/rest";

private:
    void send(a2a::Call& call, const a2a::SendRequest& request, const std::string& caller) override;
    void getTask(a2a::Call& call, const a2a::TaskQuery& query, const std::string& caller) override;
    void listTasks(a2a::Call& call, const a2a::ListQuery& query, const std::string& caller) override;
    void cancelTask(a2a::Call& call, const a2a::TaskQuery& query, const std::string& caller) override;
    void subscribe(a2a::Call& call, const a2a::TaskQuery& query, const std::string& caller) override;

    /// One message that was sent here.
    struct Asked {
        a2a::Call& call;
        const a2a::SendRequest& request;
        engine::Caller caller;

        const a2a::Payload& payload() const { return request.acmp.payload; }
        a2a::SnapshotOptions snapshot() const { return { .historyLength = request.historyLength }; }
    };
    using Task = std::shared_ptr<a2a::ServedTask>;

    std::expected<Task, a2a::Fault> findNamed(const Asked& asked);
    void invoke(const Asked& asked, const Task& named);
    void cancel(const Asked& asked, const Task& named);
    void quote(const Asked& asked, const Task& named);
    void accept(const Asked& asked, const Task& named);
    void prove(const Asked& asked, const Task& named);
    void refuseInput(const Asked& asked, const Task& named);
    void refuseMethod(const Asked& asked);
    void start(const Asked& asked, const acmp::Invoke& invoke, bool isKnown);
    void repeat(const Asked& asked, const Task& task);
    void ask(const Asked& asked, const acmp::Request& request,
        const std::function<void(const std::string&)>& then = {});

    void watch(const Task& task, const engine::Caller& caller);
    void attach(const Task& task, const engine::Caller& caller, std::unique_ptr<engine::Responder> responder);
    void follow(a2a::Call& call, const Task& task, const engine::Caller& caller);
    std::unique_ptr<engine::Responder> waiting(const Asked& asked, const Task& task);
    std::unique_ptr<engine::Responder> streaming(a2a::Call& call, const Task& task, std::int64_t skip);

    static acmp::TaskError fieldErrors(
        const std::string& taskId, const std::vector<acmp::FieldError>& errors);
    void answerInPayload(const Asked& asked, const acmp::TaskError& error);
    std::string messageOf(const std::string& contextId, const a2a::Call::Write& writePart);
    static void sendMessage(a2a::Call& call, std::string_view message);
    static void sendTask(
        a2a::Call& call, const a2a::ServedTask& task, std::optional<std::int64_t> historyLength);
    /// Null if there is none, and the call refused.
    Task find(a2a::Call& call, const a2a::TaskQuery& query, const engine::Caller& caller);
    std::string contextOf(const a2a::Message& message);
    static engine::Caller callerOf(const std::string& caller, const std::string& tenant);
    void sendCard(http::ServerExchange* exchange, std::string_view base) const;

    engine::Provider& m_provider;
    A2aHostOptions m_options;
    A2aBook m_book;
    a2a::AnswerMemory m_accepted;
    a2a::Endpoint m_endpoint;
};

} // namespace hosts
