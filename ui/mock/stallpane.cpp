// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/stallpane.h"

#include "ui/mock/describe.h"
#include "ui/theme/icons.h"
#include "ui/widgets/copybutton.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDir>
#include <QGridLayout>
#include <QPushButton>

namespace mock {

StallPane::StallPane(QWidget* parent)
    : QWidget(parent)
    , m_pane(new widgets::Pane({}, this))
    , m_state(new widgets::StateLabel(m_pane))
    , m_startStop(new QPushButton(m_pane))
    , m_invoke(new QPushButton(
          theme::icon(QStringLiteral("invoke"), theme::Token::OnAccent), tr("&Invoke"), m_pane))
    , m_tls(new QCheckBox(tr("&TLS"), m_pane))
    , m_sentence(new widgets::PlainLabel({}, theme::Token::Secondary))
{
    m_state->setPill(true);
    m_pane->addBeforeTitle(m_state);
    m_startStop->setObjectName(QStringLiteral("startStop"));
    m_invoke->setObjectName(QStringLiteral("invoke"));
    theme::makePrimary(*m_invoke);
    m_tls->setObjectName(QStringLiteral("tls"));
    m_tls->setToolTip(
        tr("https and wss, with a certificate of this user's development CA, which this program and "
           "acmpctl trust for this machine. One that runs is opened anew, at other ports."));
    m_pane->addToHeader(m_tls);
    m_pane->addToHeader(m_startStop);
    m_pane->addToHeader(m_invoke);
    m_sentence->setObjectName(QStringLiteral("sentence"));

    auto* content = new QWidget;
    m_grid = new QGridLayout(content);
    m_grid->setContentsMargins(12, theme::kGap, theme::kGap, theme::kGap);
    m_grid->setHorizontalSpacing(2 * theme::kGap);
    m_grid->setVerticalSpacing(theme::kGap / 2);
    m_grid->setColumnStretch(1, 1);
    m_grid->addWidget(m_sentence, 0, 0, 1, 3);
    m_wares = addLine(tr("Sells"), {});
    m_address = addLine(tr("MCP over HTTP"), tr("Copy the address"));
    m_webSocket = addLine(tr("WebSocket"), tr("Copy the WebSocket address"));
    m_agentCard = addLine(tr("A2A agent card"), tr("Copy the address of the agent card"));
    m_a2aRest = addLine(tr("A2A over HTTP+JSON"), tr("Copy the A2A address"));
    m_manifest = addLine(tr("ARD manifest"), tr("Copy the address of the manifest"));
    m_stdio = addLine(tr("stdio"), tr("Copy the command line for stdio"));
    m_command = addLine(tr("From a terminal"), tr("Copy the command"));
    m_pane->addContent(content, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_pane);

    connect(m_startStop, &QPushButton::clicked, this, &StallPane::toggleRequested);
    connect(m_tls, &QCheckBox::clicked, this, &StallPane::tlsRequested);
    connect(m_invoke, &QPushButton::clicked, this, &StallPane::invokeRequested);
}

StallPane::Line StallPane::addLine(const QString& label, const QString& copyName)
{
    auto* name = new widgets::PlainLabel(label, theme::Token::Secondary);
    name->setWordWrap(false);
    const Line line { name, new widgets::ElidedLabel,
        copyName.isEmpty() ? nullptr : new widgets::CopyButton(copyName) };
    line.text->setFont(theme::monospace());
    const int row = m_grid->rowCount();
    m_grid->addWidget(line.label, row, 0);
    m_grid->addWidget(line.text, row, 1, 1, line.copy ? 1 : 2);
    if (line.copy)
        m_grid->addWidget(line.copy, row, 2);
    m_grid->setRowMinimumHeight(row, theme::scaled(theme::kCompactRowHeight));
    return line;
}

void StallPane::setLine(const Line& line, const QString& text)
{
    line.label->setVisible(!text.isEmpty());
    line.text->setVisible(!text.isEmpty());
    line.text->setText(text);
    if (line.copy) {
        line.copy->setVisible(!text.isEmpty());
        line.copy->setCopied(text);
    }
}

void StallPane::showScenario(const ScenarioFile& file, const Stage& stage)
{
    const Condition condition = conditionOf(file, stage);
    const stack::StallState* stall = stage.state(file.path);
    const bool isOpen = stall && !stall->failure;
    const bool isPlayed = stage.isPlayed(file.path);
    m_pane->setTitle(file.name());
    m_state->setState(condition.state, condition.word);
    m_state->show();
    const bool isBad = !isPlayed && !file.scenario;
    m_startStop->setText(isPlayed ? tr("Sto&p") : isBad ? tr("&Read again") : tr("St&art"));
    m_startStop->setIcon(theme::icon(isPlayed ? QStringLiteral("stop")
            : isBad                           ? QStringLiteral("retry")
                                              : QStringLiteral("play")));
    m_startStop->setEnabled(true);
    m_invoke->setEnabled(isOpen);
    m_tls->setEnabled(true);
    m_tls->setChecked(stage.isTls(file.path));
    m_pane->setFacts(isOpen ? factsOf(stall->facts) : QString());

    QString sentence;
    if (stall && stall->failure)
        sentence = QString::fromStdString(stall->failure->toString());
    else if (file.failure)
        sentence = QString::fromStdString(file.failure->toString());
    else if (!file.scenario)
        sentence = tr("The scenario has mistakes: they are listed over its text.");
    else if (!isPlayed)
        sentence = tr("Start opens it on free ports of this machine.");
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
    setLine(m_wares, file.scenario ? wares(*file.scenario) : QString());
    showAddresses(file, isOpen ? stall : nullptr);
}

void StallPane::showAddresses(const ScenarioFile& file, const stack::StallState* open)
{
    const QString url = open ? QString::fromStdString(open->mcpUrl) : QString();
    const QString wsUrl = open ? QString::fromStdString(open->wsUrl) : QString();
    m_address.label->setText(
        url.startsWith(QStringLiteral("https")) ? tr("MCP over HTTPS") : tr("MCP over HTTP"));
    m_webSocket.label->setText(
        wsUrl.startsWith(QStringLiteral("wss")) ? tr("Secure WebSocket") : tr("WebSocket"));
    setLine(m_address, url);
    setLine(m_webSocket, wsUrl);
    setLine(m_agentCard, open ? QString::fromStdString(open->a2aUrl) : QString());
    setLine(m_a2aRest, open ? QString::fromStdString(open->a2aRestUrl) : QString());
    setLine(m_manifest, open ? QString::fromStdString(open->ardUrl) : QString());
    // A process of its own: it needs nothing to be open here.
    const QString acmpctl = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("acmpctl"));
    setLine(m_stdio, file.scenario ? stdioCommand(file, acmpctl) : QString());
    setLine(m_command, open && file.scenario ? invokeCommand(*file.scenario, url) : QString());
}

void StallPane::showNothing(const QString& hint)
{
    m_pane->setTitle(tr("Provider"));
    m_pane->setFacts({});
    m_state->hide();
    m_startStop->setEnabled(false);
    m_invoke->setEnabled(false);
    m_sentence->setText(hint);
    m_sentence->show();
    m_tls->setEnabled(false);
    m_tls->setChecked(false);
    for (const Line& line :
        { m_wares, m_address, m_webSocket, m_agentCard, m_a2aRest, m_manifest, m_stdio, m_command })
        setLine(line, {});
}

} // namespace mock
