// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/giveway.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace wire {

void giveWay()
{
#ifdef __linux__
    // Of this thread alone, on Linux; elsewhere it would be of the whole process.
    static constexpr int kNice = 10;
    setpriority(PRIO_PROCESS, 0, kNice);
#endif
}

} // namespace wire
