// SPDX-License-Identifier: Apache-2.0
// ClientConnection, second part: requests.
#include "protocol/transport/http/clientconnection.h"
#include "protocol/transport/http/clientexchange.h"
#include "protocol/transport/http/httpwriter.h"

namespace http {

std::string ClientConnection::requestHead() const
{
    const Request& request = m_exchange->request();
    const QString path = request.url.path(QUrl::FullyEncoded);
    RequestHead head { request.method, path.isEmpty() ? "/" : path.toStdString(), 1, {} };
    if (request.url.hasQuery()) {
        head.target += '?' + request.url.query(QUrl::FullyEncoded).toStdString();
    }
    if (!request.fields.find("Host")) {
        head.fields.add("Host", m_origin.authority());
    }
    for (const Field& field : request.fields) {
        head.fields.add(field.name, field.value);
    }
    if (!request.fields.find("Accept-Encoding")) {
        head.fields.add("Accept-Encoding", "identity");
    }
    if (request.streamed) {
        if (!request.fields.find("Transfer-Encoding")) {
            head.fields.add("Transfer-Encoding", "chunked");
        }
    } else if ((!request.body.isEmpty() || (request.method != "GET" && request.method != "HEAD"))
        && !request.fields.find("Content-Length")) {
        head.fields.add("Content-Length", std::to_string(request.body.size()));
    }
    std::string text;
    appendRequestHead(text, head);
    return text;
}

void ClientConnection::write(const std::string& text)
{
    m_socket->write(text.data(), static_cast<qint64>(text.size()));
}

void ClientConnection::sendRequest()
{
    m_state = State::Running;
    m_slicer.setExchange(m_slicer.exchange() + 1);
    const Request& request = m_exchange->request();
    m_answer.expect(request.method, *m_exchange);
    const std::string head = requestHead();
    wire::RecordNo record = m_slicer.sent(wire::SliceKind::HttpHead, m_clock.now(), head, {});
    write(head);
    if (!request.streamed && !request.body.isEmpty()) {
        record = sendBody(request.body);
    }
    m_socket->flush();
    if (m_exchange) {
        m_exchange->requestSent(record);
    }
}

wire::RecordNo ClientConnection::sendBody(const QByteArray& body)
{
    wire::RecordNo record = wire::kNoRecord;
    std::string_view rest = transport::toView(body);
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, kLongestSlice);
        rest.remove_prefix(part.size());
        record = m_slicer.sent(wire::SliceKind::HttpBody, m_clock.now(), part, part,
            rest.empty() ? std::uint8_t { 0 } : std::uint8_t { wire::kPartial });
    }
    m_socket->write(body);
    return record;
}

void ClientConnection::writeChunk(const QByteArray& piece)
{
    if (m_state != State::Running) {
        return;
    }
    std::string chunk;
    appendChunkSize(chunk, static_cast<std::size_t>(piece.size()));
    const std::size_t start = chunk.size();
    chunk.append(transport::toView(piece)).append("\r\n");
    m_slicer.sent(wire::SliceKind::HttpBody, m_clock.now(), chunk,
        std::string_view(chunk).substr(start, static_cast<std::size_t>(piece.size())), wire::kPartial);
    write(chunk);
}

void ClientConnection::finishChunks()
{
    if (m_state != State::Running) {
        return;
    }
    m_slicer.sent(wire::SliceKind::HttpTail, m_clock.now(), kLastChunk, {});
    write(std::string(kLastChunk));
}

} // namespace http
