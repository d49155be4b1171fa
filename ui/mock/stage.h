// SPDX-License-Identifier: GPL-3.0-or-later
// Which scenarios are being played, each at most once. Owned by the view; the providers live on in the stack.
#pragma once

#include "ui/mock/scenariofile.h"
#include "ui/stack/stack.h"

#include "protocol/workspace/keychainkeys.h"

#include <QObject>

#include <map>
#include <set>

namespace mock {

class Stage final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Stage)

public:
    /// `stack` must outlive it. `loadKey` is asked for a key that a scenario names when it is started.
    Stage(stack::Stack& stack, workspace::LoadKey loadKey, QObject* parent = nullptr);

    /// A file with mistakes, or that is played already, is left alone. One whose key can't be had is played
    /// only in so far as its state says why not.
    void start(const ScenarioFile& file);
    void stop(const QString& path);
    QStringList played() const;
    bool isPlayed(const QString& path) const { return m_played.contains(path); }
    /// By https and wss. One that is played is opened anew, at other ports.
    void setTls(const ScenarioFile& file, bool isTls);
    bool isTls(const QString& path) const { return m_tls.contains(path); }
    /// Null if it isn't played or not open yet.
    const stack::StallState* state(const QString& path) const;

Q_SIGNALS:
    void changed(const QString& path);

private:
    using Loaded = std::expected<identity::Key, wire::Error>;

    void refresh();
    void openWithKey(const QString& path, engine::Scenario scenario);
    void keyLoaded(const QString& path, std::uint64_t attempt, engine::Scenario scenario, Loaded key);

    struct Played {
        stack::StallId id = stack::StallId::None;
        std::optional<stack::StallState> state = {};
        std::uint64_t attempt = 0; ///< of its key: one that was stopped meanwhile is not opened
    };
    stack::Stack& m_stack;
    workspace::LoadKey m_loadKey;
    std::uint64_t m_attempts = 0;
    std::map<QString, Played> m_played;
    std::set<QString> m_tls;
};

} // namespace mock
