// SPDX-License-Identifier: Apache-2.0
// What the tables of the checks' tests share.
#pragma once

#include "protocol/acmp/checks.h"
#include "protocol/json/document.h"

#include <QByteArray>
#include <QString>

/// "id pointer | expected | found" of each finding, a line each.
QString describe(const acmp::Findings& findings);

/// Decodes a message that a test wrote; fails hard if it is none.
template <class T>
T decoded(const QByteArray& text)
{
    const auto document = json::Document::parse(text);
    if (!document)
        qFatal("no JSON: %s", text.constData());
    acmp::Decoded<T> message = acmp::decode<T>(document->root());
    if (!message)
        qFatal("%s: %s", text.constData(), message.error().front().toString().c_str());
    return std::move(*message);
}
