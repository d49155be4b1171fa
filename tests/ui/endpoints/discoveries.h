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

/// Two tools, a resource, and prompts that could not be listed.
inline std::shared_ptr<const binding::Inventory> inventory()
{
    binding::InventoryItem echo { "echo", {}, "says it again", {}, {},
        json::Raw(QByteArray(R"({"name":"echo"})")) };
    binding::InventoryItem odd { "odd", "Odd", {}, {}, "x-mcp-header \"\"", json::Raw(QByteArray("{}")) };
    binding::InventoryItem file { "file", {}, "<b>bold</b>", "file:///a", {}, json::Raw(QByteArray("{}")) };
    binding::Inventory all(3);
    all[0] = { "tools", { echo, odd }, true, {} };
    all[1] = { "resources", { file }, false, {} };
    all[2].kind = "prompts";
    all[2].error = wire::Error { wire::ErrorKind::Refused, "prompts/list was refused", {}, {}, {}, false };
    return std::make_shared<const binding::Inventory>(std::move(all));
}

/// Takes each question down; the test answers.
struct Questions {
    struct Question {
        binding::Access target;
        std::shared_ptr<QPromise<stack::Probe>> promise = std::make_shared<QPromise<stack::Probe>>();
        void answer(stack::Stack::Discovery discovery,
            std::shared_ptr<const transport::Route> route = nullptr,
            std::shared_ptr<const binding::Inventory> inventory = nullptr)
        {
            promise->addResult(stack::Probe {
                std::move(discovery), "MCP over HTTPS", std::move(route), std::move(inventory) });
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
