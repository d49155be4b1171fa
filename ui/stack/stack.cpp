// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/stack.h"

#include "ui/stack/dealbook.h"
#include "ui/stack/door.h"
#include "ui/stack/io.h"

#include <QPromise>
#include <QThread>

namespace stack {

struct Stack::Private {
    explicit Private(Stack& stack)
        : door(std::make_shared<Door>(stack))
    {
    }

    QThread thread;
    std::shared_ptr<Door> door; ///< to the window's thread
    std::shared_ptr<Board> board = std::make_shared<Board>();
    std::shared_ptr<workspace::SpendGuard> spending = std::make_shared<workspace::SpendGuard>();
    std::shared_ptr<DealBook> deals = std::make_shared<DealBook>();
    Io* io = nullptr; ///< lives on the thread, and ends with it
    const capture::Recorder* recorder = nullptr;
    wire::SystemIdSource ids;
    std::uint32_t lastRun = 0, lastRound = 0, lastStall = 0;

    template <class F>
    void post(F what)
    {
        QMetaObject::invokeMethod(io, std::move(what), Qt::QueuedConnection);
    }
};

std::expected<std::unique_ptr<Stack>, wire::Error> Stack::create(
    const std::string& path, binding::Surroundings surroundings)
{
    std::unique_ptr<Stack> stack(new Stack(std::move(surroundings)));
    std::expected<const capture::Recorder*, wire::Error> recorder;
    QMetaObject::invokeMethod(
        stack->d->io, [&] { recorder = stack->d->io->record(path); }, Qt::BlockingQueuedConnection);
    if (!recorder)
        return std::unexpected(recorder.error());
    stack->d->recorder = *recorder;
    return stack;
}

Stack::Stack(binding::Surroundings surroundings)
    : d(std::make_unique<Private>(*this))
{
    d->thread.setObjectName(QStringLiteral("io"));
    d->thread.start();
    // Its timers belong to the thread that makes them.
    QObject onThread;
    onThread.moveToThread(&d->thread);
    QMetaObject::invokeMethod(
        &onThread,
        [&] {
            d->io = new Io({ d->board, d->spending, d->deals }, std::move(surroundings));
            onThread.moveToThread(thread());
        },
        Qt::BlockingQueuedConnection);
    connect(d->io, &Io::runChanged, this, &Stack::runChanged);
    connect(d->io, &Io::roundChanged, this, &Stack::roundChanged);
    connect(d->io, &Io::stallsChanged, this, &Stack::stallsChanged);
}

Stack::~Stack()
{
    // While its thread still turns: what it leaves to be deleted later is.
    QObject onThread;
    onThread.moveToThread(&d->thread);
    QMetaObject::invokeMethod(
        &onThread,
        [&] {
            delete d->io;
            onThread.moveToThread(thread());
        },
        Qt::BlockingQueuedConnection);
    d->thread.quit();
    d->thread.wait();
    d->door->close();
}

const capture::Record& Stack::record() const
{
    return *d->recorder;
}

QFuture<Probe> Stack::discover(const binding::Access& target)
{
    const Delivery<Probe> delivery(d->door);
    d->post([io = d->io, target, delivery] {
        io->discover(target).then(io, [delivery](const Probe& probe) { delivery.deliver(probe); });
    });
    return delivery.future();
}

QFuture<buyer::Step> Stack::examine(const binding::Access& target)
{
    auto promise = std::make_shared<QPromise<buyer::Step>>();
    promise->start();
    d->post([io = d->io, target, promise] { io->examine(target, promise); });
    return promise->future();
}

QFuture<discovery::Documents::Outcome> Stack::fetch(const QUrl& url, const std::string& accept)
{
    return fetch(url, accept, d->door);
}

QFuture<discovery::Documents::Outcome> Stack::fetch(
    const QUrl& url, const std::string& accept, const std::shared_ptr<Door>& door)
{
    const Delivery<discovery::Documents::Outcome> delivery(door);
    d->post([io = d->io, url, accept, delivery] { io->web().fetch(url, accept, delivery); });
    return delivery.future();
}

void Stack::forgetDocuments()
{
    d->post([io = d->io] { io->web().forgetFreshness(); });
}

void Stack::onWeb(std::function<void(Web&)> what)
{
    d->post([io = d->io, what = std::move(what)] { what(io->web()); });
}

RunId Stack::invoke(Invocation invocation)
{
    const RunId id { ++d->lastRun };
    if (invocation.request.taskId.empty())
        invocation.request.taskId = makeTaskId();
    RunState state;
    state.id = id;
    state.target = invocation.target;
    state.request = invocation.request;
    state.deal = invocation.deal;
    state.findings = std::make_shared<std::vector<acmp::Finding>>();
    state.log = std::make_shared<RunLog>();
    state.input = std::make_shared<InputLog>();
    d->board->set(std::make_shared<const RunState>(std::move(state)));
    d->post([io = d->io, id, invocation = std::move(invocation)]() mutable {
        io->invoke(id, std::move(invocation));
    });
    return id;
}

void Stack::cancel(RunId run, const std::string& reason)
{
    d->post([io = d->io, run, reason] { io->cancel(run, reason); });
}

void Stack::sendInput(RunId run, acmp::Content piece, bool isFinal)
{
    d->post([io = d->io, run, piece = std::move(piece), isFinal]() mutable {
        io->sendInput(run, std::move(piece), isFinal);
    });
}

void Stack::sendInput(RunId run, InputFromFile file)
{
    d->post([io = d->io, run, file = std::move(file)]() mutable { io->sendInput(run, std::move(file)); });
}

void Stack::retry(RunId run)
{
    d->post([io = d->io, run] { io->retry(run); });
}

void Stack::forget(RunId run)
{
    d->post([io = d->io, run] { io->forget(run); });
}

std::shared_ptr<const RunState> Stack::run(RunId run) const
{
    return d->board->run(run);
}

RoundId Stack::startRound(RoundCall call)
{
    const RoundId id { ++d->lastRound };
    RoundState state;
    state.id = id;
    state.call = std::make_shared<const RoundCall>(std::move(call));
    for (const Contender& contender : state.call->contenders)
        state.bids.push_back(std::make_shared<const BidState>(BidState { contender.address(), {}, {} }));
    d->board->set(std::make_shared<const RoundState>(std::move(state)));
    d->post([io = d->io, id] { io->rounds().start(id); });
    return id;
}

void Stack::accept(RoundId round, std::size_t bid)
{
    d->post([io = d->io, round, bid] { io->rounds().accept(round, bid); });
}

void Stack::requoteAndAccept(RoundId round, std::size_t bid)
{
    d->post([io = d->io, round, bid] { io->rounds().requoteAndAccept(round, bid); });
}

void Stack::forget(RoundId round)
{
    d->post([io = d->io, round] { io->rounds().forget(round); });
}

std::shared_ptr<const RoundState> Stack::round(RoundId round) const
{
    return d->board->round(round);
}

workspace::SpendGuard& Stack::spending()
{
    return *d->spending;
}

DealBook& Stack::deals()
{
    return *d->deals;
}

StallId Stack::open(engine::Scenario scenario, bool isTls)
{
    const StallId id { ++d->lastStall };
    d->post([io = d->io, id, scenario = std::move(scenario), isTls]() mutable {
        io->open(id, std::move(scenario), isTls);
    });
    return id;
}

void Stack::close(StallId stall)
{
    d->post([io = d->io, stall] { io->close(stall); });
}

std::vector<StallState> Stack::stalls() const
{
    return d->board->stalls();
}

Listed Stack::listed() const
{
    return d->board->listed();
}

Status Stack::status() const
{
    return d->board->status();
}

wire::Instant Stack::now() const
{
    return wire::SystemClock::current();
}

std::string Stack::makeTaskId()
{
    return d->ids.make("task_");
}

} // namespace stack
