// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/tour.h"

#include "ui/analysis/analysis.h"
#include "ui/discovery/discoverview.h"
#include "ui/discovery/entriespane.h"
#include "ui/endpoints/endpointsview.h"
#include "ui/invoke/invokeview.h"
#include "ui/invoke/requestpane.h"
#include "ui/invoke/requesttext.h"
#include "ui/mock/mockview.h"
#include "ui/traffic/trafficview.h"
#include "ui/workspace/workspacestore.h"

#include <QDialog>
#include <QDir>
#include <QPainter>
#include <QPixmap>

namespace shell {

using stack::RunState;
using stack::Stage;

namespace {

constexpr int kLookEveryMs = 20;
/// Views paint what came a frame later.
constexpr int kSettleLooks = 12;
constexpr qint64 kPatienceMs = 20'000;

} // namespace

Tour::Tour(MainWindow& window, const MainWindow::Parts& parts, const QString& folder, const QString& suffix)
    : m_window(window)
    , m_parts(parts)
    , m_folder(folder)
    , m_suffix(suffix)
{
    connect(&m_timer, &QTimer::timeout, this, &Tour::proceed);
    addMarketSteps();
    addEndpointSteps();
    addOfferSteps();
    addInvokeSteps();
    addInputSteps();
    addTrafficSteps();
}

void Tour::addMarketSteps()
{
    const auto always = [] { return true; };
    m_steps.push_back({ {}, always, [this] { m_window.showWelcome(); } });
    m_steps.push_back({ QStringLiteral("welcome"), always, [this] { m_window.startDemoMarket(); } });
    const auto isOpen = [this] {
        const auto stalls = m_parts.stack.stalls();
        return stalls.size() >= 5
            && std::ranges::none_of(stalls, [](const auto& stall) { return stall.mcpUrl.empty(); });
    };
    m_steps.push_back({ {}, isOpen, [this] { m_window.showView(shell::MainWindow::kDiscover); } });
    addDiscoverSteps();
    m_steps.push_back({ {}, isOpen, [this] {
                           m_window.showView(shell::MainWindow::kEndpoints);
                           m_window.endpoints().select(QStringLiteral("stall/%1")
                                   .arg(static_cast<std::uint32_t>(m_parts.stack.stalls().front().id)));
                           m_window.endpoints().testAll();
                       } });
    m_steps.push_back({ QStringLiteral("endpoints"), always, [this] { m_window.endpoints().examine(); } });
    const auto isExamined = [this] { return !m_window.endpoints().isExamining(); };
    m_steps.push_back({ QStringLiteral("endpoints-doctor"), isExamined, [this] {
                           workspace::Endpoint program;
                           program.name = QStringLiteral("a program");
                           program.url = QStringLiteral("stdio:acmpctl serve --stdio 'my scenario.json'");
                           program.access.directory = QStringLiteral("/srv/agents");
                           program.access.environment
                               = { { QStringLiteral("LANG"), QStringLiteral("C.UTF-8"), {} } };
                           m_window.endpoints().editEndpoint(program);
                       } });
}

/// Everybody who is listed on this machine, and one entry from every side.
void Tour::addDiscoverSteps()
{
    using discover::EntryPane;
    const auto always = [] { return true; };
    m_steps.push_back({ QStringLiteral("discover-empty"), always,
        [this] { m_window.discover().discover(QString::fromStdString(m_parts.stack.listed().ardUrl)); } });
    const auto isRead
        = [this] { return !m_window.discover().isReading() && m_window.discover().entries().current(); };
    m_steps.push_back({ {}, isRead, [this] { m_window.discover().showAll(); } });
    m_steps.push_back({ QStringLiteral("discover"), isRead,
        [this] { m_window.discover().entry().showPage(EntryPane::Raw); } });
    m_steps.push_back({ QStringLiteral("discover-raw"), always,
        [this] { m_window.discover().entry().showPage(EntryPane::Terms); } });
    m_steps.push_back({ QStringLiteral("discover-terms"), always,
        [this] { m_window.discover().entry().showPage(EntryPane::Findings); } });
    m_steps.push_back({ QStringLiteral("discover-findings"), always, [this] {
                           m_window.discover().entry().showPage(EntryPane::CardOf);
                           m_window.discover().entry().card().fetch();
                       } });
    const auto hasCard = [this] { return m_window.discover().entry().card().isFetched(); };
    m_steps.push_back({ QStringLiteral("discover-card"), hasCard, [this] {
                           m_window.discover().entry().showPage(EntryPane::Live);
                           m_window.discover().entry().live().ask();
                       } });
    const auto isAsked = [this] { return m_window.discover().entry().live().isAsked(); };
    m_steps.push_back({ QStringLiteral("discover-live"), isAsked, [] { } });
}

/// The form for each kind of address, and a certificate that nobody vouches for.
void Tour::addEndpointSteps()
{
    const auto always = [] { return true; };
    m_steps.push_back({ QStringLiteral("endpoint-program"), always, [this] {
                           closeDialog();
                           workspace::Endpoint secure;
                           secure.name = QStringLiteral("over TLS");
                           secure.url = QStringLiteral("wss://agent.example/ws");
                           secure.access.tls.caFile = QStringLiteral("/etc/acmp/ca.pem");
                           secure.access.tls.pin = QString(64, u'a');
                           secure.access.proxy = QStringLiteral("http://proxy.example:3128");
                           m_window.endpoints().editEndpoint(secure);
                       } });
    m_steps.push_back({ QStringLiteral("endpoint-tls"), always, [this] {
                           closeDialog();
                           m_parts.stack.open(engine::builtinScenario(), true);
                       } });
    const auto secure = [this] {
        const auto stalls = m_parts.stack.stalls();
        const auto found = std::ranges::find_if(
            stalls, [](const auto& stall) { return stall.mcpUrl.starts_with("https"); });
        return found == stalls.end() ? stack::StallState() : *found;
    };
    m_steps.push_back({ {}, [secure] { return !secure().mcpUrl.empty(); },
        [this, secure] {
            workspace::Endpoint pinned;
            pinned.name = QStringLiteral("with another certificate");
            pinned.url = QString::fromStdString(secure().mcpUrl);
            pinned.access.tls.pin = QString(64, u'a');
            m_window.endpoints().select(m_parts.workspace.add(pinned));
            m_window.endpoints().testCurrent();
        } });
    const auto isTested = [this] { return m_window.endpoints().isTested(); };
    m_steps.push_back({ QStringLiteral("endpoint-certificate"), isTested, [this, secure] {
                           m_parts.stack.close(secure().id);
                           m_parts.workspace.remove(m_window.endpoints().current()->id);
                       } });
}

void Tour::addInvokeSteps()
{
    const auto always = [] { return true; };
    m_steps.push_back({ {}, always, [this] { m_window.showView(shell::MainWindow::kInvoke); } });
    m_steps.push_back({ QStringLiteral("invoke-empty"), always, [this] { send({}); } });
    const auto isStreaming = [this] { return run() && run()->chunks > 5 && run()->heartbeats.count > 0; };
    const auto ended = [this] { return hasEnded(); };
    m_steps.push_back({ QStringLiteral("invoke-streaming"), isStreaming, [] { } });
    m_steps.push_back({ QStringLiteral("invoke-result"), ended, [this] {
                           m_window.invoke().request().showJson(false);
                           send({});
                       } });
    m_steps.push_back({ {}, isStreaming, [this] { m_window.invoke().cancel(); } });
    m_steps.push_back({ QStringLiteral("invoke-cancelled"), ended, [this] {
                           m_window.invoke().request().showJson(true);
                           send({ { "max_price_cu", "0.0001" } });
                       } });
    m_steps.push_back({ QStringLiteral("invoke-refused"), ended, [this] {
                           m_window.invoke().request().showJson(false);
                           send({ { "max_price_cu", "0.05" }, { "input_stream", "true" } });
                       } });
}

void Tour::addInputSteps()
{
    const auto piece = [](const char* text) { return acmp::Content { "text", json::Raw::string(text), {} }; };
    const auto isRunning = [this] { return run() && run()->stage == Stage::Running; };
    m_steps.push_back(
        { {}, isRunning, [this, piece] {
             for (const char* text : { "Revenue grew 12% YoY. ", "Costs stayed flat. ", "Cash " })
                 m_parts.stack.sendInput(m_window.invoke().currentRun(), piece(text), false);
         } });
    // At the second heartbeat there is an interval to show.
    const auto isTaken = [this] { return run() && run()->inputTaken == 3 && run()->heartbeats.count >= 2; };
    m_steps.push_back({ QStringLiteral("invoke-input"), isTaken,
        [this, piece] { m_parts.stack.sendInput(m_window.invoke().currentRun(), piece("is up."), true); } });
    m_steps.push_back({ {}, [this] { return hasEnded(); },
        [this] {
            m_window.invoke().request().showJson(true);
            m_window.showView(shell::MainWindow::kMock);
        } });
    m_steps.push_back({ QStringLiteral("mock"), [] { return true; },
        [this] { m_window.showView(shell::MainWindow::kTraffic); } });
}

void Tour::addTrafficSteps()
{
    const auto isChecked
        = [this] { return m_parts.analysis.checkedTo() >= m_parts.stack.record().rowCount(); };
    m_steps.push_back({ {}, isChecked, [this] {
                           if (run() && run()->log->chunks.size() > 0)
                               m_window.traffic().showRecord(run()->log->chunks[0]);
                           else
                               m_window.traffic().showRecord(m_parts.stack.record().rowCount() / 2);
                       } });
    m_steps.push_back({ QStringLiteral("traffic"), isChecked, [this] {
                           if (run())
                               m_window.traffic().followTask(QString::fromStdString(run()->request.taskId));
                           // The last row: how that task ended.
                           m_window.traffic().showRecord(m_parts.stack.record().rowCount() - 1);
                       } });
    m_steps.push_back({ QStringLiteral("traffic-filtered"), isChecked, [] { } });
}

std::shared_ptr<const RunState> Tour::run() const
{
    return m_parts.stack.run(m_window.invoke().currentRun());
}

bool Tour::hasEnded() const
{
    return run() && run()->isClosed;
}

void Tour::send(const std::vector<std::pair<std::string_view, std::string>>& members)
{
    for (const stack::StallState& stall : m_parts.stack.stalls()) {
        if (stall.name != "demo-careful")
            continue;
        workspace::Endpoint endpoint;
        endpoint.url = QString::fromStdString(stall.mcpUrl);
        m_window.invoke().setTarget(endpoint);
    }
    invoke::RequestPane& request = m_window.invoke().request();
    QByteArray text = request.text();
    for (const auto& [name, json] : members)
        text = invoke::withMember(text, name, json);
    request.setText(text);
    m_window.invoke().send();
}

void Tour::start()
{
    if (!QDir().mkpath(m_folder))
        return end(tr("%1 can't be made").arg(m_folder));
    m_waiting.start();
    m_timer.start(kLookEveryMs);
}

void Tour::proceed()
{
    const Step& step = m_steps[m_next];
    if (!step.isReady()) {
        m_framesReady = 0;
        if (m_waiting.elapsed() > kPatienceMs)
            end(tr("the demo market did not come to \"%1\" within %2 s")
                    .arg(step.name)
                    .arg(kPatienceMs / 1000));
        return;
    }
    if (!step.name.isEmpty() && ++m_framesReady < kSettleLooks)
        return;
    m_framesReady = 0;
    if (!step.name.isEmpty() && !take(step.name))
        return;
    step.then();
    m_waiting.restart();
    if (++m_next == m_steps.size())
        end({});
}

QDialog* Tour::dialog() const
{
    for (QDialog* dialog : m_window.findChildren<QDialog*>()) {
        if (dialog->isVisible())
            return dialog;
    }
    return nullptr;
}

/// With the dialog that is open over it.
QPixmap Tour::picture()
{
    QPixmap picture = m_window.grab();
    if (QDialog* dialog = this->dialog()) {
        const QRect place(QPoint(), dialog->size());
        QPainter painter(&picture);
        const QPoint corner = m_window.rect().center() - place.center();
        painter.drawPixmap(corner, dialog->grab());
        painter.setPen(theme::color(theme::Token::Border, dialog->palette()));
        painter.drawRect(place.translated(corner).adjusted(-1, -1, 0, 0));
    }
    return picture;
}

void Tour::closeDialog()
{
    if (QDialog* dialog = this->dialog())
        dialog->reject();
}

bool Tour::take(const QString& name)
{
    Q_EMIT aboutToTake(name);
    const QString path = QDir(m_folder).filePath(name + m_suffix + QStringLiteral(".png"));
    const QImage picture = this->picture().toImage().convertToFormat(QImage::Format_RGB888);
    static constexpr int kSmallest = 0;
    if (!picture.save(path, "PNG", kSmallest)) {
        end(tr("%1 can't be written").arg(path));
        return false;
    }
    Q_EMIT taken(path);
    return true;
}

void Tour::end(const QString& problem)
{
    m_timer.stop();
    Q_EMIT finished(problem);
}

} // namespace shell
