// SPDX-License-Identifier: Apache-2.0
// What a frame of the offers table costs while 200 offers run out, beside a frame in which nothing changes
// and one that repaints all. At 60 frames/s a frame has 16.7 ms. usage: bench_offers [ROWS]
#include "tests/ui/offers/madeup.h"

#include "ui/offers/offerstable.h"
#include "ui/theme/theme.h"

#include <QApplication>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>

namespace {

constexpr int kFrames = 600;
constexpr wire::nanoseconds kFrame = std::chrono::microseconds(16'667);

/// Of this thread, which paints.
double cpuMs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// `frame` is told the moment of each, from the arrival of the offers on.
void measure(const char* what, const std::function<int(wire::Instant)>& frame)
{
    std::vector<double> took;
    long cells = 0;
    for (int i = 0; i < kFrames; ++i) {
        const double before = cpuMs();
        cells += frame(madeup::kAsked + i * kFrame);
        QCoreApplication::processEvents();
        took.push_back(cpuMs() - before);
    }
    std::ranges::sort(took);
    std::printf("%-28s CPU a frame: median %6.3f ms, p99 %6.3f ms  (%.1f cells a frame)\n", what,
        took[took.size() / 2], took[took.size() * 99 / 100], static_cast<double>(cells) / kFrames);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    theme::apply(application, theme::Scheme::Light);
    const int rows = argc > 1 ? std::atoi(argv[1]) : 200;
    std::vector<buyer::Bid> bids;
    for (int i = 0; i < rows; ++i)
        bids.push_back(madeup::offered(
            madeup::offer("0." + std::to_string(1000 + i), 500), wire::milliseconds(5'000 + 40 * i)));
    offers::OffersTable table;
    // All of them in sight.
    table.resize(1400, (rows + 2) * theme::kRowHeight);
    table.setNow(madeup::kAsked);
    table.showRound(madeup::round(1, bids));
    table.show();
    QCoreApplication::processEvents();

    measure("nothing changes", [&](wire::Instant) { return table.setNow(madeup::kAsked); });
    measure("the countdowns run", [&](wire::Instant now) { return table.setNow(now); });
    measure("all is repainted", [&](wire::Instant) {
        table.viewport()->update();
        return rows * offers::OffersModel::kColumns;
    });
}
