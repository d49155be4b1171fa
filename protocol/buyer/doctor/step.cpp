// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/doctor/witness.h"

namespace buyer {

std::string_view toString(Step::Kind kind)
{
    switch (kind) {
    case Step::Kind::Name:
        return "name";
    case Step::Kind::Tcp:
        return "TCP";
    case Step::Kind::Proxy:
        return "proxy";
    case Step::Kind::Tls:
        return "TLS";
    case Step::Kind::Http:
        return "HTTP";
    case Step::Kind::Handshake:
        return "WebSocket handshake";
    case Step::Kind::Program:
        return "program start";
    case Step::Kind::Discovery:
        return "discovery";
    case Step::Kind::Version:
        return "version";
    case Step::Kind::Authentication:
        return "authentication";
    case Step::Kind::Extension:
        return "ACMP extension";
    case Step::Kind::Capability:
        return "capability";
    }
    Q_UNREACHABLE();
}

std::string_view toString(Step::State state)
{
    switch (state) {
    case Step::State::Ok:
        return "ok";
    case Step::State::Warning:
        return "warning";
    case Step::State::Failed:
        return "failed";
    case Step::State::Skipped:
        return "skipped";
    }
    Q_UNREACHABLE();
}

std::vector<Step::Kind> stepsOf(const binding::Target& target)
{
    using enum Step::Kind;
    std::vector<Step::Kind> steps;
    if (const QUrl* const url = binding::urlOf(target)) {
        steps = { Name, Tcp, Proxy };
        if (url->scheme() == QStringLiteral("https") || url->scheme() == QStringLiteral("wss"))
            steps.push_back(Tls);
        steps.push_back(std::holds_alternative<binding::WebSocketTarget>(target) ? Handshake : Http);
    } else {
        steps = { Program };
    }
    steps.insert(steps.end(), { Discovery, Version, Authentication, Extension, Capability });
    return steps;
}

wire::Error errorOf(wire::ErrorKind kind, std::string message, std::string expected, std::string found)
{
    return { kind, std::move(message), std::move(expected), std::move(found), {}, false };
}

Step skipped(Step::Kind kind, std::string why)
{
    Step step { .kind = kind, .state = Step::State::Skipped };
    step.detail = std::move(why);
    return step;
}

Step failed(Step::Kind kind, const wire::Error& error, std::string hint)
{
    Step step { .kind = kind, .state = Step::State::Failed };
    step.detail = error.message;
    if (!error.expected.empty())
        step.seen.push_back("expected: " + error.expected);
    if (!error.found.empty())
        step.seen.push_back("found: " + error.found);
    if (!error.where.empty())
        step.seen.push_back("where: " + error.where);
    step.hint = std::move(hint);
    step.error = error;
    return step;
}

} // namespace buyer
