// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/cardanswers.h"

#include "protocol/json/decimal.h"
#include "protocol/wire/error.h"

#include <QByteArray>

#include <algorithm>
#include <functional>

namespace discovery {

namespace {

using ValueOf = std::function<std::string(std::string_view name)>;

/// Each {name} of `text` replaced.
std::string replaced(std::string_view text, const ValueOf& valueOf)
{
    std::string out;
    while (!text.empty()) {
        const auto open = text.find('{');
        const auto close = open == text.npos ? text.npos : text.find('}', open);
        if (close == text.npos)
            break;
        out.append(text.substr(0, open)).append(valueOf(text.substr(open + 1, close - open - 1)));
        text.remove_prefix(close + 1);
    }
    return out.append(text);
}

std::string encoded(const std::string& text)
{
    return QByteArray::fromStdString(text).toPercentEncoding().toStdString();
}

} // namespace

std::string presetOf(const CardQuestion& question)
{
    return question.input.preset.value_or(std::string());
}

std::string mistakeIn(const CardQuestion& question, std::string_view answer)
{
    const CardInput& input = question.input;
    if (answer.empty())
        return input.isRequired ? "it is required" : std::string();
    if (answer.find_first_of(std::string_view("\r\n\0", 3)) != answer.npos)
        return "expected one line";
    if (!input.choices.empty() && std::ranges::find(input.choices, answer) == input.choices.end())
        return "expected one of the choices, found " + wire::excerpt(answer);
    if (input.format == "number" && !json::Decimal::parse(answer))
        return "expected a number, found " + wire::excerpt(answer);
    if (input.format == "boolean" && answer != "true" && answer != "false")
        return "expected true or false, found " + wire::excerpt(answer);
    return {};
}

FilledRemote fill(const CardRemote& remote, const std::vector<std::string>& answers)
{
    const std::vector<CardQuestion> questions = questionsOf(remote);
    const auto answerTo = [&](std::string_view header, const CardInput& input) {
        for (std::size_t n = 0; n < std::min(questions.size(), answers.size()); ++n) {
            if (questions[n].header == header && questions[n].input.name == input.name)
                return answers[n];
        }
        return input.fixed.value_or(std::string());
    };
    const auto valueIn = [&](std::string_view header, const std::vector<CardInput>& variables) {
        return [&, header](std::string_view name) {
            const auto known = std::ranges::find(variables, name, &CardInput::name);
            return answerTo(
                header, known == variables.end() ? CardInput { .name = std::string(name) } : *known);
        };
    };
    FilledRemote filled;
    const ValueOf inUrl = valueIn({}, remote.variables);
    bool isFirst = remote.url.starts_with('{');
    filled.url = replaced(remote.url, [&](std::string_view name) {
        const std::string value = inUrl(name);
        return std::exchange(isFirst, false) ? value : encoded(value);
    });
    for (const CardInput& header : remote.headers) {
        std::string value = header.fixed ? replaced(*header.fixed, valueIn(header.name, header.variables))
                                         : answerTo(header.name, header);
        const bool isSecret = header.isSecret || std::ranges::any_of(header.variables, &CardInput::isSecret);
        if (!value.empty())
            filled.headers.push_back({ header.name, std::move(value), isSecret });
    }
    return filled;
}

} // namespace discovery
