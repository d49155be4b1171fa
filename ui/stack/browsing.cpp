// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/browsing.h"

#include "ui/stack/browseboard.h"
#include "ui/stack/browser.h"
#include "ui/stack/registries.h"
#include "ui/stack/stack.h"
#include "ui/stack/web.h"

#include "protocol/discovery/weburl.h"

#include <QThread>

namespace stack {

namespace {

/// "https://registry.example/api words"; nullopt for whatever is none.
std::optional<RegistryQuestion> questionOf(const std::string& what, const discovery::Filter& filter)
{
    const std::size_t space = what.find(' ');
    if (space == std::string::npos || !discovery::isWebUrl(what.substr(0, space)))
        return std::nullopt;
    RegistryQuestion question { what.substr(0, space), filter };
    question.filter.words = what.substr(what.find_first_not_of(' ', space));
    if (question.filter.words == "*")
        question.filter.words.clear();
    return question;
}

} // namespace

struct Browsing::Private {
    explicit Private(Stack& what)
        : stack(what)
    {
    }

    Stack& stack;
    QThread thread;
    std::shared_ptr<BrowseBoard> board;
    Browser* browser = nullptr; ///< lives on the thread, and ends with it
    std::map<BrowseId, RegistryQuestion> questions; ///< of those that are searches
    std::map<std::string, std::string> tokens; ///< by the registry's base URL
    std::uint32_t last = 0;

    template <class F>
    void post(F what)
    {
        QMetaObject::invokeMethod(browser, std::move(what), Qt::QueuedConnection);
    }
    template <class F>
    void ask(F what)
    {
        stack.onWeb([what = std::move(what), shared = board](Web& web) { what(web.registries(), shared); });
    }
};

Browsing::Browsing(Stack& stack, QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>(stack))
{
    d->board = std::make_shared<BrowseBoard>(
        [this] { QMetaObject::invokeMethod(this, &Browsing::changed, Qt::QueuedConnection); });
    d->thread.setObjectName(QStringLiteral("browsing"));
    d->browser = new Browser(stack, d->board);
    d->browser->moveToThread(&d->thread);
    connect(&d->thread, &QThread::finished, d->browser, &QObject::deleteLater);
    d->thread.start();
}

Browsing::~Browsing()
{
    d->board->close();
    d->ask([](Registries& registries, const auto& board) { registries.forget(board); });
    d->thread.quit();
    d->thread.wait();
}

BrowseId Browsing::start(const std::string& what, const discovery::Filter& filter)
{
    const BrowseId id { ++d->last };
    auto question = questionOf(what, filter);
    BrowseState state;
    state.id = id;
    state.what = what;
    state.isSearch = question.has_value();
    d->board->add(std::make_shared<const BrowseState>(std::move(state)));
    if (question) {
        if (const auto token = d->tokens.find(question->registry); token != d->tokens.end())
            question->token = token->second;
        d->questions[id] = std::move(*question);
        refresh(id);
    } else {
        d->post([browser = d->browser, id, what] { browser->start(id, what); });
    }
    Q_EMIT changed();
    return id;
}

void Browsing::refresh(BrowseId browse)
{
    if (const auto asked = d->questions.find(browse); asked != d->questions.end())
        d->ask([browse, question = asked->second](
                   Registries& registries, const auto& board) { registries.start(browse, board, question); });
    else
        d->post([browser = d->browser, browse] { browser->refresh(browse); });
}

void Browsing::setToken(BrowseId browse, const std::string& token)
{
    const auto asked = d->questions.find(browse);
    if (asked == d->questions.end())
        return;
    asked->second.token = token;
    d->tokens[asked->second.registry] = token;
}

void Browsing::open(BrowseId browse, int source)
{
    const auto known = state(browse);
    if (known && known->isSearch)
        d->ask([browse, source](
                   Registries& registries, const auto& board) { registries.open(browse, board, source); });
    else if (known)
        d->post([browser = d->browser, browse, round = known->round, source] {
            browser->open(browse, round, source);
        });
}

void Browsing::stop(BrowseId browse)
{
    if (d->questions.contains(browse))
        d->ask([browse](Registries& registries, const auto& board) { registries.stop(browse, board); });
    else
        d->post([browser = d->browser, browse] { browser->stop(browse); });
}

void Browsing::forget(BrowseId browse)
{
    d->board->remove(browse);
    if (d->questions.erase(browse) > 0)
        d->ask([browse](Registries& registries, const auto& board) { registries.forget(browse, board); });
    else
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
