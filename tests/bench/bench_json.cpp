// SPDX-License-Identifier: Apache-2.0
// What reading one message costs: ours, nlohmann_json beside it, and copying its bytes as the floor.
#include "protocol/json/canonical.h"
#include "protocol/json/document.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <cstring>

namespace {

constexpr std::string_view kMessage
    = R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":"task_0123456789abcdef0123456789abcdef",)"
      R"("seq":184,"data":{"type":"text","data":"The quick brown fox jumps over the dog"},"final":false}})";

std::size_t g_used = 0; // keeps the optimiser from dropping what is measured

// The best of seven batches, in nanoseconds a call.
template <typename Work>
void measure(const char* what, Work work)
{
    constexpr int kBatches = 7;
    constexpr int kCalls = 100'000;
    double best = 1e18;
    for (int batch = 0; batch < kBatches; ++batch) {
        const auto start = std::chrono::steady_clock::now();
        for (int call = 0; call < kCalls; ++call) {
            g_used += work();
        }
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count() / kCalls);
    }
    std::printf("%-34s %8.1f ns\n", what, best);
}

std::size_t readFive(const json::Document& document)
{
    const json::View root = document.root();
    const json::View params = root["params"];
    return root["method"].lexeme().size() + params["task_id"].lexeme().size()
        + params["data"]["data"].lexeme().size()
        + static_cast<std::size_t>(params["seq"].toInt64().value_or(0))
        + (params["final"].boolean().value_or(true) ? 1 : 0);
}

std::size_t readFive(const nlohmann::json& root)
{
    const nlohmann::json& params = root["params"];
    return root["method"].get_ref<const std::string&>().size()
        + params["task_id"].get_ref<const std::string&>().size()
        + params["data"]["data"].get_ref<const std::string&>().size() + params["seq"].get<std::size_t>()
        + (params["final"].get<bool>() ? 1 : 0);
}

} // namespace

int main()
{
    const QByteArray bytes(kMessage.data(), static_cast<qsizetype>(kMessage.size()));
    std::printf("one message of %zu bytes\n", kMessage.size());

    std::array<char, kMessage.size()> copy {};
    measure("memcpy", [&] {
        std::memcpy(copy.data(), kMessage.data(), kMessage.size());
        asm volatile("" : : "r"(copy.data()) : "memory");
        return std::size_t { 1 };
    });
    json::Document document;
    measure("scan, tape reused", [&] {
        document.reset(bytes, 0, bytes.size());
        return document.tape().tokens.size();
    });
    measure("scan and read five members", [&] {
        document.reset(bytes, 0, bytes.size());
        return readFive(document);
    });
    measure("scan into a new document", [&] { return json::Document::parse(bytes)->tape().tokens.size(); });
    measure("canonical form", [&] { return json::canonical(document.root())->size(); });
    measure("nlohmann: accept", [&] { return nlohmann::json::accept(kMessage) ? 1U : 0U; });
    measure("nlohmann: parse and read five", [&] { return readFive(nlohmann::json::parse(kMessage)); });
    measure("nlohmann: dump", [parsed = nlohmann::json::parse(kMessage)] { return parsed.dump().size(); });
    return g_used == 0 ? 1 : 0;
}
