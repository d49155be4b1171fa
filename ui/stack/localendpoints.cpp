// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/localendpoints.h"

namespace stack {

std::vector<workspace::Endpoint> endpointsOf(const StallState& stall)
{
    if (stall.mcpUrl.empty())
        return {};
    const QString id = kLocalPrefix % QString::number(static_cast<quint32>(stall.id));
    const QString name = QString::fromStdString(stall.name);
    const auto at = [&](const char* binding, const std::string& url) {
        return workspace::Endpoint { id % QLatin1String(binding), name, QString::fromStdString(url), {}, {} };
    };
    // Its card is found there.
    const std::string agent = stall.a2aUrl.substr(0, stall.a2aUrl.find("/.well-known/"));
    return { at("", stall.mcpUrl), at("/ws", stall.wsUrl), at("/a2a", "a2a:" + agent) };
}

} // namespace stack
