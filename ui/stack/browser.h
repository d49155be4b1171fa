// SPDX-License-Identifier: GPL-3.0-or-later
// What lives on the browsing thread: a resolver for each address that is read. Internal to stack/.
#pragma once

#include "ui/stack/browsestate.h"

#include "protocol/discovery/dns.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <map>
#include <set>

namespace stack {

class BrowseBoard;
class Door;
class Stack;

class Browser final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Browser)

public:
    /// `stack` must outlive it.
    Browser(Stack& stack, std::shared_ptr<BrowseBoard> board);
    ~Browser() override;

    void start(BrowseId id, const std::string& what);
    void refresh(BrowseId id);
    void open(BrowseId id, unsigned round, int source);
    void stop(BrowseId id);
    void forget(BrowseId id);

private:
    struct Reading;

    void begin(Reading& reading);
    void openAgain(Reading& reading, int source);
    void markDirty(BrowseId id);
    void publish();
    void publish(Reading& reading);
    Reading* find(BrowseId id);

    Stack& m_stack;
    std::shared_ptr<Door> m_door;
    std::shared_ptr<BrowseBoard> m_board;
    discovery::SystemDns m_dns;
    std::map<BrowseId, std::unique_ptr<Reading>> m_readings;
    std::set<BrowseId> m_dirty;
    QTimer m_publishing;
    QElapsedTimer m_published; ///< since then; invalid before the first
};

} // namespace stack
