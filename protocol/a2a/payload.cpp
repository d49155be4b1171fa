// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/payload.h"

#include "protocol/json/writer.h"

namespace a2a {

namespace {

constexpr std::string_view kMethod = "acmp_method", kParams = "params", kResult = "acmp_result",
                           kError = "acmp_error";

template <class T>
acmp::Incoming decodeOr(acmp::Other other, const json::View& value, std::vector<acmp::FieldError>& errors)
{
    auto decoded = acmp::decode<T>(value);
    if (decoded)
        return std::move(*decoded);
    errors = std::move(decoded.error());
    return other;
}

template <class Variant>
void writeCall(json::Writer& writer, const Variant& call)
{
    writer.beginObject();
    writer.key(kMethod).string(acmp::methodOf(call));
    writer.key(kParams);
    acmp::encode(writer, call);
    writer.endObject();
}

} // namespace

std::string Payload::taskId() const
{
    const json::View holder = kind == Kind::Error ? value["data"] : value;
    return holder["task_id"].textOrEmpty();
}

std::optional<Payload> readPayload(const json::View& data)
{
    if (const json::View result = data[kResult])
        return Payload { Payload::Kind::Result, {}, result };
    if (const json::View error = data[kError])
        return Payload { Payload::Kind::Error, {}, error };
    if (const json::View method = data[kMethod])
        return Payload { Payload::Kind::Call, method.textOrEmpty(), data[kParams] };
    return std::nullopt;
}

Asked askedBy(const acmp::Request& request)
{
    static_assert(std::is_same_v<std::variant_alternative_t<0, acmp::Request>, acmp::Invoke>);
    static_assert(std::is_same_v<std::variant_alternative_t<1, acmp::Request>, acmp::OfferRequest>);
    static_assert(std::is_same_v<std::variant_alternative_t<2, acmp::Request>, acmp::Accept>);
    return static_cast<Asked>(request.index());
}

acmp::Incoming decodeIncoming(
    const Payload& payload, const json::View& data, Asked asked, std::vector<acmp::FieldError>& errors)
{
    if (payload.kind == Payload::Kind::Error)
        return decodeOr<acmp::TaskError>({ "error", data.raw() }, payload.value, errors);
    if (payload.kind == Payload::Kind::Call) {
        acmp::Other other { payload.method, data.raw() };
        if (payload.method == acmp::method::kStreamChunk)
            return decodeOr<acmp::StreamChunk>(std::move(other), payload.value, errors);
        if (payload.method == acmp::method::kHeartbeat)
            return decodeOr<acmp::Heartbeat>(std::move(other), payload.value, errors);
        return other;
    }
    acmp::Other other { "result", data.raw() };
    switch (asked) {
    case Asked::Invoke:
        return decodeOr<acmp::TaskResult>(std::move(other), payload.value, errors);
    case Asked::OfferRequest:
        return decodeOr<acmp::Offer>(std::move(other), payload.value, errors);
    case Asked::Accept:
        return decodeOr<acmp::Ack>(std::move(other), payload.value, errors);
    }
    Q_UNREACHABLE();
}

void writePayload(json::Writer& writer, const acmp::Request& request)
{
    writeCall(writer, request);
}

void writePayload(json::Writer& writer, const acmp::BuyerNotification& notification)
{
    writeCall(writer, notification);
}

void writePayload(json::Writer& writer, const acmp::ProviderNotification& notification)
{
    writeCall(writer, notification);
}

void writePayload(json::Writer& writer, const acmp::Answer& answer)
{
    writer.beginObject();
    writer.key(std::holds_alternative<acmp::TaskError>(answer) ? kError : kResult);
    acmp::encode(writer, answer);
    writer.endObject();
}

} // namespace a2a
