// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/requestpane.h"

#include "ui/invoke/limitsform.h"
#include "ui/invoke/requestform.h"
#include "ui/invoke/requesttext.h"
#include "ui/invoke/targetbox.h"
#include "ui/theme/icons.h"
#include "ui/widgets/jsoneditor.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/statelabel.h"

#include "protocol/json/text.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace invoke {

RequestPane::RequestPane(QWidget* parent)
    : QWidget(parent)
    , m_target(new TargetBox(this))
    , m_form(new RequestForm(this))
    , m_editor(new widgets::JsonEditor(this))
    , m_pages(new QStackedWidget(this))
    , m_pageChoice(new widgets::Segments(tr("Request as"), { tr("Form"), tr("JSON") }, this))
    , m_notice(new widgets::PlainLabel({}, theme::Token::Error, this))
{
    auto* pane = new widgets::Pane(tr("Request"), this);
    pane->addToHeader(m_pageChoice);
    auto* to = new QWidget(pane);
    auto* toLayout = new QHBoxLayout(to);
    toLayout->setContentsMargins(8, 8, 8, 4);
    toLayout->addWidget(m_target);
    pane->addContent(to, 0);
    pane->addContent(makeDeal(), 0);
    auto* scroll = new QScrollArea(m_pages);
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setAccessibleName(tr("Request as a form"));
    scroll->setFrameShape(QFrame::NoFrame);
    m_pages->addWidget(scroll);
    m_pages->addWidget(m_editor);
    connect(m_pageChoice, &widgets::Segments::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    showJson(true);
    pane->addContent(m_pages, 1);
    m_notice->setContentsMargins(12, 4, 12, 4);
    m_notice->hide();
    pane->addContent(m_notice, 0);
    m_limitWords = new widgets::PlainLabel({}, theme::Token::Secondary, this);
    m_limitWords->setObjectName(QStringLiteral("limitWords"));
    m_limitWords->setContentsMargins(12, 4, 12, 0);
    m_limitWords->hide();
    pane->addContent(m_limitWords, 0);
    pane->addContent(makeButtons(), 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pane);

    connect(m_form, &RequestForm::edited, this, [this] {
        if (auto set = m_editor->setText(m_form->text()); !set)
            setNotice(QString::fromStdString(set.error().toString()));
        complain(m_form->text());
    });
    connect(m_editor, &widgets::JsonEditor::edited, this, [this] {
        m_form->setText(m_editor->text());
        complain(m_editor->text());
    });
    showRun(nullptr);
}

QWidget* RequestPane::makeDeal()
{
    m_dealRow = new QWidget(this);
    auto* layout = new QHBoxLayout(m_dealRow);
    layout->setContentsMargins(8, 0, 8, 4);
    m_deal = new widgets::StateLabel(m_dealRow);
    auto* drop = new QToolButton(m_dealRow);
    drop->setIcon(theme::icon(QStringLiteral("close")));
    drop->setAutoRaise(true);
    drop->setObjectName(QStringLiteral("dropDeal"));
    drop->setAccessibleName(tr("Without the deal"));
    drop->setToolTip(tr("The next task runs under no deal; the text stays as it is"));
    layout->addWidget(m_deal, 1);
    layout->addWidget(drop);
    connect(drop, &QToolButton::clicked, this, &RequestPane::dealDropped);
    m_dealRow->hide();
    return m_dealRow;
}

void RequestPane::openLimits()
{
    auto* const form = new LimitsForm(m_limits, this);
    form->setAttribute(Qt::WA_DeleteOnClose);
    connect(form, &QDialog::accepted, this, [this, form] {
        m_limits = form->limits().value_or(m_limits);
        m_limitWords->setText(wordsOf(m_limits));
        m_limitWords->setVisible(!m_limitWords->text().isEmpty());
    });
    form->open();
}

void RequestPane::setDeal(const stack::Deal* deal)
{
    m_dealRow->setVisible(deal != nullptr);
    if (!deal)
        return;
    m_deal->setState(widgets::State::Good,
        tr("Under %1 · %2 · %3 CU")
            .arg(QString::fromStdString(deal->offer.offerId), QString::fromStdString(deal->name),
                QString::fromStdString(deal->offer.priceCu.text())));
}

QWidget* RequestPane::makeButtons()
{
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(8, 8, 8, 8);
    m_send = new QPushButton(tr("Send"), box);
    theme::makePrimary(*m_send);
    m_send->setObjectName(QStringLiteral("send"));
    m_send->setToolTip(tr("Ctrl+Enter"));
    m_send->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
    m_cancel = new QPushButton(tr("Cancel"), box);
    m_cancel->setObjectName(QStringLiteral("cancel"));
    m_cancel->setToolTip(tr("Ctrl+."));
    m_cancel->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Period));
    m_retry = new QPushButton(tr("Retry same task"), box);
    m_retry->setObjectName(QStringLiteral("retry"));
    auto* more = new QToolButton(box);
    more->setText(QStringLiteral("⋯"));
    more->setAccessibleName(tr("More"));
    more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(more);
    menu->addAction(tr("&New task"), this, &RequestPane::newTaskRequested);
    menu->addAction(tr("&Time limits…"), this, &RequestPane::openLimits)
        ->setObjectName(QStringLiteral("timeLimits"));
    menu->addAction(tr("Send &though not advertised"), this, [this] { Q_EMIT sendRequested(true); });
    more->setMenu(menu);
    layout->addWidget(m_send);
    layout->addWidget(m_cancel);
    layout->addWidget(m_retry);
    layout->addStretch();
    layout->addWidget(more);
    connect(m_send, &QPushButton::clicked, this, [this] { Q_EMIT sendRequested(false); });
    connect(m_cancel, &QPushButton::clicked, this, &RequestPane::cancelRequested);
    connect(m_retry, &QPushButton::clicked, this, &RequestPane::retryRequested);
    return box;
}

QByteArray RequestPane::text() const
{
    return m_editor->text();
}

void RequestPane::setText(const QByteArray& text)
{
    if (auto set = m_editor->setText(text); !set)
        return setNotice(QString::fromStdString(set.error().toString()));
    m_form->setText(text);
    complain(text);
}

void RequestPane::setTaskId(const std::string& taskId)
{
    std::string quoted;
    json::appendQuoted(quoted, taskId);
    setText(withMember(text(), "task_id", quoted));
}

void RequestPane::complain(const QByteArray& text)
{
    const auto request = readRequest(text);
    const bool syntax = m_editor->problem().has_value();
    m_editor->setComplaint(request ? 0 : static_cast<qsizetype>(request.error().offset),
        request || syntax ? QString() : QString::fromStdString(request.error().error.toString()));
    setNotice({});
    m_isInputStreamed = request && request->inputStreamOrDefault();
    Q_EMIT edited();
}

std::optional<acmp::Invoke> RequestPane::request()
{
    auto request = readRequest(text());
    if (request)
        return std::move(*request);
    complain(text());
    setNotice(tr("Not sent: %1").arg(QString::fromStdString(request.error().error.toString())));
    return std::nullopt;
}

void RequestPane::setCapabilities(const QStringList& names)
{
    m_form->setCapabilities(names);
}

void RequestPane::showRun(const stack::RunState* run)
{
    m_cancel->setEnabled(
        run && (run->stage == stack::Stage::Running || run->stage == stack::Stage::Discovering));
    m_retry->setEnabled(run && run->isClosed);
}

void RequestPane::setNotice(const QString& text)
{
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

void RequestPane::showJson(bool json)
{
    m_pageChoice->setCurrent(json ? 1 : 0);
}

} // namespace invoke
