// SPDX-License-Identifier: Apache-2.0
// A web site of the test's own, and a name server that says what it is told.
#pragma once

#include "protocol/discovery/dns.h"
#include "protocol/transport/http/client.h"
#include "protocol/transport/http/server.h"
#include "protocol/wire/systemclock.h"

#include <functional>
#include <map>

class Site final : public QObject {
public:
    struct Answer {
        QByteArray body;
        http::Fields fields = {};
        int status = 200;
    };

    Site()
    {
        connect(&m_server, &http::Server::requestReceived, this, [this](http::ServerExchange* exchange) {
            seen.push_back(exchange->head());
            if (const auto asked = questions.find(exchange->head().target); asked != questions.end()) {
                const Answer answer
                    = asked->second(QByteArray::fromStdString(std::string(exchange->body().view())));
                return exchange->respond(answer.status, answer.fields, answer.body.toStdString());
            }
            const auto found = answers.find(exchange->head().target);
            if (found == answers.end())
                return exchange->respond(404, {}, "nothing here");
            const Answer& answer = found->second;
            const auto tag = answer.fields.find("ETag");
            if (tag && exchange->head().fields.find("If-None-Match") == tag)
                return exchange->respond(304, answer.fields, {});
            exchange->respond(answer.status, answer.fields, answer.body.toStdString());
        });
        if (!m_server.listen(QHostAddress::LocalHost, 0))
            qFatal("can't listen");
    }

    std::string origin() const { return "http://127.0.0.1:" + std::to_string(m_server.port()); }
    std::size_t count(std::string_view target) const
    {
        return static_cast<std::size_t>(std::ranges::count(seen, target, &http::RequestHead::target));
    }

    wire::SystemClock clock;
    std::map<std::string, Answer, std::less<>> answers;
    /// Where the answer depends on the body.
    std::map<std::string, std::function<Answer(const QByteArray&)>, std::less<>> questions;
    std::vector<http::RequestHead> seen;

private:
    wire::NullSink m_sink;
    http::Server m_server { clock, m_sink };
};

class FakeDns final : public discovery::Dns {
public:
    QFuture<Outcome> svcb(const std::string& name) override
    {
        asked.push_back(name);
        const auto found = answers.find(name);
        return QtFuture::makeReadyFuture(
            found == answers.end() ? Outcome(std::vector<discovery::Svcb>()) : found->second);
    }

    std::map<std::string, Outcome> answers;
    std::vector<std::string> asked;
};
