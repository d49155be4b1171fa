// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/weburl.h"

#include <QUrl>

namespace discovery {

bool isWebUrl(std::string_view text)
{
    const QUrl url(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), QUrl::StrictMode);
    const QString scheme = url.scheme();
    return url.isValid() && !url.host().isEmpty()
        && (scheme == QStringLiteral("http") || scheme == QStringLiteral("https"));
}

} // namespace discovery
