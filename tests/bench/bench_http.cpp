// SPDX-License-Identifier: Apache-2.0
// What the HTTP layer costs: a stream of events read by the client beside a bare recv() of the same bytes,
// and requests answered by the server beside the same from a loop of bare sockets. Peers are forked and write
// raw bytes.
#include "rawhttp.h"

#include "protocol/transport/http/client.h"
#include "protocol/transport/http/server.h"
#include "protocol/wire/systemclock.h"

#include <QCoreApplication>

#include <cstdio>
#include <cstring>
#include <sys/resource.h>

namespace {

using Seconds = std::chrono::duration<double>;

double cpuSeconds()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) { return double(t.tv_sec) + double(t.tv_usec) / 1e6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class Watch final {
public:
    double seconds() const { return Seconds(std::chrono::steady_clock::now() - m_start).count(); }
    double cpu() const { return cpuSeconds() - m_cpu; }
    void print(const char* what, std::size_t count, const char* unit) const
    {
        std::printf("%-44s %10.0f %s/s   %6.3f us each, %6.3f us of CPU here\n", what,
            double(count) / seconds(), unit, seconds() * 1e6 / double(count), cpu() * 1e6 / double(count));
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    double m_cpu = cpuSeconds();
};

void readStream(const Flood& flood, std::size_t events)
{
    {
        const Watch watch;
        const std::size_t bytes = receiveAll(flood.port());
        watch.print("stream, recv() only", events, "events");
        std::printf("%-44s %10.1f bytes an event\n", "", double(bytes) / double(events));
    }
    wire::SystemClock clock;
    wire::NullSink sink;
    http::Client client(clock, sink);
    http::Request request;
    request.url = QUrl(QStringLiteral("http://127.0.0.1:%1/").arg(flood.port()));
    std::size_t seen = 0;
    const Watch watch;
    http::ClientExchange* const exchange = client.send(request);
    QObject::connect(exchange, &http::ClientExchange::eventReceived, exchange,
        [&seen](const http::Event& event) { seen += event.data.length > 0 ? 1 : 0; });
    QObject::connect(
        exchange, &http::ClientExchange::ended, exchange, [&](const std::optional<wire::Error>& error) {
            watch.print("stream, http::Client", seen, "events");
            if (error || seen != events) {
                std::printf("wrong: %zu events, %s\n", seen, error ? error->toString().c_str() : "no error");
            }
            QCoreApplication::quit();
        });
    QCoreApplication::exec();
}

void answerRequests(int connections, std::size_t requests)
{
    wire::SystemClock clock;
    wire::NullSink sink;
    http::Server server(clock, sink);
    const std::string body(600, 'x');
    std::size_t answered = 0;
    std::optional<Watch> watch;
    QObject::connect(&server, &http::Server::requestReceived, &server, [&](http::ServerExchange* exchange) {
        if (answered == 0) {
            watch.emplace();
        }
        exchange->respond(200, { { "Content-Type", "application/json" } }, body);
        if (++answered == requests) {
            watch->print("requests, http::Server", answered, "requests");
            QCoreApplication::quit();
        }
    });
    if (!server.listen(QHostAddress::LocalHost, 0)) {
        return;
    }
    const Load load(server.port(), connections, requests);
    QCoreApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication app(argc, argv);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const std::size_t events = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    const Flood flood(events);
    for (int i = 0; i < 3; ++i) {
        readStream(flood, events);
    }
    for (int i = 0; i < 3; ++i) {
        answerRequests(32, events / 5);
    }
    return 0;
}
