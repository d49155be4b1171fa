// SPDX-License-Identifier: Apache-2.0
// Records "row <n>" until it is killed, and says on stdout after each flush how many rows are in the file.
#include "protocol/capture/recorder.h"
#include "protocol/wire/manualclock.h"

#include <cstdio>

int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    wire::ManualClock clock;
    const auto recorder = capture::Recorder::create(argv[1], clock, {});
    if (!recorder)
        return 1;
    const wire::ConnectionId id = (*recorder)->opened({}, clock.now());
    for (wire::RecordNo row = 0;; ++row) {
        const std::string text = "row " + std::to_string(row);
        (*recorder)->add({ .connection = id, .at = clock.now(), .bytes = text, .payload = {} });
        if (row % 1000 == 999 && (*recorder)->flush()) {
            std::printf("%llu\n", static_cast<unsigned long long>(row + 1));
            std::fflush(stdout);
        }
    }
}
