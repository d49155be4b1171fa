// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/a2ahost.h"

#include "protocol/a2a/envelope.h"
#include "protocol/engine/refusal.h"
#include "protocol/hosts/a2aresponders.h"
#include "protocol/hosts/agentcard.h"
#include "protocol/hosts/document.h"
#include "protocol/identity/identityproof.h"
#include "protocol/rpc/codes.h"

#include <array>

namespace hosts {

namespace {

/// Of the client's message, for the history.
constexpr qsizetype kLargestInput = qsizetype { 64 } << 10;

a2a::ShelfLimits limitsOf(const engine::Scenario& scenario)
{
    a2a::ShelfLimits limits;
    limits.keep = scenario.resultTtl;
    limits.bytes = scenario.resultCacheBytes;
    return limits;
}

} // namespace

A2aHost::A2aHost(engine::Provider& provider, const wire::Clock& clock, wire::IdSource& ids,
    A2aHostOptions options, QObject* parent)
    : QObject(parent)
    , m_provider(provider)
    , m_options(std::move(options))
    , m_book(clock, ids, limitsOf(provider.scenario()))
    , m_accepted(clock, provider.scenario().resultTtl)
    , m_endpoint(*this,
          { .guard = m_options.guard,
              .lenient = m_options.lenient,
              .streams = !provider.scenario().unary,
              .requiresExtension = provider.scenario().a2a.required })
{
}

bool A2aHost::handle(http::ServerExchange* exchange, std::string_view base, std::string_view path)
{
    if (path == kRpcPath)
        m_endpoint.handleRpc(exchange);
    else if (path == a2a::kCardPath)
        sendCard(exchange, base);
    else if (path.starts_with(kRestPath) && path.substr(kRestPath.size()).starts_with('/'))
        m_endpoint.handleRest(exchange, path.substr(kRestPath.size()));
    else
        return false;
    return true;
}

void A2aHost::sendCard(http::ServerExchange* exchange, std::string_view base) const
{
    const http::RequestHead& head = exchange->head();
    std::string url = m_options.scheme + "://";
    url.append(head.fields.find("Host").value_or("")).append(base);
    // Everybody may read it (A2A §8.2).
    serveDocument(exchange, m_options.guard.hosts,
        agentCardText(
            { url + std::string(kRpcPath), url + std::string(kRestPath), !m_options.guard.token.empty() },
            m_provider.scenario(), m_provider.capability()),
        a2a::type::kJson);
}

/// Decision D5: who asks; tenants are apart.
engine::Caller A2aHost::callerOf(const std::string& caller, const std::string& tenant)
{
    std::string identity = caller.empty() ? std::string("a2a") : caller;
    if (!tenant.empty())
        identity.append("\ntenant ").append(tenant);
    return { std::move(identity) };
}

void A2aHost::send(a2a::Call& call, const a2a::SendRequest& request, const std::string& caller)
{
    using Take = void (A2aHost::*)(const Asked&, const Task&);
    static constexpr auto kMethods = std::to_array<std::pair<std::string_view, Take>>({
        { acmp::method::kInvoke, &A2aHost::invoke },
        { acmp::method::kCancel, &A2aHost::cancel },
        { acmp::method::kOfferRequest, &A2aHost::quote },
        { acmp::method::kAccept, &A2aHost::accept },
        { acmp::method::kInputChunk, &A2aHost::refuseInput },
        { identity::kProveIdentity, &A2aHost::prove },
    });
    const Asked asked { call, request, callerOf(caller, request.tenant) };
    const auto named = findNamed(asked);
    if (!named)
        return call.refuse(named.error());
    const auto method
        = std::ranges::find(kMethods, asked.payload().method, &std::pair<std::string_view, Take>::first);
    if (method != kMethods.end())
        return (this->*method->second)(asked, *named);
    refuseMethod(asked);
}

/// The task that message.taskId names; null if it names none.
std::expected<A2aHost::Task, a2a::Fault> A2aHost::findNamed(const Asked& asked)
{
    const a2a::Message& message = asked.request.message;
    if (message.taskId.empty())
        return nullptr;
    const std::string taskId = asked.payload().taskId();
    const bool isLiteral = m_provider.scenario().a2a.acmpLiteral
        && asked.payload().method == acmp::method::kInvoke && message.taskId == taskId;
    Task task = m_book.shelf().find(asked.caller.identity, message.taskId);
    if (!task && isLiteral)
        return nullptr;
    if (!task)
        return std::unexpected(m_book.shelf().missing(message.taskId));
    if (!message.contextId.empty() && message.contextId != task->contextId)
        return std::unexpected(a2a::wrongField("message.contextId", task->contextId, message.contextId));
    if (task->isOver() && !isLiteral)
        return std::unexpected(
            a2a::isOverFault(*task, a2a::code::kUnsupportedOperation, "it takes no message"));
    if (!taskId.empty() && taskId != task->acmpTaskId) {
        return std::unexpected(
            a2a::wrongField(asked.request.acmpField + ".params.task_id", task->acmpTaskId, taskId));
    }
    return task;
}

void A2aHost::invoke(const Asked& asked, const Task&)
{
    auto invoke = acmp::decode<acmp::Invoke>(asked.payload().value);
    if (!invoke)
        return answerInPayload(asked, fieldErrors(asked.payload().taskId(), invoke.error()));
    const auto difference = m_provider.compare(*invoke, asked.caller);
    if (difference && !difference->empty())
        return ask(asked, std::move(*invoke));
    const Task task = m_book.shelf().findAcmp(asked.caller.identity, invoke->taskId);
    if (difference && task)
        return repeat(asked, task);
    start(asked, *invoke, difference.has_value());
}

/// `isKnown`: to the engine, from a task of its own that this host has no record of.
void A2aHost::start(const Asked& asked, const acmp::Invoke& invoke, bool isKnown)
{
    const a2a::Message& message = asked.request.message;
    const Task task = m_book.shelf().add(message.taskId.empty() ? m_book.makeId("a2a_") : message.taskId,
        contextOf(message), asked.caller.identity, invoke.taskId);
    if (!task) {
        return asked.call.refuse({ rpc::code::kInternal,
            "too many tasks run here: " + std::to_string(m_book.shelf().limits().running), {}, {} });
    }
    if (message.view.lexeme().size() <= kLargestInput)
        task->input = a2a::historyMessage(message, *task);
    if (asked.call.isStream())
        A2aBook::answer(asked.call, *task);
    auto responder = waiting(asked, task);
    if (invoke.inputStreamOrDefault()) {
        responder->finish(engine::makeError(rpc::code::kFeatureUnsupported, invoke.taskId,
            "input_streaming is not advertised: there is none over A2A."));
    } else if (isKnown) {
        attach(task, asked.caller, std::move(responder));
    } else {
        m_provider.request(invoke, asked.caller, std::move(responder));
    }
    watch(task, asked.caller);
    if (asked.request.returnImmediately && !asked.call.isStream())
        A2aBook::answer(asked.call, *task, asked.snapshot());
}

void A2aHost::watch(const Task& task, const engine::Caller& caller)
{
    if (task->isOver())
        return;
    m_book.begin(*task);
    attach(task, caller, std::make_unique<Witness>(task, m_book, true));
}

/// Whoever it is hears of an end, if only that the engine has forgotten the task by now.
void A2aHost::attach(
    const Task& task, const engine::Caller& caller, std::unique_ptr<engine::Responder> responder)
{
    if (!m_provider.attach(task->acmpTaskId, caller, responder)) {
        responder->finish(engine::makeError(
            rpc::code::kAcmpInternal, task->acmpTaskId, "The task is not known here any more."));
    }
}

void A2aHost::repeat(const Asked& asked, const Task& task)
{
    if (asked.call.isStream())
        A2aBook::answer(asked.call, *task, { .historyLength = {}, .asBegun = true });
    else if (asked.request.returnImmediately)
        return A2aBook::answer(asked.call, *task, asked.snapshot());
    attach(task, asked.caller, waiting(asked, task));
}

std::unique_ptr<engine::Responder> A2aHost::waiting(const Asked& asked, const Task& task)
{
    if (asked.call.isStream())
        return streaming(asked.call, task, 0);
    if (asked.request.returnImmediately)
        return std::make_unique<Witness>(task, m_book, false);
    return std::make_unique<BlockingResponder>(
        asked.call, task, m_book, [options = asked.snapshot()](a2a::Call& call, const a2a::ServedTask& done) {
            A2aBook::answer(call, done, options);
        });
}

std::unique_ptr<engine::Responder> A2aHost::streaming(a2a::Call& call, const Task& task, std::int64_t skip)
{
    return std::make_unique<StreamResponder>(
        call, task, m_book, m_provider.scenario().a2a.chunkCarrier, skip);
}

void A2aHost::cancel(const Asked& asked, const Task& named)
{
    const auto cancel = acmp::decode<acmp::Cancel>(asked.payload().value);
    if (!cancel)
        return answerInPayload(asked, fieldErrors(asked.payload().taskId(), cancel.error()));
    const Task task = named ? named : m_book.shelf().findAcmp(asked.caller.identity, cancel->taskId);
    m_provider.notification(*cancel, asked.caller);
    if (!task) {
        const auto writeText = [&cancel](json::Writer& writer) {
            writer.beginObject();
            writer.key("text").string("No task " + wire::excerpt(cancel->taskId) + " of yours runs here.");
            writer.endObject();
        };
        return sendMessage(asked.call, messageOf(contextOf(asked.request.message), writeText));
    }
    if (asked.call.isStream())
        return follow(asked.call, task, asked.caller);
    if (task->isOver() || asked.request.returnImmediately)
        return A2aBook::answer(asked.call, *task, asked.snapshot());
    attach(task, asked.caller, waiting(asked, task));
}

} // namespace hosts
