// SPDX-License-Identifier: Apache-2.0
// How fast slices go on record, beside a floor: the same bytes copied into a buffer and written.
// bench_capture [rows] [directory]
#include "protocol/capture/capturefile.h"
#include "protocol/capture/recorder.h"
#include "protocol/wire/manualclock.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace {

constexpr std::size_t kSliceBytes = 230;

double perSecond(std::uint64_t rows, qint64 ns)
{
    return static_cast<double>(rows) * 1e9 / static_cast<double>(ns);
}

void measureFloor(std::uint64_t rows, const std::string& path, const std::string& text)
{
    const int file = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    std::string buffer;
    buffer.reserve(capture::WriteQueue::kBufferBytes);
    QElapsedTimer timer;
    timer.start();
    for (std::uint64_t i = 0; i < rows; ++i) {
        buffer += text;
        if (buffer.size() + text.size() > capture::WriteQueue::kBufferBytes || i + 1 == rows) {
            if (::write(file, buffer.data(), buffer.size()) < 0)
                std::exit(1);
            buffer.clear();
        }
    }
    std::printf("floor: memcpy and write      %10.0f rows/s\n", perSecond(rows, timer.nsecsElapsed()));
    ::close(file);
    ::unlink(path.c_str());
}

void measureRecorder(std::uint64_t rows, const std::string& path, const std::string& text)
{
    wire::ManualClock clock;
    int pressures = 0;
    capture::Recorder::Options options;
    options.pressureChanged = [&pressures](bool pressure) { pressures += pressure ? 1 : 0; };
    const auto recorder = capture::Recorder::create(path, clock, options);
    if (!recorder)
        std::exit(1);
    QElapsedTimer timer;
    timer.start();
    qint64 worst = 0;
    qint64 before = 0;
    for (std::uint64_t i = 0; i < rows; ++i) {
        (*recorder)->add({ .connection = wire::ConnectionId { 1 },
            .kind = wire::SliceKind::SseEvent,
            .at = clock.now(),
            .exchange = 1,
            .bytes = text,
            .payload = std::string_view(text).substr(6) });
        if (i % 256 == 0) {
            const qint64 now = timer.nsecsElapsed();
            worst = std::max(worst, now - before);
            before = now;
        }
    }
    const qint64 added = timer.nsecsElapsed();
    const bool whole = (*recorder)->flush();
    const qint64 written = timer.nsecsElapsed();
    std::printf("recorder: add()              %10.0f rows/s, worst 256 rows %.2f ms, pressure %d times\n",
        perSecond(rows, added), static_cast<double>(worst) / 1e6, pressures);
    std::printf(
        "recorder: until in the file  %10.0f rows/s%s\n", perSecond(rows, written), whole ? "" : " FAILED");
}

void measureOpening(const std::string& path)
{
    for (const bool verify : { false, true }) {
        QElapsedTimer timer;
        timer.start();
        const auto opened = capture::open(path, { .verify = verify });
        if (!opened)
            std::exit(1);
        const double ms = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        const std::uint64_t rows = (*opened)->rowCount();
        timer.restart();
        std::uint64_t bytes = 0;
        for (std::uint64_t i = 0; i < 10'000; ++i)
            bytes += (*opened)->bytes(i * 7919 % rows).value_or(std::string()).size();
        std::printf("open %-24s%10.1f ms for %llu rows; 10 000 random rows %.1f ms (%llu bytes)\n",
            verify ? "and verify" : "by index", ms, static_cast<unsigned long long>(rows),
            static_cast<double>(timer.nsecsElapsed()) / 1e6, static_cast<unsigned long long>(bytes));
    }
}

} // namespace

int main(int argc, char** argv)
{
    const std::uint64_t rows = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2'000'000;
    const QTemporaryDir directory = argc > 2
        ? QTemporaryDir(QString::fromLocal8Bit(argv[2]) + QStringLiteral("/bench-XXXXXX"))
        : QTemporaryDir();
    const std::string path = directory.filePath(QStringLiteral("bench.acmpcap")).toStdString();
    const std::string text = "data: " + std::string(kSliceBytes - 8, 'x') + "\n\n";
    measureFloor(rows, path, text);
    measureRecorder(rows, path, text);
    measureOpening(path);
}
