// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/channelendpoint.h"

#include "protocol/rpc/codes.h"

namespace mcp {

class ChannelEndpoint::ChannelCall final : public Call {
public:
    ChannelCall(ChannelEndpoint& endpoint, rpc::Id id)
        : Call(std::move(id), &endpoint)
        , m_endpoint(&endpoint)
    {
        endpoint.m_calls.push_back(this);
    }
    ~ChannelCall() override { leave(); }

    bool canStream() const override { return m_endpoint && !m_endpoint->m_options.unary; }
    bool isWritable() const override { return m_endpoint && m_endpoint->isWritable(); }
    bool isOpen() const override { return m_endpoint != nullptr; }
    const void* sharedChannel() const override { return m_endpoint; }

    void tellGone()
    {
        leave();
        lose();
    }

private:
    void sendNotification(std::string_view text) override
    {
        if (m_endpoint)
            m_endpoint->send(text);
    }
    void sendAnswer(std::string_view text, const HttpStatus&) override
    {
        if (ChannelEndpoint* const endpoint = m_endpoint) {
            leave();
            endpoint->send(text);
        }
    }
    void leave()
    {
        if (ChannelEndpoint* const endpoint = std::exchange(m_endpoint, nullptr))
            std::erase(endpoint->m_calls, this);
    }

    ChannelEndpoint* m_endpoint;
};

ChannelEndpoint::ChannelEndpoint(Methods& methods, std::unique_ptr<transport::Channel> channel,
    ChannelEndpointOptions options, QObject* parent)
    : QObject(parent)
    , m_methods(methods)
    , m_options(std::move(options))
    , m_channel(channel.release())
{
    m_channel->setParent(this);
    connect(m_channel.data(), &transport::Channel::received, this, &ChannelEndpoint::take);
    connect(m_channel.data(), &transport::Channel::ended, this, &ChannelEndpoint::end);
    connect(m_channel.data(), &transport::Channel::writable, this, [this] {
        // Who is told writes, and may end calls.
        const std::vector<QPointer<ChannelCall>> calls(m_calls.begin(), m_calls.end());
        for (const QPointer<ChannelCall>& call : calls) {
            if (ChannelCall* const open = call.data(); open && isWritable())
                Q_EMIT open->writable();
        }
    });
    m_channel->open();
}

ChannelEndpoint::~ChannelEndpoint()
{
    if (transport::Channel* const channel = m_channel.data())
        channel->disconnect(this);
    // Before the channel goes, which they write to.
    const std::vector<ChannelCall*> calls(m_calls);
    qDeleteAll(calls);
}

bool ChannelEndpoint::isWritable() const
{
    const transport::Channel* const channel = m_channel.data();
    return channel && channel->isWritable();
}

void ChannelEndpoint::send(std::string_view text)
{
    if (transport::Channel* const channel = m_channel.data())
        channel->send(text);
}

void ChannelEndpoint::end(const wire::Error& cause)
{
    const std::vector<QPointer<ChannelCall>> calls(m_calls.begin(), m_calls.end());
    for (const QPointer<ChannelCall>& call : calls) {
        if (ChannelCall* const open = call.data())
            open->tellGone();
    }
    Q_EMIT ended(cause);
}

void ChannelEndpoint::take(const transport::Payload& payload)
{
    if (payload.view().find_first_not_of(" \t\r\n") == std::string_view::npos)
        return; // an empty line asks for nothing
    if (!m_document.reset(payload.bytes, payload.offset, payload.length)) {
        return refuse(
            {}, { 400, rpc::code::kParseError, "not JSON: " + json::toString(m_document.error()), {} });
    }
    const rpc::Message message = rpc::read(m_document.root());
    if (const auto* call = std::get_if<rpc::Request>(&message))
        return request(*call);
    if (const auto* note = std::get_if<rpc::Notification>(&message))
        return m_methods.notification(*note, m_options.caller);
    if (const auto* odd = std::get_if<rpc::Malformed>(&message))
        refuse(odd->id, faultOf(message));
    // An answer to nothing that was asked is on record; there is nobody to tell.
}

void ChannelEndpoint::request(const rpc::Request& message)
{
    std::optional<Fault> fault = m_methods.refuse(message);
    if (!fault)
        fault = checkMeta(message, std::nullopt, m_options.lenient);
    if (fault)
        return refuse(message.id, *fault);
    m_methods.request(message, *new ChannelCall(*this, message.id), m_options.caller);
}

void ChannelEndpoint::refuse(const std::optional<rpc::Id>& id, const Fault& fault)
{
    send(errorText(id, fault.code, fault.message, fault.data));
}

} // namespace mcp
