// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/browsing.h"

#include "ui/stack/browser.h"

#include <QThread>

namespace stack {

struct Browsing::Private {
    QThread thread;
    std::shared_ptr<BrowseBoard> board = std::make_shared<BrowseBoard>();
    Browser* browser = nullptr; ///< lives on the thread, and ends with it
    std::uint32_t last = 0;

    template <class F>
    void post(F what)
    {
        QMetaObject::invokeMethod(browser, std::move(what), Qt::QueuedConnection);
    }
};

Browsing::Browsing(Stack& stack, QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->thread.setObjectName(QStringLiteral("browsing"));
    d->browser = new Browser(stack, d->board);
    d->browser->moveToThread(&d->thread);
    connect(&d->thread, &QThread::finished, d->browser, &QObject::deleteLater);
    connect(d->browser, &Browser::changed, this, &Browsing::changed);
    d->thread.start();
}

Browsing::~Browsing()
{
    d->thread.quit();
    d->thread.wait();
}

BrowseId Browsing::start(const std::string& what)
{
    const BrowseId id { ++d->last };
    BrowseState state;
    state.id = id;
    state.what = what;
    d->board->set(std::make_shared<const BrowseState>(std::move(state)));
    d->post([browser = d->browser, id, what] { browser->start(id, what); });
    Q_EMIT changed();
    return id;
}

void Browsing::refresh(BrowseId browse)
{
    d->post([browser = d->browser, browse] { browser->refresh(browse); });
}

void Browsing::open(BrowseId browse, int source)
{
    if (const auto known = state(browse))
        d->post([browser = d->browser, browse, round = known->round, source] {
            browser->open(browse, round, source);
        });
}

void Browsing::stop(BrowseId browse)
{
    d->post([browser = d->browser, browse] { browser->stop(browse); });
}

void Browsing::forget(BrowseId browse)
{
    d->board->remove(browse);
    d->post([browser = d->browser, browse] { browser->forget(browse); });
    Q_EMIT changed();
}

std::vector<std::shared_ptr<const BrowseState>> Browsing::states() const
{
    return d->board->states();
}

std::shared_ptr<const BrowseState> Browsing::state(BrowseId browse) const
{
    return d->board->state(browse);
}

} // namespace stack
