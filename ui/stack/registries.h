// SPDX-License-Identifier: GPL-3.0-or-later
// Searches over registries, on the I/O thread: their answers are pages, not manifests, and a question is a
// POST of their client's own. Their states are those of any address. Internal to stack/.
#pragma once

#include "ui/stack/browsestate.h"

#include "protocol/discovery/registrysearch.h"

#include <QTimer>

#include <map>
#include <set>

namespace stack {

class BrowseBoard;
class Web;

class Registries final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Registries)

public:
    /// `web` must outlive it.
    explicit Registries(Web& web);
    ~Registries() override;

    /// Its state goes to `board`, again if there is one of that id.
    void start(BrowseId id, const std::shared_ptr<BrowseBoard>& board, const RegistryQuestion& question);
    void open(BrowseId id, const std::shared_ptr<BrowseBoard>& board, int registry);
    void stop(BrowseId id, const std::shared_ptr<BrowseBoard>& board);
    void forget(BrowseId id, const std::shared_ptr<BrowseBoard>& board);
    /// All of a board.
    void forget(const std::shared_ptr<BrowseBoard>& board);

private:
    struct Search;
    using Key = std::pair<const BrowseBoard*, BrowseId>;

    Search* find(const Key& key);
    void begin(Search& search);
    void markDirty(const Key& key);
    void publish();
    void publish(Search& search);

    Web& m_web;
    std::map<Key, std::unique_ptr<Search>> m_searches;
    std::set<Key> m_dirty;
    QTimer m_publishing;
};

} // namespace stack
