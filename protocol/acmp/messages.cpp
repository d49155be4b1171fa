// SPDX-License-Identifier: Apache-2.0
#include "protocol/acmp/incoming.h"

namespace acmp {
namespace {

template <class... Lambdas>
struct Overloaded : Lambdas... {
    using Lambdas::operator()...;
};

} // namespace

std::string_view methodOf(const Request& request)
{
    return std::visit(Overloaded { [](const Invoke&) { return method::kInvoke; },
                          [](const OfferRequest&) { return method::kOfferRequest; },
                          [](const Accept&) { return method::kAccept; } },
        request);
}

std::string_view methodOf(const BuyerNotification& notification)
{
    return std::visit(Overloaded { [](const InputChunk&) { return method::kInputChunk; },
                          [](const Cancel&) { return method::kCancel; } },
        notification);
}

std::string_view methodOf(const ProviderNotification& notification)
{
    return std::visit(Overloaded { [](const StreamChunk&) { return method::kStreamChunk; },
                          [](const Heartbeat&) { return method::kHeartbeat; } },
        notification);
}

std::string_view taskIdOf(const Request& request)
{
    return std::visit(Overloaded { [](const Invoke& invoke) { return std::string_view(invoke.taskId); },
                          [](const OfferRequest&) { return std::string_view(); },
                          [](const Accept&) { return std::string_view(); } },
        request);
}

std::string_view taskIdOf(const BuyerNotification& notification)
{
    return std::visit([](const auto& message) { return std::string_view(message.taskId); }, notification);
}

std::string_view taskIdOf(const Incoming& message)
{
    return std::visit(
        Overloaded { [](const TaskError& error) {
                        return error.data && error.data->taskId ? std::string_view(*error.data->taskId)
                                                                : std::string_view();
                    },
            [](const Offer&) { return std::string_view(); }, [](const Ack&) { return std::string_view(); },
            [](const Other&) { return std::string_view(); },
            [](const auto& other) { return std::string_view(other.taskId); } },
        message);
}

} // namespace acmp
