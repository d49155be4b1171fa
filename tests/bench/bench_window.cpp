// SPDX-License-Identifier: Apache-2.0
// What the window can stand: a flood of chunks into the open Invoke view (rows a second, how long its event
// loop was away, how soon a cancel is handled), and what it costs to have it open, beside an empty Qt window.
// usage: bench_window [CHUNKS]
#include "tests/bench/floodpeer.h"
#include "tests/bench/rawsocket.h"
#include "tests/support/eventloopchecker.h"
#include "tests/ui/shell/windowfixture.h"

#include "ui/invoke/invokeview.h"
#include "ui/invoke/requestpane.h"
#include "ui/invoke/requesttext.h"

#include <QApplication>
#include <QProcess>
#include <QTableView>

#include <cstdio>
#include <unistd.h>

namespace {

void turnUntil(const std::function<bool()>& done)
{
    while (!done())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

class Flooded final {
public:
    explicit Flooded(std::uint16_t port)
        : m_window(m_fixture.parts())
    {
        m_window.resize(1440, 900);
        m_window.showView(shell::MainWindow::kInvoke);
        m_window.show();
        workspace::Endpoint peer;
        peer.url = QStringLiteral("http://127.0.0.1:%1/mcp").arg(port);
        m_window.invoke().setTarget(peer);
        auto& request = m_window.invoke().request();
        request.setText(invoke::withMember(
            invoke::withMember(request.text(), "timeout_ms", "600000"), "proof_method", std::nullopt));
        m_rows = m_window.findChild<QTableView*>(QStringLiteral("invoke.chunks"))->model();
        m_window.invoke().send();
    }

    std::shared_ptr<const stack::RunState> run()
    {
        return m_fixture.stack().run(m_window.invoke().currentRun());
    }
    int rowsShown() const { return m_rows->rowCount(); }
    void cancel() { m_window.invoke().cancel(); }

private:
    WindowFixture m_fixture;
    shell::MainWindow m_window;
    const QAbstractItemModel* m_rows = nullptr;
};

void flood(std::uint16_t port, std::uint64_t chunks)
{
    const double rss = bench::usage().rssMb;
    Flooded flooded(port);
    const EventLoopChecker loop;
    const double started = bench::seconds();
    turnUntil([&] {
        return flooded.run()->isClosed
            && static_cast<std::uint64_t>(flooded.rowsShown()) >= flooded.run()->chunks;
    });
    const double rate = static_cast<double>(flooded.rowsShown()) / (bench::seconds() - started);
    std::printf("flood: %9.0f rows/s  loop away p99 %.1f ms, longest %.1f ms  RSS +%.0f MB  %s\n", rate,
        loop.percentileMs(99), loop.longestMs(), bench::usage().rssMb - rss,
        static_cast<std::uint64_t>(flooded.rowsShown()) == chunks ? "count exact" : "COUNT WRONG");
}

void cancelUnderFlood(std::uint16_t port)
{
    Flooded flooded(port);
    turnUntil([&] { return flooded.rowsShown() > 100'000; });
    const double asked = bench::seconds();
    flooded.cancel();
    turnUntil([&] { return flooded.run()->cancelSentAt.has_value(); });
    std::printf("cancel: handled and shown %.1f ms after the click\n", (bench::seconds() - asked) * 1000);
}

/// In a process of its own: shows the window, says so, and waits to be killed.
int open(bool ours)
{
    std::unique_ptr<WindowFixture> fixture;
    std::unique_ptr<QWidget> window;
    if (ours) {
        fixture = std::make_unique<WindowFixture>();
        window = std::make_unique<shell::MainWindow>(fixture->parts());
    } else {
        window = std::make_unique<QMainWindow>();
    }
    window->resize(1440, 900);
    window->show();
    window->grab();
    QTimer::singleShot(0, window.get(), [] { std::puts("ready"), std::fflush(stdout); });
    return QApplication::exec();
}

void start(const char* name, const char* argument)
{
    double seconds = 0;
    double rssMb = 0;
    constexpr int kRounds = 5;
    for (int round = 0; round < kRounds; ++round) {
        QProcess child;
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        const double started = bench::seconds();
        child.start(QCoreApplication::applicationFilePath(), { QString::fromLatin1(argument) });
        child.waitForReadyRead();
        seconds += bench::seconds() - started;
        QFile memory(QStringLiteral("/proc/%1/statm").arg(child.processId()));
        if (memory.open(QIODevice::ReadOnly))
            rssMb += memory.readAll().split(' ').value(1).toDouble()
                * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
        child.kill();
        child.waitForFinished();
    }
    std::printf(
        "%-22s %4.0f ms to a usable window, %3.0f MB RSS\n", name, seconds / kRounds * 1000, rssMb / kRounds);
}

} // namespace

int main(int argc, char** argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QByteArray first = argc > 1 ? argv[1] : "";
    if (first == "--open-ours" || first == "--open-empty") {
        const QApplication application(argc, argv);
        theme::apply(*qApp, theme::Scheme::Light);
        return open(first == "--open-ours");
    }
    const std::uint64_t chunks = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 3'000'000;
    std::uint16_t port = 0;
    const int listener = bench::listenOnLoopback(port);
    const bench::Child peer([listener, chunks] { bench::flood(listener, chunks); });
    close(listener);
    const QApplication application(argc, argv);
    theme::apply(*qApp, theme::Scheme::Light);
    start("an empty window:", "--open-empty");
    start("the workbench:", "--open-ours");
    for (int round = 1; round <= 3; ++round)
        flood(port, chunks);
    for (int round = 1; round <= 3; ++round)
        cancelUnderFlood(port);
    return 0;
}
