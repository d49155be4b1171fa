// SPDX-License-Identifier: Apache-2.0
// Invokes and quotes a second, one after the other and 32 at once, by one raw load generator on: this
// program's provider, the official TypeScript SDK's server, and two floors that answer every request with the
// same bytes: a QTcpServer that reads nothing of it, and HTTP alone, read and checked, without what is in it.
// usage: bench_invokes [SECONDS [FOLDER OF THE INTEROP PEERS]]
#include "protocol/hosts/market.h"
#include "protocol/transport/http/server.h"
#include "protocol/wire/systemclock.h"
#include "tests/bench/loadgenerator.h"
#include "tests/bench/rawsocket.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QProcess>
#include <QSocketNotifier>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>

#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int kConcurrent = 32;

enum class Between { Asleep, Awake };

/// The load in a process of its own, while this one serves; between two requests it sleeps as a program does,
/// or looks again and again: what is counted then is work, without the time that the machine takes to wake it
/// up.
bench::LoadResult measure(const bench::Load& load, Between between = Between::Asleep)
{
    int channel[2] = { -1, -1 };
    if (pipe(channel) != 0)
        return {};
    const pid_t pid = fork();
    if (pid == 0) {
        const bench::LoadResult result = bench::generate(load);
        [[maybe_unused]] const auto written = write(channel[1], &result, sizeof result);
        _exit(0);
    }
    QEventLoop untilItTells;
    const QSocketNotifier told(channel[0], QSocketNotifier::Read);
    QObject::connect(&told, &QSocketNotifier::activated, &untilItTells, &QEventLoop::quit);
    QTimer idle;
    if (between == Between::Awake)
        idle.start(0);
    untilItTells.exec();
    bench::LoadResult result;
    if (read(channel[0], &result, sizeof result) != static_cast<ssize_t>(sizeof result))
        result = {};
    waitpid(pid, nullptr, 0);
    close(channel[0]);
    close(channel[1]);
    return result;
}

constexpr char kBody[] = R"({"jsonrpc":"2.0","id":1,"result":{"task_id":"task_1",)"
                         R"("output":{"type":"text","data":"x"},)"
                         R"("tokens_used":1,"cost_cu":0.001,"resultType":"complete"}})";

class BareSocket final : public QObject {
public:
    BareSocket()
    {
        m_server.listen(QHostAddress::LocalHost);
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* socket = m_server.nextPendingConnection();
            socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
            connect(socket, &QTcpSocket::readyRead, socket, [this, socket] {
                socket->readAll();
                socket->write(m_answer);
            });
        });
    }
    std::uint16_t port() const { return m_server.serverPort(); }

private:
    QTcpServer m_server;
    const QByteArray m_answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
        + QByteArray::number(sizeof kBody - 1) + "\r\n\r\n" + kBody;
};

class BareHttp final : public QObject {
public:
    BareHttp(wire::Clock& clock, wire::Sink& sink)
        : m_server(clock, sink)
    {
        connect(&m_server, &http::Server::requestReceived, this, [](http::ServerExchange* exchange) {
            exchange->respond(200, { { "Content-Type", "application/json" } }, kBody);
        });
        if (!m_server.listen(QHostAddress::LocalHost, 0))
            qFatal("can't listen");
    }
    std::uint16_t port() const { return m_server.port(); }

private:
    http::Server m_server;
};

engine::Scenario instant()
{
    return *engine::Scenario::parse(R"({"format": 1, "name": "instant", "provider_id": "agent:instant:local",
        "result_ttl_ms": 1000, "capabilities": [{"name": "now", "price_cu": 0.001, "output": {"type": "text", "data": "x"}}]})");
}

struct Rates {
    double sequential = 0;
    double awake = 0; ///< likewise one after the other
    double concurrent = 0;
};

/// What a provider's memory grows by while it quotes.
void printMemory(double beforeMb, double quotes)
{
    std::printf("  %.0f quotes: %.1f MB before, %.1f MB after\n", quotes, beforeMb, bench::usage().rssMb);
}

Rates measureAll(const char* name, bench::Load load)
{
    load.connections = 1;
    const auto sequential = measure(load);
    const auto awake = measure(load, Between::Awake);
    load.connections = kConcurrent;
    const auto concurrent = measure(load);
    std::printf("%-26s %8.0f/s one after the other, %8.0f/s kept awake, %8.0f/s %d at once", name,
        sequential.perSecond, awake.perSecond, concurrent.perSecond, kConcurrent);
    const auto failures = sequential.failures + awake.failures + concurrent.failures;
    std::printf(failures > 0 ? "  FAILURES: %llu\n" : "\n", static_cast<unsigned long long>(failures));
    return { sequential.perSecond, awake.perSecond, concurrent.perSecond };
}

void printShare(const Rates& own, const Rates& floor, const char* name)
{
    std::printf("  %.0f, %.0f and %.0f %% of %s\n", own.sequential / floor.sequential * 100,
        own.awake / floor.awake * 100, own.concurrent / floor.concurrent * 100, name);
}

void printTimes(const Rates& own, const Rates& theirs)
{
    std::printf("  %.1f x and %.1f x the SDK's server\n", own.sequential / theirs.sequential,
        own.concurrent / theirs.concurrent);
}

} // namespace

int main(int argc, char** argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    qputenv("QT_NO_GLIB", "1"); // as acmpctl does
    QCoreApplication application(argc, argv);
    bench::Load load;
    load.seconds = argc > 1 ? std::strtod(argv[1], nullptr) : 2;
    load.capability = "now";

    wire::SystemClock clock;
    wire::SystemIdSource ids;
    wire::NullSink sink;
    hosts::Market market(clock, ids, sink, {});
    market.add(instant());
    if (!market.listen())
        return 1;
    const auto port
        = static_cast<std::uint16_t>(QUrl(QString::fromStdString(market.stalls().front().mcpUrl)).port());
    const BareSocket bareSocket;
    const BareHttp bareHttp(clock, sink);

    QProcess sdk;
    std::uint16_t sdkPort = 0;
    if (argc > 2) {
        const QString folder = QString::fromLocal8Bit(argv[2]);
        sdk.start(folder + QStringLiteral("/node"), { folder + QStringLiteral("/instantprovider.mjs") });
        if (sdk.waitForReadyRead(20'000))
            sdkPort = static_cast<std::uint16_t>(sdk.readLine().trimmed().toUInt());
    }

    for (int round = 1; round <= 3; ++round) {
        std::printf("-- round %d\n", round);
        load.port = bareSocket.port();
        const Rates socket = measureAll("floor: QTcpServer, unread", load);
        load.port = bareHttp.port();
        const Rates http = measureAll("floor: HTTP alone", load);
        load.port = port;
        const Rates own = measureAll("this provider", load);
        printShare(own, socket, "QTcpServer");
        printShare(own, http, "HTTP alone");
        bench::Load quotes = load;
        quotes.asksForOffers = true;
        const double beforeMb = bench::usage().rssMb;
        const Rates ownQuotes = measureAll("this provider, quotes", quotes);
        printMemory(beforeMb, (ownQuotes.sequential + ownQuotes.awake + ownQuotes.concurrent) * load.seconds);
        if (sdkPort != 0) {
            load.port = quotes.port = sdkPort;
            printTimes(own, measureAll("TypeScript SDK server", load));
            printTimes(ownQuotes, measureAll("the same, quotes", quotes));
        }
    }
    sdk.kill();
    sdk.waitForFinished();
    return 0;
}
