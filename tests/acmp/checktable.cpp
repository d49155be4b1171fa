// SPDX-License-Identifier: Apache-2.0
#include "checktable.h"

QString describe(const acmp::Findings& findings)
{
    std::string text;
    for (const acmp::Finding& finding : findings) {
        if (!text.empty())
            text += '\n';
        text.append(finding.rule->id).append(" ").append(finding.where.pointer);
        text.append(" | ").append(finding.expected).append(" | ").append(finding.found);
    }
    return QString::fromStdString(text);
}
