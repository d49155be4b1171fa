// SPDX-License-Identifier: Apache-2.0
// Rounds of offerRequests to many providers whose offers last 50 ms, the cheapest accepted by policy: how
// often the accept lands inside the window, of the rounds in which there was an offer to take, and how long
// it takes from the decision until the accept is handed to the socket. Connections are warm; rounds that open
// them first are counted apart. Beside it the floor: the same requests and answers over bare sockets.
// Wanted: 99.9 % inside the window, 5 ms at the 99th percentile.
// usage: bench_negotiation [ROUNDS [PROVIDERS]]
#include "protocol/binding/connect.h"
#include "protocol/buyer/negotiation.h"
#include "protocol/hosts/market.h"
#include "protocol/wire/systemclock.h"
#include "tests/bench/rawsocket.h"

#include <QCoreApplication>
#include <QEventLoop>

#include <algorithm>
#include <array>
#include <cstdio>
#include <sys/socket.h>
#include <unistd.h>

namespace {

constexpr int kColdRounds = 20;

engine::Scenario provider(int number)
{
    // Prices differ, and the cheapest is not the first.
    const std::string price = "0.00" + std::to_string(100 + number * 37 % 211);
    return *engine::Scenario::parse(R"({"format": 1, "name": "p)" + std::to_string(number)
        + R"(", "provider_id": "agent:p)" + std::to_string(number)
        + R"(:local", "capabilities": [{"name": "now", "price_cu": )" + price
        + R"(, "output": {"type": "text", "data": "x"}}]})");
}

/// Serves until it is killed; the URLs, a line each, come first.
[[noreturn]] void serve(int providers, int urls)
{
    int argc = 1;
    char name[] = "providers";
    char* argv[] = { name, nullptr };
    QCoreApplication application(argc, argv);
    wire::SystemClock clock;
    wire::SystemIdSource ids;
    wire::NullSink sink;
    hosts::Market market(clock, ids, sink, {});
    for (int i = 0; i < providers; ++i)
        market.add(provider(i));
    if (!market.listen())
        std::_Exit(1);
    std::string all;
    for (const auto& stall : market.stalls())
        all += stall.mcpUrl + '\n';
    [[maybe_unused]] const auto written = write(urls, all.data(), all.size());
    close(urls);
    QCoreApplication::exec();
    std::_Exit(0);
}

std::vector<std::string> readLines(int from)
{
    std::vector<std::string> lines(1);
    char piece[4096];
    for (ssize_t size = 0; (size = read(from, piece, sizeof piece)) > 0;) {
        for (const char c : std::string_view(piece, static_cast<std::size_t>(size))) {
            if (c == '\n')
                lines.emplace_back();
            else
                lines.back() += c;
        }
    }
    lines.pop_back();
    return lines;
}

/// Notes when an accept is handed to a socket.
class AcceptWatch final : public wire::Sink {
public:
    wire::ConnectionId opened(const wire::ConnectionFacts& facts, wire::Instant at) override
    {
        return m_numbers.opened(facts, at);
    }
    wire::RecordNo add(const wire::Slice& slice) override
    {
        if (slice.direction == wire::Direction::Sent && slice.bytes.contains("acmp/accept"))
            acceptedAt = slice.at;
        return m_numbers.add(slice);
    }
    void closed(wire::ConnectionId, wire::Instant, std::string_view) override { }

    std::optional<wire::Instant> acceptedAt;

private:
    wire::NullSink m_numbers;
};

class Buyer final {
public:
    explicit Buyer(std::vector<std::string> urls)
        : m_urls(std::move(urls))
    {
        connect();
    }
    void connect()
    {
        m_connections.clear();
        for (const std::string& url : m_urls) {
            m_connections.push_back(std::make_unique<buyer::Connection>(
                binding::makeClient(*binding::parseTarget(url), { m_clock, m_ids, m_sink }, {}), m_clock));
        }
    }
    void warmUp()
    {
        std::size_t open = m_connections.size();
        for (const auto& connection : m_connections) {
            connection->discover().then(connection.get(),
                [&open](const std::expected<binding::Discovered, wire::Error>&) { --open; });
        }
        while (open > 0)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

    struct Outcome {
        bool hadOffer = false; ///< at the decision
        bool isTaken = false;
        double toWireMs = 0;
        double tookMs = 0; ///< the whole round
        std::size_t answered = 0;
        buyer::Decision::Cause cause = buyer::Decision::Cause::AllAnswered;
    };
    Outcome round()
    {
        std::vector<buyer::Participant> participants;
        for (std::size_t i = 0; i < m_urls.size(); ++i)
            participants.push_back({ m_urls[i], m_connections[i].get() });
        buyer::RoundOptions options;
        options.request.capability = "now";
        options.request.offerValidMs = 50;
        options.accepts = buyer::Policy::Cheapest;
        m_sink.acceptedAt.reset();
        buyer::Negotiation negotiation(m_clock, std::move(participants), std::move(options));
        const double started = bench::seconds();
        negotiation.start();
        Outcome outcome;
        while (!negotiation.isConcluded())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        outcome.tookMs = (bench::seconds() - started) * 1000;
        const buyer::Decision& decision = *negotiation.decision();
        outcome.cause = decision.cause;
        outcome.hadOffer = decision.admissible > 0;
        outcome.isTaken = std::ranges::any_of(negotiation.bids(),
            [](const buyer::Bid& bid) { return bid.taking == buyer::Bid::Taking::Taken; });
        if (m_sink.acceptedAt)
            outcome.toWireMs = wire::toMs(*m_sink.acceptedAt - decision.at);
        outcome.answered = static_cast<std::size_t>(std::ranges::count_if(
            negotiation.bids(), [](const buyer::Bid& bid) { return bid.offer() && !bid.isLate; }));
        while (!negotiation.isSettled())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return outcome;
    }

private:
    std::vector<std::string> m_urls;
    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    AcceptWatch m_sink;
    std::vector<std::unique_ptr<buyer::Connection>> m_connections;
};

double at(std::vector<double> values, double part)
{
    std::ranges::sort(values);
    return values.empty() ? 0
                          : values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

struct Tally {
    int rounds = 0, withOffer = 0, taken = 0;
    std::array<int, 4> causes {};
    std::vector<double> toWireMs, tookMs, answered;

    void add(const Buyer::Outcome& outcome)
    {
        ++rounds;
        withOffer += outcome.hadOffer ? 1 : 0;
        taken += outcome.isTaken ? 1 : 0;
        ++causes[static_cast<std::size_t>(outcome.cause)];
        if (outcome.hadOffer)
            toWireMs.push_back(outcome.toWireMs);
        tookMs.push_back(outcome.tookMs);
        answered.push_back(static_cast<double>(outcome.answered));
    }
    void print(const char* name) const
    {
        std::printf("%s: %d rounds, an offer to take in %d, accepted inside its window %d (%.2f %%)\n", name,
            rounds, withOffer, taken, withOffer > 0 ? 100.0 * taken / withOffer : 0.0);
        std::printf(
            "  decided: all had answered %d, deadline %d, unbeatable %d, expiring %d; answers by then: "
            "median %.0f\n",
            causes[0], causes[1], causes[2], causes[3], at(answered, 0.5));
        std::printf(
            "  decision to wire: median %.3f ms, p99 %.3f, worst %.3f; round: median %.1f ms, p99 %.1f\n",
            at(toWireMs, 0.5), at(toWireMs, 0.99), at(toWireMs, 1), at(tookMs, 0.5), at(tookMs, 0.99));
    }
};

/// One request to each over sockets that answer at once, which is the least that a round can take.
double bareRoundMs(std::size_t providers)
{
    std::uint16_t port = 0;
    const int listener = bench::listenOnLoopback(port);
    const std::string message = "POST / HTTP/1.1\r\nContent-Length: 600\r\n\r\n" + std::string(600, 'x');
    const bench::Child peer([&] {
        std::vector<std::pair<int, std::string>> sockets(providers);
        for (auto& [socket, buffer] : sockets)
            socket = accept(listener, nullptr, nullptr);
        for (;;) {
            for (auto& [socket, buffer] : sockets) {
                if (bench::readMessage(socket, buffer).empty() || !bench::writeAll(socket, message))
                    return;
            }
        }
    });
    std::vector<std::pair<int, std::string>> sockets(providers);
    for (auto& [socket, buffer] : sockets)
        socket = bench::connectToLoopback(port);
    std::vector<double> took;
    for (int round = 0; round < 200; ++round) {
        const double started = bench::seconds();
        for (auto& [socket, buffer] : sockets)
            bench::writeAll(socket, message);
        for (auto& [socket, buffer] : sockets)
            bench::readMessage(socket, buffer);
        took.push_back((bench::seconds() - started) * 1000);
    }
    for (const auto& [socket, buffer] : sockets)
        close(socket);
    close(listener);
    return at(took, 0.5);
}

void measure(int rounds, int providers)
{
    int urls[2] = { -1, -1 };
    if (pipe(urls) != 0)
        return;
    std::printf("-- %d providers\n", providers);
    const bench::Child peer([&] { serve(providers, urls[1]); });
    close(urls[1]);
    std::vector<std::string> lines = readLines(urls[0]);
    close(urls[0]);
    const double floorMs = bareRoundMs(lines.size());

    int argc = 1;
    char name[] = "buyer";
    char* argv[] = { name, nullptr };
    QCoreApplication application(argc, argv);
    Buyer buyer(std::move(lines));
    Tally warm, cold;
    for (int i = 0; i < std::min(kColdRounds, rounds); ++i) {
        buyer.connect();
        cold.add(buyer.round());
    }
    buyer.connect();
    buyer.warmUp();
    for (int i = 0; i < rounds; ++i)
        warm.add(buyer.round());
    warm.print("warm");
    cold.print("cold");
    std::printf(
        "  floor, bare sockets: %.2f ms a round; ours %.1f x\n", floorMs, at(warm.tookMs, 0.5) / floorMs);
}

} // namespace

int main(int argc, char** argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    qputenv("QT_NO_GLIB", "1"); // as acmpctl does
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 1000;
    if (argc > 2) {
        measure(rounds, std::atoi(argv[2]));
    } else {
        measure(rounds, 20);
        measure(rounds, 200);
    }
    return 0;
}
