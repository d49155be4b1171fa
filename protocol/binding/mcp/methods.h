// SPDX-License-Identifier: Apache-2.0
// The methods that a server knows, and its open calls: what is the same however a message reached it.
#pragma once

#include "protocol/binding/mcp/call.h"
#include "protocol/json/view.h"
#include "protocol/rpc/message.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mcp {

/// A refusal in JSON-RPC's words; `status` is for HTTP.
struct Fault {
    int status = 400;
    std::int64_t code = 0;
    std::string message;
    Call::Write data;
};

/// A header that says again what a request says (streamable-http §Request Metadata).
struct MirroredHeader {
    std::string name;
    std::optional<std::string> value; ///< nullopt: the header must not be there
    bool isInteger = false; ///< compared as a number: 42.0 is 42
};

class Methods final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Methods)

public:
    /// `caller`: who asks (decision D5), empty if all who come this way are one. `params` is valid during the
    /// call only, and may be invalid.
    using RequestHandler
        = std::function<void(Call& call, const json::View& params, const std::string& caller)>;
    /// The headers of such a request besides those that MCP names itself. Must not change anything.
    using Mirror = std::function<std::vector<MirroredHeader>(const json::View& params)>;
    using NotificationHandler = std::function<void(const json::View& params, const std::string& caller)>;

    explicit Methods(QObject* parent = nullptr);

    void onRequest(std::string method, RequestHandler handler, Mirror mirror = {});
    void onNotification(std::string method, NotificationHandler handler);

    /// Why a request can't be taken whatever its method: an id that MCP forbids, no such method.
    std::optional<Fault> refuse(const rpc::Request& message) const;
    std::vector<MirroredHeader> mirrored(const rpc::Request& message) const;
    /// `call`, which the request opened, is remembered until it closes.
    void request(const rpc::Request& message, Call& call, const std::string& caller);
    void notification(const rpc::Notification& message, const std::string& caller);

Q_SIGNALS:
    /// A request or notification was taken; for views and logs.
    void received(const std::string& method);

private:
    void cancelled(const json::View& params, const std::string& caller);

    struct Method {
        RequestHandler handle;
        Mirror mirror;
    };
    std::map<std::string, Method, std::less<>> m_requests;
    std::map<std::string, NotificationHandler, std::less<>> m_notifications;
    /// By (caller, id): only notifications/cancelled looks them up. An id used twice names the newest.
    std::map<std::pair<std::string, rpc::Id>, Call*> m_open;
};

/// A header, or what stands for one, says something else than the message.
Fault headerMismatch(std::string_view name, std::string_view expected, std::optional<std::string_view> found);
/// Params' _meta as MCP basic §General fields wants it, unless `lenient` (decision D1). `version`: the one
/// named outside the message (an HTTP header), if any.
std::optional<Fault> checkMeta(
    const rpc::Request& message, std::optional<std::string_view> version, bool lenient);
/// What a message that is no call is answered with.
Fault faultOf(const rpc::Message& message);

} // namespace mcp
