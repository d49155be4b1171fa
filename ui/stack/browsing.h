// SPDX-License-Identifier: GPL-3.0-or-later
// The window's way to who is listed anywhere: addresses go in, immutable states come out. Documents come over
// the stack's I/O thread; what they say is read on a thread of its own, since a manifest of megabytes must
// hold up neither a cancel nor a frame.
#pragma once

#include "ui/stack/browsestate.h"

#include <QObject>

namespace stack {

class Stack;

class Browsing final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Browsing)

public:
    /// `stack` must outlive it.
    explicit Browsing(Stack& stack, QObject* parent = nullptr);
    ~Browsing() override;

    /// A domain, a URL or a file: see discovery::Resolver::start(); or the URL of a registry and words to
    /// search for, "*" for all: then the filter is asked of the registry too. Its state is there at once.
    BrowseId start(const std::string& what, const discovery::Filter& filter = {});
    /// Everything again, by ETag where there is one; what changed is marked.
    void refresh(BrowseId browse);
    /// With a bearer token from now on, of a registry that was searched: for its origin alone, and also for
    /// later searches there. Kept as long as this is; empty: without.
    void setToken(BrowseId browse, const std::string& token);
    /// Reads one of its sources that is not read, or again; of a registry that was searched its next page.
    void open(BrowseId browse, int source);
    /// Gives up whatever is still under way.
    void stop(BrowseId browse);
    void forget(BrowseId browse);

    /// In the order started.
    std::vector<std::shared_ptr<const BrowseState>> states() const;
    /// Null if there is no such one.
    std::shared_ptr<const BrowseState> state(BrowseId browse) const;

Q_SIGNALS:
    void changed(); ///< at most once a frame each

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace stack
