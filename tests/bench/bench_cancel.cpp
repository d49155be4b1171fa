// SPDX-License-Identifier: Apache-2.0
// How long after TaskRun::cancel() the peer has read acmp/cancel, while 12 streams to the same host flood:
// over MCP/HTTP, over one WebSocket, over one stdio channel. Beside it, in the same run and under the same
// load, the floor: a bare write to a socket until it was read. Wanted: 5 ms in the middle, 50 ms at worst.
// usage: bench_cancel [CANCELS]
#include "protocol/binding/connect.h"
#include "protocol/buyer/connection.h"
#include "protocol/wire/systemclock.h"
#include "tests/bench/cancelpeer.h"
#include "tests/bench/rawsocket.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <fcntl.h>
#include <random>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

constexpr std::size_t kStreams = 12;
constexpr double kWantedMedianMs = 5;
constexpr double kWantedWorstMs = 50;

struct Figures {
    std::vector<double> ms;

    double at(double part) const
    {
        std::vector<double> sorted = ms;
        std::sort(sorted.begin(), sorted.end());
        return sorted.empty()
            ? 0
            : sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
    }
};

/// Keeps the streams flooding; each time cancels the oldest and begins another.
class Measurement final : public QObject {
public:
    Measurement(const std::string& target, int reports, int bare, int count)
        : m_bare(bare)
        , m_left(count)
        , m_connection(
              binding::makeClient(*binding::parseTarget(target), { m_clock, m_ids, m_sink }, {}), m_clock)
        , m_reports(reports, QSocketNotifier::Read)
    {
        connect(&m_reports, &QSocketNotifier::activated, this, [this, reports] {
            bench::CancelRead read;
            if (::read(reports, &read, sizeof read) == static_cast<ssize_t>(sizeof read))
                take(read);
        });
        m_connection.discover().then(
            this, [this](const std::expected<binding::Discovered, wire::Error>& found) {
                if (!found)
                    return fail(found.error().toString());
                for (std::size_t i = 0; i < kStreams; ++i)
                    add();
            });
        m_started = bench::seconds();
        QCoreApplication::exec();
        m_reports.setEnabled(false);
        m_took = bench::seconds() - m_started;
    }

    Figures cancels, floor;
    std::uint64_t chunks = 0;
    std::string failure;
    double seconds() const { return m_took; }

private:
    void fail(std::string why)
    {
        failure = std::move(why);
        QCoreApplication::quit();
    }
    void add()
    {
        acmp::Invoke request;
        request.taskId = m_ids.make("task_");
        request.capability = "flood";
        request.stream = true;
        request.timeoutMs = 3'600'000;
        auto run = m_connection.prepare(request);
        if (!run)
            return fail(run.error().toString());
        m_runs.push_back(std::move(*run));
        buyer::TaskRun* const one = m_runs.back().get();
        connect(one, &buyer::TaskRun::received, this, [this, one] {
            ++chunks;
            if (one->track().chunksReceived() == 1 && one->track().isRunning() && ++m_flooding == kStreams)
                next();
        });
        connect(one, &buyer::TaskRun::closed, this, [this, one] {
            if (one != m_runs.front().get() || one->track().ended() != session::End::Cancelled)
                return fail("a stream ended by itself");
            QMetaObject::invokeMethod(this, [this] { replace(); }, Qt::QueuedConnection);
        });
        one->start();
    }
    void replace()
    {
        m_runs.pop_front();
        if (m_left-- > 0)
            return add();
        QCoreApplication::quit();
    }
    // At no moment that has to do with what is read.
    void next()
    {
        m_timer = m_clock.startTimer(std::chrono::microseconds(m_random() % 8000), [this] {
            m_floorAt = bench::seconds();
            bench::writeAll(m_bare, std::string(600, 'x'));
            --m_flooding;
            m_calledAt = bench::seconds();
            m_runs.front()->cancel("measured");
        });
    }
    void take(const bench::CancelRead& read)
    {
        const bool isFloor = std::string_view(read.task) == "floor";
        (isFloor ? floor : cancels).ms.push_back((read.at - (isFloor ? m_floorAt : m_calledAt)) * 1000);
    }

    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    wire::NullSink m_sink;
    int m_bare;
    int m_left;
    std::size_t m_flooding = 0;
    double m_started = 0, m_took = 0, m_floorAt = 0, m_calledAt = 0;
    std::mt19937 m_random { 7 };
    buyer::Connection m_connection;
    std::deque<std::unique_ptr<buyer::TaskRun>> m_runs;
    std::unique_ptr<wire::Timer> m_timer;
    QSocketNotifier m_reports;
};

void print(const char* name, const Figures& figures)
{
    std::printf("  %-28s median %7.3f ms   p99 %7.3f ms   worst %7.3f ms   (%zu)\n", name, figures.at(0.5),
        figures.at(0.99), figures.at(1), figures.ms.size());
}

bool measure(const char* name, const std::string& target, int reports, int bare, int cancels)
{
    const Measurement measured(target, reports, bare, cancels);
    std::printf("%s, %zu streams, %.0f chunks/s\n", name, kStreams,
        static_cast<double>(measured.chunks) / measured.seconds());
    print("floor: bare write to read", measured.floor);
    print("cancel() to read", measured.cancels);
    const double median = measured.cancels.at(0.5);
    const double worst = measured.cancels.at(1);
    const bool isFine = measured.failure.empty() && median <= kWantedMedianMs && worst <= kWantedWorstMs;
    std::printf("  %.1f x the floor (median), %.1f x (worst)   %s%s\n", median / measured.floor.at(0.5),
        worst / measured.floor.at(1), isFine ? "as wanted" : "NOT as wanted",
        measured.failure.empty() ? "" : (": " + measured.failure).c_str());
    return isFine;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 2 && std::string_view(argv[1]) == "stdiopeer") {
        bench::cancelOverStdio(open(argv[2], O_WRONLY | O_CLOEXEC));
        return 0;
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const int cancels = argc > 1 ? std::atoi(argv[1]) : 300;
    const QTemporaryDir folder;
    const std::string fifo = folder.filePath(QStringLiteral("reports")).toStdString();
    if (mkfifo(fifo.c_str(), 0600) != 0)
        return 2;
    const int reports = open(fifo.c_str(), O_RDWR | O_CLOEXEC);
    std::uint16_t httpPort = 0;
    std::uint16_t wsPort = 0;
    std::uint16_t barePort = 0;
    const int http = bench::listenOnLoopback(httpPort);
    const int ws = bench::listenOnLoopback(wsPort);
    const int bareListener = bench::listenOnLoopback(barePort);
    const bench::Child httpPeer([=] { bench::cancelOverHttp(http, reports); });
    const bench::Child wsPeer([=] { bench::cancelOverWebSocket(ws, reports); });
    const bench::Child barePeer([=] { bench::readBare(bareListener, reports); });
    for (const int listener : { http, ws, bareListener })
        close(listener);
    const int bare = bench::connectToLoopback(barePort);
    qputenv("QT_NO_GLIB", "1"); // as acmpctl does
    QCoreApplication application(argc, argv);

    const std::string program = QCoreApplication::applicationFilePath().toStdString();
    bool isFine = measure(
        "MCP over HTTP", "http://127.0.0.1:" + std::to_string(httpPort) + "/mcp", reports, bare, cancels);
    isFine &= measure(
        "one WebSocket", "ws://127.0.0.1:" + std::to_string(wsPort) + "/acmp", reports, bare, cancels);
    isFine &= measure(
        "one stdio channel", "stdio:'" + program + "' stdiopeer '" + fifo + '\'', reports, bare, cancels);
    return isFine ? 0 : 1;
}
