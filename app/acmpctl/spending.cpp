// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/spending.h"

namespace acmpctl {

std::string payeeOf(const buyer::Connection& connection, const std::string& url)
{
    return connection.capability() && connection.capability()->did ? *connection.capability()->did : url;
}

void complainOfLedger(Output& output, const workspace::SpendGuard* guard)
{
    if (guard && guard->problem())
        output.complain(guard->problem()->toString());
}

} // namespace acmpctl
