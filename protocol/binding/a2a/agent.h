// SPDX-License-Identifier: Apache-2.0
// What an A2A endpoint asks of whoever stands behind it: the operations of §3.1. Each answers its call, at
// once or later.
#pragma once

#include "protocol/binding/a2a/call.h"
#include "protocol/binding/a2a/requests.h"

namespace a2a {

class Agent {
public:
    Agent() = default;
    Agent(const Agent&) = delete;
    Agent& operator=(const Agent&) = delete;
    virtual ~Agent() = default;

    // `caller`: who asks (decision D5), empty if all are one. Views in `request` are valid during the call.
    virtual void send(Call& call, const SendRequest& request, const std::string& caller) = 0;
    virtual void getTask(Call& call, const TaskQuery& query, const std::string& caller) = 0;
    virtual void listTasks(Call& call, const ListQuery& query, const std::string& caller) = 0;
    virtual void cancelTask(Call& call, const TaskQuery& query, const std::string& caller) = 0;
    virtual void subscribe(Call& call, const TaskQuery& query, const std::string& caller) = 0;
};

} // namespace a2a
