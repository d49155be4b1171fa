// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/commandline.h"
#include "app/acmpctl/interrupt.h"
#include "app/acmpctl/serving.h"
#include "app/acmpctl/verbs.h"

#include "protocol/binding/target.h"

#include <QCoreApplication>

#include <algorithm>
#include <csignal>
#include <thread>

namespace {

using namespace acmpctl;

Exit run(const std::string& verb, Flow& flow, Desk& desk, const Arguments& arguments)
{
    if (verb == "inspect")
        return inspect(flow, desk, arguments.inspect);
    if (verb == "discover")
        return discoverEntries(flow, desk, arguments.discover);
    if (verb == "quote")
        return quote(flow, desk, arguments.quote);
    if (verb == "invoke")
        return invoke(flow, desk, arguments.invoke);
    if (verb == "serve")
        return serve(flow, desk, arguments.serve);
    if (verb == "demo")
        return demo(flow, desk);
    if (verb == "key new")
        return keyNew(flow, desk, arguments.key);
    if (verb == "key show")
        return keyShow(flow, desk, arguments.key);
    if (verb == "key sign")
        return keySign(flow, desk, arguments.key);
    if (verb == "key remove")
        return keyRemove(flow, desk, arguments.key);
    if (verb == "key verify")
        return keyVerify(flow, desk, arguments.key);
    return captureCat(flow, desk, arguments.capture);
}

/// A key may be there; and a name leads to the workspace, where what is stored may name a secret.
bool mayAskKeychain(const Arguments& arguments)
{
    if (!arguments.key.keychain.empty() || namesKeychain(arguments.serve.scenarioFiles))
        return true;
    std::vector<std::string> targets = arguments.quote.targets;
    targets.push_back(arguments.inspect.target);
    targets.insert(targets.end(), arguments.invoke.targets.begin(), arguments.invoke.targets.end());
    return std::ranges::any_of(
        targets, [](const std::string& target) { return !target.empty() && !binding::parseTarget(target); });
}

} // namespace

int main(int argc, char** argv)
{
    Arguments arguments;
    std::string verb;
    if (const auto status = readCommandLine(argc, argv, arguments, verb))
        return *status;

    // Qt's own event loop, for GLib's makes a system call of every posted event; but the keychain needs
    // GLib's.
    if (!mayAskKeychain(arguments))
        qputenv("QT_NO_GLIB", "1");
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("acmpctl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ACMP_VERSION));

    Desk desk(arguments.global);
    if (const auto opened = desk.open(); !opened)
        return fail(desk, opened.error());
    Flow flow(desk);
    Interrupt interrupt;
    QObject::connect(&interrupt, &Interrupt::interrupted, &desk, [&flow] { flow.interrupt(); });
    // A task whose reader has gone is cancelled, not orphaned, and the record is ended.
    std::signal(SIGPIPE, SIG_IGN);
    QObject::connect(&desk, &Desk::readerGone, &interrupt, [&flow] { flow.interrupt(); });

    std::thread thread([&] {
        const int exit = run(verb, flow, desk, arguments);
        QMetaObject::invokeMethod(&desk, [exit] { QCoreApplication::exit(exit); }, Qt::QueuedConnection);
    });
    int exit = QCoreApplication::exec();
    thread.join();
    if (const auto closed = desk.close(); !closed) {
        desk.output().complain("the record is not whole: " + closed.error().toString());
        exit = exit == kFine ? kRefused : exit;
    }
    return exit;
}
