// SPDX-License-Identifier: Apache-2.0
// Requests to a peer whose bytes each test writes, and answers of it.
#pragma once

#include "heard.h"
#include "rawpeer.h"
#include "recordingsink.h"

inline const QByteArray kStreamHead
    = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
inline const QByteArray kEmpty = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";

inline QByteArray answer(const QByteArray& body)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
        + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

inline QByteArray chunk(const QByteArray& data)
{
    return QByteArray::number(data.size(), 16) + "\r\n" + data + "\r\n";
}

inline http::Request request(const RawPeer& peer, const QByteArray& body = "{}")
{
    http::Request request;
    request.url = QUrl(QString::fromLatin1(peer.url()));
    request.fields = { { "Content-Type", "application/json" } };
    request.body = body;
    return request;
}
