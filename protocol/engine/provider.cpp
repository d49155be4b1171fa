// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/provider.h"

#include "protocol/engine/admission.h"
#include "protocol/engine/declaration.h"
#include "protocol/engine/earlychunks.h"
#include "protocol/engine/ratelimit.h"
#include "protocol/engine/refusal.h"
#include "protocol/engine/resultstore.h"
#include "protocol/engine/signing.h"
#include "protocol/engine/task.h"
#include "protocol/identity/identityproof.h"
#include "protocol/rpc/codes.h"

#include <unordered_map>

namespace engine {

namespace {

/// Nothing can contain a NUL byte by accident: identities are tokens and names.
std::string keyOf(const Caller& caller, std::string_view taskId)
{
    std::string key;
    key.reserve(caller.identity.size() + 1 + taskId.size());
    key.append(caller.identity).append(1, '\0').append(taskId);
    return key;
}

} // namespace

class Provider::Private final : public TaskOwner {
public:
    Private(Scenario played, wire::Clock& clockOfTasks, wire::IdSource& ids)
        : scenario(std::move(played))
        , clock(clockOfTasks)
        , offers(scenario, clock, ids)
        , quotes(scenario.offers.perSecond)
        , signing(scenario.signature, ids)
        , early(clock)
        , results(scenario.resultTtl, scenario.resultCacheBytes)
    {
        for (const CapabilityScript& script : scenario.capabilities) {
            sharedOutputs.push_back(makeSharedOutput(script));
        }
    }

    void answer(const acmp::Invoke& invoke, const Caller& caller, std::unique_ptr<Responder> responder);
    void answer(const acmp::OfferRequest& request, const Caller& caller, std::unique_ptr<Responder> responder)
    {
        if (const auto wait = quotes.take(caller, clock.now())) {
            responder->finish(makeRateError(*wait));
            return;
        }
        acmp::Answer answer = offers.quote(request);
        if (auto* const offer = std::get_if<acmp::Offer>(&answer)) {
            signing.sign(*offer, clock.unixMs());
        }
        responder->finish(answer);
    }
    void answer(const acmp::Accept& accept, const Caller& caller, std::unique_ptr<Responder> responder)
    {
        responder->finish(offers.accept(accept, caller));
    }
    void take(const acmp::InputChunk& chunk, const Caller& caller);
    void take(const acmp::Cancel& cancel, const Caller& caller);
    /// Of a task that runs or whose result is kept; null if there is none.
    std::shared_ptr<const Record> find(const std::string& key);
    void serve(const std::string& key, const std::shared_ptr<const Record>& record,
        std::unique_ptr<Responder> responder);

    void taskEnded(Task& task) override;
    void taskDrained(Task& task) override { tasks.erase(tasks.find(task.key())); }
    acmp::Answer finalAnswer(const Record& record, bool receiverStreams) const override;
    void retire(std::unique_ptr<Responder> responder) override;

    Scenario scenario;
    wire::Clock& clock;
    Offers offers;
    RateLimit quotes;
    Signing signing;
    EarlyChunks early;
    ResultStore results;
    std::unordered_map<std::string, std::unique_ptr<Task>>
        tasks; ///< running, or with requests still being served
    std::size_t running = 0;
    std::uint64_t executions = 0;

private:
    bool repeat(const acmp::Invoke& invoke, const std::string& key, std::unique_ptr<Responder>& responder);
    void run(const acmp::Invoke& invoke, const Caller& caller, const std::string& key, Admission admission,
        std::unique_ptr<Responder> responder);
    std::shared_ptr<Record> makeRecord(const acmp::Invoke& invoke, Admission admission) const;
    void replay(const std::string& key, const std::shared_ptr<const Record>& record,
        std::unique_ptr<Responder> responder);

    std::vector<std::shared_ptr<const Output>>
        sharedOutputs; ///< by capability; null where each task has its own
    std::vector<std::unique_ptr<Responder>> retired;
    std::unique_ptr<wire::Timer> sweep;
};

void Provider::Private::answer(
    const acmp::Invoke& invoke, const Caller& caller, std::unique_ptr<Responder> responder)
{
    const std::string key = keyOf(caller, invoke.taskId);
    if (repeat(invoke, key, responder)) {
        return;
    }
    auto admission = admit(invoke, caller, responder->canStream(), scenario, offers);
    if (!admission) {
        responder->finish(std::move(admission.error()));
        return;
    }
    ++executions;
    run(invoke, caller, key, std::move(*admission), std::move(responder));
}

std::shared_ptr<const Record> Provider::Private::find(const std::string& key)
{
    const auto task = tasks.find(key);
    return task != tasks.end() ? task->second->record() : results.find(key, clock.now());
}

/// Serves an invoke whose task was seen before, without executing it again.
bool Provider::Private::repeat(
    const acmp::Invoke& invoke, const std::string& key, std::unique_ptr<Responder>& responder)
{
    const std::shared_ptr<const Record> record = find(key);
    if (!record) {
        return false;
    }
    if (const std::string_view field = record->difference(invoke); !field.empty()) {
        responder->finish(makeError(rpc::code::kInvalidParams, invoke.taskId,
            '"' + std::string(field) + "\" differs from the first invoke with this task_id."));
        return true;
    }
    serve(key, record, std::move(responder));
    return true;
}

void Provider::Private::serve(
    const std::string& key, const std::shared_ptr<const Record>& record, std::unique_ptr<Responder> responder)
{
    if (const auto task = tasks.find(key); task != tasks.end()) {
        task->second->attach(std::move(responder));
        task->second->pump();
    } else {
        replay(key, record, std::move(responder));
    }
}

void Provider::Private::replay(
    const std::string& key, const std::shared_ptr<const Record>& record, std::unique_ptr<Responder> responder)
{
    if (!(record->isStreamed && responder->canStream())) {
        responder->finish(finalAnswer(*record, false));
        return;
    }
    Task& task
        = *tasks
               .emplace(key,
                   std::make_unique<Task>(*this, clock, scenario, key, std::make_shared<Record>(*record)))
               .first->second;
    task.attach(std::move(responder));
    task.pump();
}

std::shared_ptr<Record> Provider::Private::makeRecord(const acmp::Invoke& invoke, Admission admission) const
{
    auto record = std::make_shared<Record>();
    record->taskId = invoke.taskId;
    record->script = admission.terms.script;
    record->input = InputPrint(invoke.input);
    record->escrowId = invoke.escrowId;
    record->askedProof = invoke.proofMethod;
    record->costCu = std::move(admission.terms.priceCu);
    record->proof = std::move(admission.terms.proof);
    record->isStreamed = admission.isStreamed;
    const CapabilityScript& script = *record->script;
    if (const auto& shared
        = sharedOutputs[static_cast<std::size_t>(&script - scenario.capabilities.data())]) {
        setOutput(*record, shared);
    } else if (script.output.kind == OutputScript::Kind::Generated) {
        setOutput(*record, makeGeneratedOutput(script, scenario.seed, invoke.taskId));
    } else if (!invoke.inputStreamOrDefault()) {
        const std::string_view data = invoke.input->data.text();
        setOutput(*record,
            makeValueOutput(
                { .type = invoke.input->type,
                    .data = json::Raw(QByteArray(data.data(), static_cast<qsizetype>(data.size()))),
                    .extra = {} },
                script.chunks, true));
    }
    return record;
}

void Provider::Private::run(const acmp::Invoke& invoke, const Caller& caller, const std::string& key,
    Admission admission, std::unique_ptr<Responder> responder)
{
    const auto record = makeRecord(invoke, std::move(admission));
    const bool waitsForInput = invoke.inputStreamOrDefault();
    if (!waitsForInput && !record->isStreamed && Schedule::answerDelay(*record).count() == 0) {
        record->answer = makeAnswer(*record, scenario.providerId, std::nullopt);
        record->answeredAtMs = clock.unixMs();
        responder->finish(finalAnswer(*record, false));
        results.put(key, record, clock.now());
        return;
    }
    Task& task
        = *tasks.emplace(key, std::make_unique<Task>(*this, clock, scenario, key, record)).first->second;
    ++running;
    task.attach(std::move(responder));
    task.startDeadline(invoke.timeoutOrDefault());
    if (!waitsForInput) {
        task.begin();
        task.pump();
        return;
    }
    task.expectInput(invoke.input);
    if (early.isEmpty()) {
        return;
    }
    for (const acmp::InputChunk& chunk : early.take(caller, invoke.taskId)) {
        // The last chunk may end the task.
        if (const auto found = tasks.find(key); found != tasks.end()) {
            found->second->add(chunk);
        }
    }
}

void Provider::Private::take(const acmp::InputChunk& chunk, const Caller& caller)
{
    const std::string key = keyOf(caller, chunk.taskId);
    if (const auto task = tasks.find(key); task != tasks.end()) {
        task->second->add(chunk);
    } else if (scenario.features.inputStreaming && !results.find(key, clock.now())) {
        early.hold(caller, chunk);
    }
}

void Provider::Private::take(const acmp::Cancel& cancel, const Caller& caller)
{
    if (const auto task = tasks.find(keyOf(caller, cancel.taskId)); task != tasks.end()) {
        task->second->cancel(cancel.reason);
    }
}

void Provider::Private::taskEnded(Task& task)
{
    --running;
    results.put(task.key(), task.record(), clock.now());
}

acmp::Answer Provider::Private::finalAnswer(const Record& record, bool receiverStreams) const
{
    acmp::Answer answer = answerOf(record, receiverStreams);
    if (auto* const result = std::get_if<acmp::TaskResult>(&answer)) {
        signing.sign(*result, record.answeredAtMs);
    }
    return answer;
}

void Provider::Private::retire(std::unique_ptr<Responder> responder)
{
    retired.push_back(std::move(responder));
    if (!sweep) {
        sweep = clock.startTimer(wire::nanoseconds(0), [this] {
            sweep.reset();
            // Destroying one may, through its host, bring the next.
            const auto done = std::exchange(retired, {});
        });
    }
}

Provider::Provider(Scenario scenario, wire::Clock& clock, wire::IdSource& ids)
    : d(std::make_unique<Private>(std::move(scenario), clock, ids))
{
}

Provider::~Provider() = default;

const Scenario& Provider::scenario() const
{
    return d->scenario;
}

acmp::Capability Provider::capability() const
{
    acmp::Capability declaration = declarationOf(d->scenario);
    if (d->signing.isOn()) {
        declaration.did = d->signing.did();
        declaration.accepts->emplace_back(identity::kProveIdentity);
    }
    return declaration;
}

void Provider::serveAt(std::string_view hostAndPort, const std::vector<std::string>& path)
{
    d->signing.serveAt(hostAndPort, path);
}

std::optional<std::string> Provider::didDocument() const
{
    return d->signing.document();
}

std::optional<identity::Envelope> Provider::proveIdentity(std::string_view nonce) const
{
    return d->signing.prove(nonce, d->clock.unixMs());
}

void Provider::request(
    const acmp::Request& request, const Caller& caller, std::unique_ptr<Responder> responder)
{
    std::visit([&](const auto& message) { d->answer(message, caller, std::move(responder)); }, request);
}

void Provider::notification(const acmp::BuyerNotification& notification, const Caller& caller)
{
    std::visit([&](const auto& message) { d->take(message, caller); }, notification);
}

std::optional<std::string_view> Provider::compare(const acmp::Invoke& invoke, const Caller& caller)
{
    const std::shared_ptr<const Record> record = d->find(keyOf(caller, invoke.taskId));
    return record ? std::optional(record->difference(invoke)) : std::nullopt;
}

bool Provider::attach(std::string_view taskId, const Caller& caller, std::unique_ptr<Responder>& responder)
{
    const std::string key = keyOf(caller, taskId);
    const std::shared_ptr<const Record> record = d->find(key);
    if (!record) {
        return false;
    }
    d->serve(key, record, std::move(responder));
    return true;
}

Provider::Facts Provider::facts() const
{
    return { .runningTasks = d->running,
        .keptResults = d->results.size(),
        .keptDeals = d->offers.kept(),
        .offers = d->offers.quoted(),
        .accepts = d->offers.accepted(),
        .tasks = d->executions };
}

} // namespace engine
