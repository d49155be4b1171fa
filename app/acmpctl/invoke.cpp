// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/events.h"
#include "app/acmpctl/inputstream.h"
#include "app/acmpctl/spending.h"
#include "app/acmpctl/verbs.h"

#include "protocol/rpc/codes.h"
#include "protocol/workspace/account.h"

namespace acmpctl {

namespace {

/// One run and what is printed of it. Lives on the I/O thread; `done` goes through the flow.
class Watched final : public QObject {
public:
    Watched(Flow& flow, Desk& desk, std::unique_ptr<buyer::TaskRun> run, const std::string& target,
        std::unique_ptr<workspace::Account> account)
        : QObject(&desk)
        , m_flow(flow)
        , m_desk(desk)
        , m_run(std::move(run))
        , m_account(std::move(account))
    {
        Output& output = desk.output();
        connect(m_run.get(), &buyer::TaskRun::sent, this,
            [this, target, &output] { printSent(output, target, m_run->track().request()); });
        connect(m_run.get(), &buyer::TaskRun::received, this,
            [this](const acmp::Incoming& message, const acmp::Origin& origin) { received(message, origin); });
        connect(m_run.get(), &buyer::TaskRun::found, this,
            [&output](const acmp::Finding& finding) { printFinding(output, finding); });
        connect(m_run.get(), &buyer::TaskRun::cancelSent, this,
            [&output](const std::optional<wire::Error>& error) {
                if (error)
                    output.complain("acmp/cancel was not taken: " + error->toString());
            });
        connect(m_run.get(), &buyer::TaskRun::ended, this, [this] { ended(); });
        connect(
            m_run.get(), &buyer::TaskRun::closed, this, [this] { m_flow.finish([this] { m_done = true; }); });
        connect(&desk, &Desk::pauseReading, m_run.get(), &buyer::TaskRun::pauseReading);
    }

    /// The input that follows in pieces, if any.
    std::expected<void, wire::Error> openInput(const InvokeArguments& arguments)
    {
        if (arguments.inputStream.empty())
            return {};
        m_input = std::make_unique<InputStream>(*m_run, arguments.inputType, arguments.chunkBytes);
        connect(m_input.get(), &InputStream::failed, this, [this](const wire::Error& error) {
            m_desk.output().complain(error.toString());
            m_inputError = error;
            cancel("input", "its input can't be had");
        });
        return m_input->open(arguments.inputStream);
    }
    void start(std::optional<std::int64_t> cancelAfterMs)
    {
        m_run->start();
        if (m_input)
            m_input->start();
        if (cancelAfterMs) {
            m_cancelTimer = m_desk.clock().startTimer(wire::milliseconds(*cancelAfterMs),
                [this] { cancel("--cancel-after", "cancelled by its buyer"); });
        }
    }
    void cancel(std::string_view by, std::string reason)
    {
        m_cancelledBy = by;
        m_run->cancel(std::move(reason));
    }
    bool isDone() const { return m_done; }
    Exit exit() const
    {
        const session::TaskTrack& track = m_run->track();
        for (const session::Verdict& verdict : track.verdicts()) {
            if (track.ended() == session::End::Result && verdict.state == session::VerdictState::Fail)
                return kRefused;
        }
        if (m_inputError && track.ended() == session::End::Cancelled)
            return exitFor(*m_inputError);
        // Whichever side sees first that timeout_ms is over.
        if (track.ended() == session::End::Error && track.error()->code == rpc::code::kTimeout)
            return kDeadline;
        return exitFor(track.ended(), m_run->error());
    }

private:
    void received(const acmp::Incoming& message, acmp::Origin origin)
    {
        // Between a deadline that passed and the end of its exchange, what comes is late.
        origin.late |= m_ended;
        if (!origin.late && !m_run->track().isRunning())
            m_answer = origin.message;
        printIncoming(m_desk.output(), message, origin);
    }
    void ended()
    {
        m_ended = true;
        const session::TaskTrack& track = m_run->track();
        if (track.ended() == session::End::Result)
            m_account->bill(track.request(), track.result()->costCu, m_desk.clock().unixMs());
        printEnd(m_desk.output(), m_run->track(), m_run->error(), m_answer, m_cancelledBy);
    }

    Flow& m_flow;
    Desk& m_desk;
    std::unique_ptr<buyer::TaskRun> m_run;
    std::unique_ptr<workspace::Account> m_account;
    std::unique_ptr<InputStream> m_input;
    std::unique_ptr<wire::Timer> m_cancelTimer;
    std::optional<wire::Error> m_inputError;
    json::Raw m_answer;
    std::string_view m_cancelledBy;
    bool m_ended = false; ///< the outcome is printed
    bool m_done = false; ///< nothing is on a wire any more
};

/// Where a task runs, and what is asked for there.
struct Place {
    std::string target;
    buyer::Connection* connection = nullptr;
    acmp::Invoke request;
    workspace::SpendGuard* spending = nullptr; ///< whose money it is; null: no workspace's
    std::string payee = {}; ///< as a ledger names the provider
    std::optional<acmp::Offer> deal = {};
};

std::expected<Place, Exit> placeAt(
    Flow& flow, Desk& desk, const InvokeArguments& arguments, const std::string& target, acmp::Invoke request)
{
    const auto met = discover(flow, desk, target, wire::milliseconds(arguments.discoverTimeoutMs));
    if (!met)
        return std::unexpected(fail(desk, met.error()));
    return flow.onIo([&] {
        return Place { target, met->connection, std::move(request), desk.spendingOf(target),
            payeeOf(*met->connection, met->url) };
    });
}

std::expected<Place, Exit> placeOf(Flow& flow, Desk& desk, const InvokeArguments& arguments)
{
    if (arguments.targets.size() != 1) {
        return std::unexpected(fail(desk,
            { wire::ErrorKind::Usage, "one task runs at one provider",
                "one TARGET, or --offer to choose among several", std::to_string(arguments.targets.size()),
                {}, false }));
    }
    return placeAt(flow, desk, arguments, arguments.targets.front(), arguments.request);
}

/// That of the best offer, once it is taken (Layer 6).
std::expected<Place, Exit> chosenPlace(Flow& flow, Desk& desk, const InvokeArguments& arguments)
{
    QuoteArguments quote;
    quote.targets = arguments.targets;
    quote.choice = arguments.choice;
    quote.escrowId = arguments.request.escrowId;
    quote.timeoutMs = arguments.discoverTimeoutMs;
    quote.request.capability = arguments.request.capability;
    quote.request.inputTokensEst = arguments.request.inputTokensEst;
    quote.request.maxPriceCu = arguments.request.maxPriceCu;
    quote.request.preferredTier = arguments.request.preferredTier;
    quote.request.proofMethod = arguments.request.proofMethod;
    const QuoteOutcome outcome = negotiate(flow, desk, quote);
    if (!outcome.deal)
        return std::unexpected(outcome.exit);
    const Deal& deal = *outcome.deal;
    acmp::Invoke request = buyer::underDeal(arguments.request, deal.offer, deal.escrowId);
    if (deal.connection)
        return Place { deal.target, deal.connection, std::move(request), deal.spending, deal.payee,
            deal.offer };
    // It was asked elsewhere.
    auto place = placeAt(flow, desk, arguments, deal.target, std::move(request));
    if (place) {
        place->spending = deal.spending;
        place->payee = deal.payee;
        place->deal = deal.offer;
    }
    return place;
}

} // namespace

Exit invoke(Flow& flow, Desk& desk, const InvokeArguments& arguments)
{
    if (const auto mistake = InputStream::check(arguments))
        return fail(desk, *mistake);
    auto place = arguments.choice.policy.empty() ? placeOf(flow, desk, arguments)
                                                 : chosenPlace(flow, desk, arguments);
    if (!place)
        return place.error();

    acmp::Invoke& request = place->request;
    if (!arguments.inputStream.empty())
        request.inputStream = true;
    auto watched = flow.onIo([&]() -> std::expected<Watched*, wire::Error> {
        if (request.taskId.empty())
            request.taskId = desk.ids().make("task_");
        auto account = std::make_unique<workspace::Account>(
            place->spending, place->payee, place->deal ? place->deal->offerId : std::string());
        if (auto opened = account->open(request, desk.clock().unixMs()); !opened) {
            opened.error().where = "--max-price";
            return std::unexpected(opened.error());
        }
        auto run = place->connection->prepare(request, arguments.options, desk.arguments().force);
        if (!run)
            return std::unexpected(run.error());
        auto* watcher = new Watched(flow, desk, std::move(*run), place->target, std::move(account));
        if (auto opened = watcher->openInput(arguments); !opened) {
            delete watcher;
            return std::unexpected(opened.error());
        }
        watcher->start(arguments.cancelAfterMs);
        return watcher;
    });
    if (!watched)
        return fail(desk, watched.error());

    Watched* run = *watched;
    if (flow.wait([run] { return run->isDone(); }) == Flow::Wake::Interrupted) {
        flow.onIo([run] { run->cancel("interrupt", "interrupted by its user"); });
        flow.wait([run] { return run->isDone(); });
    }
    return flow.onIo([&, run] {
        const Exit exit = flow.wasInterrupted() ? kInterrupted : run->exit();
        delete run;
        complainOfLedger(desk.output(), place->spending);
        return exit;
    });
}

} // namespace acmpctl
