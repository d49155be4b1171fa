// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/stage.h"

namespace mock {

Stage::Stage(stack::Stack& stack, QObject* parent)
    : QObject(parent)
    , m_stack(stack)
{
    connect(&stack, &stack::Stack::stallsChanged, this, &Stage::refresh);
}

void Stage::start(const ScenarioFile& file)
{
    if (!file.scenario || isPlayed(file.path))
        return;
    m_played[file.path] = { m_stack.open(*file.scenario, isTls(file.path)), {} };
    Q_EMIT changed(file.path);
}

void Stage::stop(const QString& path)
{
    const auto played = m_played.find(path);
    if (played == m_played.end())
        return;
    m_stack.close(played->second.id);
    m_played.erase(played);
    Q_EMIT changed(path);
}

void Stage::setTls(const ScenarioFile& file, bool isTls)
{
    if (isTls == this->isTls(file.path))
        return;
    const bool wasPlayed = isPlayed(file.path);
    stop(file.path);
    if (isTls)
        m_tls.insert(file.path);
    else
        m_tls.erase(file.path);
    if (wasPlayed)
        start(file);
}

QStringList Stage::played() const
{
    QStringList paths;
    for (const auto& [path, played] : m_played)
        paths += path;
    return paths;
}

const stack::StallState* Stage::state(const QString& path) const
{
    const auto played = m_played.find(path);
    return played != m_played.end() && played->second.state ? &*played->second.state : nullptr;
}

void Stage::refresh()
{
    const std::vector<stack::StallState> stalls = m_stack.stalls();
    std::vector<QString> others;
    for (auto& [path, played] : m_played) {
        const auto now = std::ranges::find(stalls, played.id, &stack::StallState::id);
        std::optional<stack::StallState> state;
        if (now != stalls.end())
            state = *now;
        if (state == played.state)
            continue;
        played.state = std::move(state);
        others.push_back(path);
    }
    for (const QString& path : others)
        Q_EMIT changed(path);
}

} // namespace mock
