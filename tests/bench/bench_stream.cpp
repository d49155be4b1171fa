// SPDX-License-Identifier: Apache-2.0
// Chunks a second of one stream through the whole buyer: HTTP, events, JSON, typed messages, the task's
// track, the record. Beside it, in the same run: the floor (receiving the bytes and nothing else) and the
// official TypeScript SDK's client. usage: bench_stream [CHUNKS [FOLDER OF THE INTEROP PEERS]]
#include "protocol/binding/mcp/client.h"
#include "protocol/buyer/connection.h"
#include "protocol/capture/recorder.h"
#include "protocol/wire/systemclock.h"
#include "tests/bench/floodpeer.h"
#include "tests/bench/rawsocket.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>

#include <array>
#include <cstdio>
#include <sys/socket.h>
#include <unistd.h>

namespace {

struct Figure {
    double chunksPerSecond = 0;
    double cpuMicroseconds = 0; ///< a chunk
    double rssGrowthMb = 0;
};

Figure floorOf(std::uint16_t port, std::uint64_t chunks)
{
    const int socket = bench::connectToLoopback(port);
    const double started = bench::seconds();
    const double cpu = bench::usage().cpuSeconds;
    const std::string body
        = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"acmp/invoke\",\"params\":{\"task_id\":\"t\"}}";
    bench::writeAll(
        socket, "POST /mcp HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    static std::array<char, 65536> piece;
    std::string tail;
    for (ssize_t size = recv(socket, piece.data(), piece.size(), 0); size > 0;
        size = recv(socket, piece.data(), piece.size(), 0)) {
        const std::string_view read(piece.data(), static_cast<std::size_t>(size));
        tail = read.substr(read.size() - std::min<std::size_t>(read.size(), 5));
        if (tail == "0\r\n\r\n")
            break;
    }
    close(socket);
    const double n = static_cast<double>(chunks);
    return { n / (bench::seconds() - started), (bench::usage().cpuSeconds - cpu) / n * 1e6, 0 };
}

Figure ours(std::uint16_t port, std::uint64_t chunks, const std::string& recordFile)
{
    wire::SystemClock clock;
    std::unique_ptr<capture::Recorder> recorder;
    wire::NullSink none;
    if (!recordFile.empty())
        recorder = std::move(*capture::Recorder::create(recordFile, clock, {}));
    http::Client http(clock, recorder ? static_cast<wire::Sink&>(*recorder) : none);
    mcp::ClientOptions options;
    options.url = QUrl(QStringLiteral("http://127.0.0.1:%1/mcp").arg(port));
    buyer::Connection connection(std::make_unique<mcp::Client>(clock, http, options), clock);
    acmp::Invoke request;
    request.taskId = "task_0123456789abcdef0123456789abcdef";
    request.capability = "flood";
    request.stream = true;
    request.timeoutMs = 600'000;
    auto run = *connection.prepare(request);
    QObject::connect(
        run.get(), &buyer::TaskRun::closed, QCoreApplication::instance(), &QCoreApplication::quit);

    const bench::Usage before = bench::usage();
    const double started = bench::seconds();
    run->start();
    QCoreApplication::exec();
    if (recorder && !recorder->close())
        std::puts("the record is not whole");
    const double took = bench::seconds() - started;
    const bench::Usage after = bench::usage();
    if (run->track().ended() != session::End::Result || run->track().chunksReceived() != chunks)
        std::printf("lost: %llu of %llu chunks\n",
            static_cast<unsigned long long>(run->track().chunksReceived()),
            static_cast<unsigned long long>(chunks));
    const double n = static_cast<double>(chunks);
    return { n / took, (after.cpuSeconds - before.cpuSeconds) / n * 1e6, after.rssMb - before.rssMb };
}

std::optional<double> sdk(const QString& folder, std::uint16_t port)
{
    QProcess node;
    node.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    node.start(folder + QStringLiteral("/node"),
        { folder + QStringLiteral("/floodbuyer.mjs"), QStringLiteral("http://127.0.0.1:%1/mcp").arg(port) });
    if (!node.waitForFinished(600'000) || node.exitCode() != 0)
        return std::nullopt;
    return node.readAllStandardOutput().trimmed().toDouble();
}

void print(const char* name, const Figure& figure, const Figure& floor)
{
    std::printf("%-34s %9.0f chunks/s  %5.2f us CPU a chunk  %4.0f %% of the floor  RSS %+.0f MB\n", name,
        figure.chunksPerSecond, figure.cpuMicroseconds, figure.chunksPerSecond / floor.chunksPerSecond * 100,
        figure.rssGrowthMb);
}

} // namespace

int main(int argc, char** argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const std::uint64_t chunks = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    const std::uint64_t sdkChunks = std::min<std::uint64_t>(chunks, 100'000);
    std::uint16_t port = 0;
    std::uint16_t sdkPort = 0;
    const int listener = bench::listenOnLoopback(port);
    const int sdkListener = bench::listenOnLoopback(sdkPort);
    const bench::Child peer([listener, chunks] { bench::flood(listener, chunks); });
    const bench::Child sdkPeer([sdkListener, sdkChunks] { bench::flood(sdkListener, sdkChunks); });
    close(listener);
    close(sdkListener);
    qputenv("QT_NO_GLIB", "1"); // as acmpctl does
    QCoreApplication application(argc, argv);
    const QTemporaryDir folder;

    for (int round = 1; round <= 3; ++round) {
        std::printf("-- round %d, %llu chunks\n", round, static_cast<unsigned long long>(chunks));
        const Figure floor = floorOf(port, chunks);
        print("floor: recv() alone", floor, floor);
        print("buyer, not recorded", ours(port, chunks, {}), floor);
        const Figure recorded
            = ours(port, chunks, folder.filePath(QStringLiteral("%1.acmpcap").arg(round)).toStdString());
        print("buyer, recorded", recorded, floor);
        if (argc > 2) {
            if (const auto rate = sdk(QString::fromLocal8Bit(argv[2]), sdkPort))
                std::printf("%-34s %9.0f chunks/s; the recorded buyer is %.1f x that\n",
                    "TypeScript SDK client", *rate, recorded.chunksPerSecond / *rate);
        }
    }
    return 0;
}
