// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/a2aresponders.h"

#include "protocol/a2a/envelope.h"

namespace hosts {

namespace {

using a2a::TaskState;
using ChunkCarrier = engine::Scenario::A2a::ChunkCarrier;

// A copy: the engine may drop a responder from within.
void tell(std::function<void()> what)
{
    if (what)
        what();
}

} // namespace

CallResponder::CallResponder(a2a::Call& call)
    : m_call(&call)
{
    QObject::connect(&call, &a2a::Call::writable, &call, [this] { tell(whenWritable); });
    QObject::connect(&call, &a2a::Call::peerGone, &call, [this] { tell(whenPeerGone); });
}

CallResponder::~CallResponder()
{
    // Its signals must not reach a responder that is gone.
    if (a2a::Call* const call = m_call.data())
        call->disconnect(call);
}

bool CallResponder::isWritable() const
{
    const a2a::Call* const call = m_call.data();
    return call && call->isWritable();
}

StreamResponder::StreamResponder(a2a::Call& call, std::shared_ptr<a2a::ServedTask> task, A2aBook& book,
    ChunkCarrier carrier, std::int64_t skip)
    : CallResponder(call)
    , m_task(std::move(task))
    , m_book(book)
    , m_carrier(carrier)
    , m_skip(skip)
{
}

void StreamResponder::notify(const acmp::ProviderNotification& notification)
{
    if (!call())
        return;
    if (const auto* const chunk = std::get_if<acmp::StreamChunk>(&notification))
        return sendChunk(*chunk, notification);
    m_writer.clear();
    a2a::writeMessage(
        m_writer, { m_task->nextMessageId(), a2a::Role::Agent, m_task->contextId, m_task->id }, notification);
    sendStatus(TaskState::Working, m_writer.text());
}

void StreamResponder::sendStatus(TaskState state, std::string_view message)
{
    call()->event([&](json::Writer& writer) {
        a2a::writeStatusUpdate(writer, *m_task, { state, message, m_book.unixMs() });
    });
}

void StreamResponder::sendChunk(
    const acmp::StreamChunk& chunk, const acmp::ProviderNotification& notification)
{
    m_writer.clear();
    if (m_carrier == ChunkCarrier::Artifact) {
        a2a::writePart(m_writer, notification);
        m_book.addChunk(*m_task, chunk.seq, m_writer.text());
        if (chunk.seq < m_skip)
            return;
        return call()->event([&](json::Writer& writer) {
            a2a::writeArtifactUpdate(writer, *m_task,
                { a2a::kStreamArtifact, m_writer.text(), chunk.seq > 0, chunk.finalOrDefault() });
        });
    }
    // The same chunk is the same message, whoever gets it and however often.
    a2a::writeMessage(m_writer,
        { m_task->id + "-c" + std::to_string(chunk.seq), a2a::Role::Agent, m_task->contextId, m_task->id },
        notification);
    if (m_carrier == ChunkCarrier::Status)
        return sendStatus(TaskState::Working, m_writer.text());
    call()->event(
        [&](json::Writer& writer) { writer.beginObject().key("message").raw(m_writer.text()).endObject(); });
}

void StreamResponder::finish(const acmp::Answer& answer)
{
    m_book.end(*m_task, answer);
    a2a::Call* const call = this->call();
    if (!call)
        return;
    // This stream's own: one that replays what ended well may be cancelled.
    const A2aBook::Ending ending = A2aBook::endingOf(*m_task, answer);
    call->event([&](json::Writer& writer) {
        a2a::writeArtifactUpdate(writer, *m_task, { a2a::kResultArtifact, ending.part, false, true });
    });
    sendStatus(m_task->state, ending.message);
    call->end();
}

BlockingResponder::BlockingResponder(
    a2a::Call& call, std::shared_ptr<a2a::ServedTask> task, A2aBook& book, Answer answer)
    : CallResponder(call)
    , m_task(std::move(task))
    , m_book(book)
    , m_answer(std::move(answer))
{
}

void BlockingResponder::finish(const acmp::Answer& answer)
{
    m_book.end(*m_task, answer);
    if (a2a::Call* const call = this->call())
        m_answer(*call, *m_task);
}

Witness::Witness(std::shared_ptr<a2a::ServedTask> task, A2aBook& book, bool hearsHeartbeats)
    : m_task(std::move(task))
    , m_book(book)
    , m_hears(hearsHeartbeats)
{
    if (m_hears)
        m_task->cancel = [this] { tell(whenCancelledBySubstrate); };
}

Witness::~Witness()
{
    if (m_hears)
        m_task->cancel = nullptr;
}

void Witness::notify(const acmp::ProviderNotification& notification)
{
    if (std::holds_alternative<acmp::Heartbeat>(notification))
        m_book.beat(*m_task, notification);
}

DirectResponder::DirectResponder(a2a::Call& call, Send send)
    : CallResponder(call)
    , m_send(std::move(send))
{
}

void DirectResponder::finish(const acmp::Answer& answer)
{
    if (a2a::Call* const call = this->call())
        m_send(*call, answer);
}

} // namespace hosts
