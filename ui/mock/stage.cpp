// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/stage.h"

namespace mock {

Stage::Stage(stack::Stack& stack, workspace::LoadKey loadKey, QObject* parent)
    : QObject(parent)
    , m_stack(stack)
    , m_loadKey(std::move(loadKey))
{
    connect(&stack, &stack::Stack::stallsChanged, this, &Stage::refresh);
}

void Stage::start(const ScenarioFile& file)
{
    if (!file.scenario || isPlayed(file.path))
        return;
    if (file.scenario->signature && file.scenario->signature->lacksKey())
        return openWithKey(file.path, *file.scenario);
    m_played[file.path] = { .id = m_stack.open(*file.scenario, isTls(file.path)) };
    Q_EMIT changed(file.path);
}

void Stage::openWithKey(const QString& path, engine::Scenario scenario)
{
    m_played[path] = { .attempt = ++m_attempts };
    Q_EMIT changed(path);
    const std::string name = scenario.signature->keychain;
    m_loadKey(name).then(
        this, [this, path, attempt = m_attempts, scenario = std::move(scenario)](const Loaded& key) {
            keyLoaded(path, attempt, scenario, key);
        });
}

void Stage::keyLoaded(const QString& path, std::uint64_t attempt, engine::Scenario scenario, Loaded key)
{
    const auto played = m_played.find(path);
    if (played == m_played.end() || played->second.attempt != attempt)
        return;
    if (key) {
        scenario.signature->key = std::move(*key);
        played->second.id = m_stack.open(std::move(scenario), isTls(path));
    } else {
        stack::StallState& state = played->second.state.emplace();
        state.name = scenario.name;
        state.failure = std::move(key.error());
    }
    Q_EMIT changed(path);
}

void Stage::stop(const QString& path)
{
    const auto played = m_played.find(path);
    if (played == m_played.end())
        return;
    if (played->second.id != stack::StallId::None)
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
        if (played.id == stack::StallId::None)
            continue; // its key is awaited, or can't be had
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
