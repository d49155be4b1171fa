// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/mcphost.h"

#include "protocol/acmp/codec.h"
#include "protocol/acmp/retryafter.h"
#include "protocol/binding/mcp/meta.h"
#include "protocol/identity/identityproof.h"
#include "protocol/json/writer.h"
#include "protocol/rpc/codes.h"

#include <QPointer>

namespace hosts {

namespace {

constexpr std::int64_t kDiscoverTtlMs = 60'000;

/// Layer 1 §5: who calls, for idempotency; without a token all of one kind of connection are one (D5).
engine::Caller callerOf(const std::string& identity)
{
    return { identity.empty() ? std::string("mcp") : identity };
}

/// Over HTTP whoever asks too often is told so in its words, too (decision D32).
mcp::HttpStatus statusOf(const acmp::TaskError& error)
{
    if (const auto wait = acmp::retryAfter(error))
        return { 429, std::chrono::ceil<std::chrono::seconds>(*wait) };
    return {};
}

class McpResponder final : public engine::Responder {
public:
    McpResponder(mcp::Call& call, const json::Raw& meta)
        : m_call(&call)
        , m_meta(meta)
    {
        QObject::connect(&call, &mcp::Call::writable, &call, [this] { notifyHost(whenWritable); });
        QObject::connect(&call, &mcp::Call::peerGone, &call, [this] { notifyHost(whenPeerGone); });
        QObject::connect(
            &call, &mcp::Call::cancelled, &call, [this] { notifyHost(whenCancelledBySubstrate); });
    }
    ~McpResponder() override
    {
        // Its signals must not reach a responder that is gone.
        if (mcp::Call* call = m_call.data())
            call->disconnect(call);
    }
    McpResponder(const McpResponder&) = delete;
    McpResponder& operator=(const McpResponder&) = delete;

    bool canStream() const override
    {
        const mcp::Call* call = m_call.data();
        return call && call->canStream();
    }
    bool isWritable() const override
    {
        const mcp::Call* call = m_call.data();
        return call && call->isWritable();
    }

    const void* sharedChannel() const override
    {
        const mcp::Call* call = m_call.data();
        return call ? call->sharedChannel() : nullptr;
    }

    void notify(const acmp::ProviderNotification& notification) override
    {
        mcp::Call* call = m_call.data();
        if (!call)
            return;
        call->notify(
            acmp::methodOf(notification), [&](json::Writer& writer) { acmp::encode(writer, notification); });
    }

    void finish(const acmp::Answer& answer) override
    {
        mcp::Call* call = m_call.data();
        if (!call)
            return;
        if (const auto* error = std::get_if<acmp::TaskError>(&answer))
            return call->error([&](json::Writer& writer) { acmp::encode(writer, *error); }, statusOf(*error));
        acmp::Answer full = answer;
        std::visit(
            [this](auto& value) {
                value.extra.emplace_back("resultType", json::Raw::string("complete"));
                value.extra.emplace_back("_meta", m_meta);
            },
            full);
        call->result([&](json::Writer& writer) { acmp::encode(writer, full); });
    }

private:
    // A copy: the engine may drop this responder from within.
    static void notifyHost(std::function<void()> what)
    {
        if (what)
            what();
    }

    QPointer<mcp::Call> m_call;
    json::Raw m_meta;
};

void refuseFields(mcp::Call& call, const std::vector<acmp::FieldError>& errors)
{
    const std::string message = "Invalid params: " + errors.front().toString();
    call.error(rpc::code::kInvalidParams, message, 200, [&errors](json::Writer& writer) {
        writer.beginObject().key("errors").beginArray();
        for (const acmp::FieldError& error : errors) {
            writer.beginObject();
            writer.key("pointer").string(error.pointer);
            writer.key("offset").integer(static_cast<std::int64_t>(error.offset));
            writer.key("expected").string(error.expected);
            writer.key("found").string(error.found);
            writer.key("section").string(error.section);
            writer.endObject();
        }
        writer.endArray().endObject();
    });
}

} // namespace

McpHost::McpHost(engine::Provider& provider, mcp::EndpointOptions options, QObject* parent)
    : QObject(parent)
    , m_provider(provider)
    , m_endpoint(m_methods, std::move(options))
    , m_meta(mcp::serverMeta(provider.scenario().name, ACMP_VERSION))
{
    m_methods.onRequest(std::string(mcp::kDiscover),
        [this](mcp::Call& call, const json::View&, const std::string&) { discover(call); });
    const auto request = [this]<class T>(std::string_view method, std::type_identity<T>) {
        m_methods.onRequest(std::string(method),
            [this](mcp::Call& call, const json::View& params, const std::string& caller) {
                ask<T>(call, params, caller);
            });
    };
    request(acmp::method::kInvoke, std::type_identity<acmp::Invoke>());
    request(acmp::method::kOfferRequest, std::type_identity<acmp::OfferRequest>());
    request(acmp::method::kAccept, std::type_identity<acmp::Accept>());
    if (provider.capability().did) {
        m_methods.onRequest(std::string(identity::kProveIdentity),
            [this](mcp::Call& call, const json::View& params, const std::string&) { prove(call, params); });
    }
    m_methods.onNotification(std::string(acmp::method::kCancel),
        [this](const json::View& params, const std::string& caller) { tell<acmp::Cancel>(params, caller); });
    m_methods.onNotification(
        std::string(acmp::method::kInputChunk), [this](const json::View& params, const std::string& caller) {
            tell<acmp::InputChunk>(params, caller);
        });
}

void McpHost::declare(std::span<const std::string_view> capabilities)
{
    m_capabilities.assign(capabilities.begin(), capabilities.end());
}

mcp::ChannelEndpoint* McpHost::serve(
    std::unique_ptr<transport::Channel> channel, mcp::ChannelEndpointOptions options)
{
    options.unary |= m_provider.scenario().unary;
    auto* endpoint = new mcp::ChannelEndpoint(m_methods, std::move(channel), std::move(options), this);
    connect(endpoint, &mcp::ChannelEndpoint::ended, endpoint, &QObject::deleteLater);
    return endpoint;
}

void McpHost::discover(mcp::Call& call) const
{
    call.result([this](json::Writer& writer) {
        writer.beginObject();
        writer.key("resultType").string("complete");
        writer.key("supportedVersions").beginArray().string(mcp::kProtocolVersion).endArray();
        writer.key("capabilities").beginObject().key("extensions").beginObject();
        writer.key(acmp::kExtensionId);
        acmp::encode(writer, m_provider.capability());
        writer.endObject();
        for (const std::string& capability : m_capabilities)
            writer.key(capability).beginObject().endObject();
        writer.endObject();
        writer.key("ttlMs").integer(kDiscoverTtlMs);
        writer.key("cacheScope").string("public");
        writer.key("_meta").raw(m_meta);
        writer.endObject();
    });
}

void McpHost::prove(mcp::Call& call, const json::View& params) const
{
    const auto nonce = identity::readNonce(params);
    if (!nonce)
        return call.error(rpc::code::kInvalidParams, "Invalid params: " + nonce.error(), 200);
    const auto envelope = m_provider.proveIdentity(*nonce);
    if (!envelope)
        return call.error(identity::code::kIdentityProofFailed, "identity_proof_failed", 200);
    call.result([&](json::Writer& writer) {
        writer.beginObject().key("envelope").raw(identity::toJson(*envelope));
        writer.key("resultType").string("complete").key("_meta").raw(m_meta).endObject();
    });
}

template <class T>
void McpHost::ask(mcp::Call& call, const json::View& params, const std::string& caller)
{
    auto message = acmp::decode<T>(params);
    if (!message)
        return refuseFields(call, message.error());
    m_provider.request(
        acmp::Request(std::move(*message)), callerOf(caller), std::make_unique<McpResponder>(call, m_meta));
}

template <class T>
void McpHost::tell(const json::View& params, const std::string& caller)
{
    // A notification has no answer: what can't be read is on record and lint names it.
    if (auto message = acmp::decode<T>(params))
        m_provider.notification(acmp::BuyerNotification(std::move(*message)), callerOf(caller));
}

} // namespace hosts
