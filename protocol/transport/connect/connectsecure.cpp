// SPDX-License-Identifier: Apache-2.0
// Connector, second part: what is said to a proxy, and TLS.
#include "protocol/transport/connect/within.h"

namespace transport {

void Connector::beginDialogue()
{
    const ProxyAddress& proxy = *m_route->proxy.proxy;
    m_dialogue = ProxyDialogue::make(proxy, m_route->host, m_route->port);
    if (proxy.kind == ProxyAddress::Kind::Http) {
        m_dialogueId = m_sink.opened({ .role = wire::Role::Client,
                                         .transport = "http",
                                         .peer = m_route->peer,
                                         .target = "proxy " + proxy.toString() },
            m_clock.now());
    }
    sendToProxy(m_dialogue->begin());
}

void Connector::sendToProxy(const std::string& text)
{
    if (!text.empty()) {
        recordDialogue(wire::Direction::Sent, text);
        m_socket->write(text.data(), static_cast<qint64>(text.size()));
    }
}

void Connector::onReadyRead()
{
    const Within within(*this);
    while (!m_over && m_dialogue && m_socket->bytesAvailable() > 0) {
        // What comes behind its answer is the target's.
        constexpr qint64 kMost = qint64 { 32 } << 10;
        const QByteArray received = m_socket->peek(kMost);
        const auto turn
            = m_dialogue->feed({ received.constData(), static_cast<std::size_t>(received.size()) });
        const bool isRefused = turn.outcome == ProxyDialogue::Turn::Outcome::Refused;
        const qsizetype taken = isRefused ? received.size() : static_cast<qsizetype>(turn.consumed);
        if (taken == 0) {
            return;
        }
        recordDialogue(wire::Direction::Received, { received.constData(), static_cast<std::size_t>(taken) });
        m_socket->skip(taken);
        if (isRefused) {
            fail(turn.error, turn.hint);
            return;
        }
        if (turn.outcome == ProxyDialogue::Turn::Outcome::Done) {
            m_dialogue.reset();
            m_route->tunnelled = m_clock.now();
            closeDialogue("the tunnel stands");
            open();
            return;
        }
        sendToProxy(turn.send);
    }
}

void Connector::recordDialogue(wire::Direction direction, std::string_view bytes)
{
    if (m_dialogueId != wire::ConnectionId::None) {
        m_sink.add({ .connection = m_dialogueId,
            .direction = direction,
            .kind = wire::SliceKind::HttpHead,
            .flags = 0,
            .at = m_clock.now(),
            .exchange = 1,
            .bytes = bytes,
            .payload = {} });
    }
}

void Connector::closeDialogue(std::string_view cause)
{
    const wire::ConnectionId id = std::exchange(m_dialogueId, wire::ConnectionId::None);
    if (id != wire::ConnectionId::None) {
        m_sink.closed(id, m_clock.now(), cause);
    }
}

void Connector::beginTls()
{
    m_route->tls.emplace();
    m_route->tls->host = m_route->origin.host;
    m_route->tls->pin = m_pin;
    m_tls->startClientEncryption();
}

void Connector::onAlert(QSsl::AlertType alert)
{
    if (m_route->tls && alert != QSsl::AlertType::CloseNotify) {
        m_route->tls->alert = alert;
    }
}

void Connector::onSslErrors(const QList<QSslError>& errors)
{
    const Within within(*this);
    tls::SessionFacts& facts = *m_route->tls;
    facts.read(*m_tls);
    for (const QSslError& error : errors) {
        facts.problems.push_back(tls::Problem::of(error));
    }
    if (!m_pin.empty() && !facts.peerChain.empty() && facts.peerChain.front().sha256 == m_pin) {
        facts.isPinned = true;
        m_tls->ignoreSslErrors(errors);
    }
}

void Connector::onEncrypted()
{
    const Within within(*this);
    if (m_over) {
        return;
    }
    tls::SessionFacts& facts = *m_route->tls;
    facts.read(*m_tls);
    const bool isPinned = !facts.peerChain.empty() && facts.peerChain.front().sha256 == m_pin;
    if ((!m_pin.empty() && !isPinned) || facts.wantsAnotherProtocol()) {
        failTls("ended by this side, before anything was sent");
        return;
    }
    facts.isPinned = isPinned;
    m_route->encrypted = m_clock.now();
    finish();
}

void Connector::failTls(std::string failure)
{
    tls::SessionFacts& facts = *m_route->tls;
    if (facts.peerChain.empty()) {
        facts.read(*m_tls);
    }
    if (!m_pin.empty() && !facts.peerChain.empty() && facts.peerChain.front().sha256 != m_pin) {
        facts.problems.insert(facts.problems.begin(),
            { .kind = tls::Problem::Kind::NotThePinned,
                .text = "the certificate is not the pinned one",
                .certificate = facts.peerChain.front() });
    }
    facts.failure = std::move(failure);
    fail(facts.toError(m_route->origin.authority()), facts.hint());
}

} // namespace transport
