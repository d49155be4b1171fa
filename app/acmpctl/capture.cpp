// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/verbs.h"

#include "protocol/capture/capturefile.h"
#include "protocol/capture/printer.h"

namespace acmpctl {

Exit captureCat(Flow& flow, Desk& desk, const CaptureArguments& arguments)
{
    const auto file = capture::open(arguments.file);
    if (!file)
        return fail(desk, file.error());
    Output& output = desk.output();
    capture::Printer printer(**file, { output.isJson(), arguments.includeSecrets });
    while (const auto line = printer.next()) {
        if (flow.wasInterrupted())
            return kInterrupted;
        output.line(*line);
    }
    return kFine;
}

} // namespace acmpctl
