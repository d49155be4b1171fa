// SPDX-License-Identifier: GPL-3.0-or-later
// What a user may type as the URL of an endpoint.
#pragma once

#include <QString>

#include <expected>

namespace workspace {

/// The URL without blanks around it, or what is wrong with it, as a sentence.
std::expected<QString, QString> checkUrl(const QString& typed);
/// "https://a.example:443": where a token for that URL may be sent. Empty if it is none.
QString serverOf(const QString& url);

} // namespace workspace
