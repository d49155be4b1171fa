// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/dns.h"

#include <QPromise>
#include <QThreadPool>

#include <algorithm>
#include <arpa/nameser.h>
#include <array>
#include <memory>
#include <netdb.h>
#include <resolv.h>

namespace discovery {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr int kTypeSvcb = 64;
constexpr std::uint16_t kKeyPort = 3;

Error malformed()
{
    return { ErrorKind::Protocol, "the name server's answer can't be read", "an answer with SVCB records",
        "a message that is cut short or malformed", {}, false };
}

std::uint16_t number(std::span<const unsigned char> bytes)
{
    return static_cast<std::uint16_t>(bytes[0] << 8 | bytes[1]);
}

/// Labels, never compressed (RFC 9460 §2.2). What is left stands behind them.
bool takeName(std::span<const unsigned char>& data, std::string& name)
{
    while (!data.empty()) {
        const std::size_t length = data[0];
        if (length == 0) {
            data = data.subspan(1);
            return true;
        }
        if (length > 63 || data.size() <= length)
            return false;
        if (!name.empty())
            name += '.';
        name.append(data.begin() + 1, data.begin() + 1 + static_cast<std::ptrdiff_t>(length));
        data = data.subspan(1 + length);
    }
    return false;
}

bool read(std::span<const unsigned char> data, Svcb& record)
{
    if (data.size() < 3)
        return false;
    record.priority = number(data);
    data = data.subspan(2);
    if (!takeName(data, record.target))
        return false;
    while (data.size() >= 4) {
        const std::uint16_t key = number(data);
        const std::size_t length = number(data.subspan(2));
        if (data.size() < 4 + length)
            return false;
        if (key == kKeyPort && length == 2)
            record.port = number(data.subspan(4));
        data = data.subspan(4 + length);
    }
    return data.empty();
}

Dns::Outcome ask(const std::string& name)
{
    struct __res_state state {};
    if (res_ninit(&state) != 0)
        return std::unexpected(Error { ErrorKind::Unreachable, "this machine's resolver can't be used",
            "a resolver", "none", {}, true });
    const std::unique_ptr<struct __res_state, decltype(&res_nclose)> closing(&state, &res_nclose);
    state.retrans = 2;
    state.retry = 2;
    std::array<unsigned char, 65535> answer {};
    const int size = res_nquery(
        &state, name.c_str(), ns_c_in, kTypeSvcb, answer.data(), static_cast<int>(answer.size()));
    if (size >= 0)
        return readSvcb({ answer.data(), std::min(static_cast<std::size_t>(size), answer.size()) });
    if (state.res_h_errno == HOST_NOT_FOUND || state.res_h_errno == NO_DATA)
        return std::vector<Svcb>();
    return std::unexpected(Error { ErrorKind::Unreachable, "the name server gives no answer", "an answer",
        hstrerror(state.res_h_errno), name, true });
}

} // namespace

QFuture<Dns::Outcome> SystemDns::svcb(const std::string& name)
{
    auto promise = std::make_shared<QPromise<Outcome>>();
    promise->start();
    QThreadPool::globalInstance()->start([promise, name] {
        promise->addResult(ask(name));
        promise->finish();
    });
    return promise->future();
}

Dns::Outcome readSvcb(std::span<const unsigned char> message)
{
    ns_msg handle {};
    if (ns_initparse(message.data(), static_cast<int>(message.size()), &handle) != 0)
        return std::unexpected(malformed());
    std::vector<Svcb> records;
    for (int i = 0; i < ns_msg_count(handle, ns_s_an); ++i) {
        ns_rr rr {};
        if (ns_parserr(&handle, ns_s_an, i, &rr) != 0)
            return std::unexpected(malformed());
        if (ns_rr_type(rr) != kTypeSvcb)
            continue; // a CNAME on the way there
        Svcb record;
        if (!read({ ns_rr_rdata(rr), static_cast<std::size_t>(ns_rr_rdlen(rr)) }, record))
            return std::unexpected(malformed());
        records.push_back(std::move(record));
    }
    std::ranges::stable_sort(records, {}, &Svcb::priority);
    return records;
}

} // namespace discovery
