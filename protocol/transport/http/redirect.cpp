// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/redirect.h"

#include "protocol/transport/connect/origin.h"

namespace http {

bool isRedirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

std::optional<RedirectRefusal> judgeRedirect(const QUrl& from, const QUrl& to, int followed)
{
    constexpr int kMostRedirects = 5;
    const auto before = transport::Origin::of(from);
    const auto now = transport::Origin::of(to);
    if (!now)
        return RedirectRefusal::Nowhere;
    if (before && before->isTls && !now->isTls)
        return RedirectRefusal::Weaker;
    if (followed >= kMostRedirects)
        return RedirectRefusal::TooMany;
    return std::nullopt;
}

} // namespace http
