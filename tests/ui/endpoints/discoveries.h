// SPDX-License-Identifier: GPL-3.0-or-later
// Endpoints, and answers of theirs that a test hands out when it likes.
#pragma once

#include "ui/endpoints/tester.h"

#include <QPromise>

inline workspace::Endpoint endpoint(const char* id, const char* url, const char* tokenRef = "")
{
    return { QString::fromLatin1(id), QString::fromLatin1(id), QString::fromLatin1(url),
        QString::fromLatin1(tokenRef), {} };
}

inline binding::Discovered discovered(const char* server)
{
    binding::Discovered answer;
    answer.serverName = server;
    answer.capability = acmp::Capability();
    answer.raw = json::Raw(QByteArray(
        R"({"jsonrpc":"2.0","id":1,"result":{"capabilities":{"extensions":{"org.a2agora/acmp":{"version":1}}}}})"));
    return answer;
}

/// Takes each question down; the test answers.
struct Questions {
    struct Question {
        binding::Access target;
        std::shared_ptr<QPromise<stack::Probe>> promise = std::make_shared<QPromise<stack::Probe>>();
        void answer(
            stack::Stack::Discovery discovery, std::shared_ptr<const transport::Route> route = nullptr)
        {
            promise->addResult(stack::Probe { std::move(discovery), "MCP over HTTPS", std::move(route) });
            promise->finish();
        }
    };
    std::vector<Question> asked;

    endpoints::Tester::Discover function()
    {
        return [this](const binding::Access& target) {
            asked.push_back({ target });
            asked.back().promise->start();
            return asked.back().promise->future();
        };
    }
};
