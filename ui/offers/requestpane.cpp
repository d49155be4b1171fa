// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/requestpane.h"

#include "ui/invoke/requesttext.h"
#include "ui/offers/requestform.h"
#include "ui/theme/theme.h"
#include "ui/widgets/jsoneditor.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/segments.h"

#include "protocol/json/text.h"

#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace offers {

namespace {

constexpr int kJsonHeight = 220;

const char kFirstRequest[] = "{\n"
                             "  \"capability\": \"summarize\",\n"
                             "  \"max_price_cu\": 0.05,\n"
                             "  \"max_latency_ms\": 10000,\n"
                             "  \"proof_method\": \"result-hash\",\n"
                             "  \"challenge_window_ms\": 86400000,\n"
                             "  \"offer_valid_ms\": 10000\n"
                             "}\n";

} // namespace

RequestPane::RequestPane(QWidget* parent)
    : QWidget(parent)
    , m_form(new RequestForm(this))
    , m_editor(new widgets::JsonEditor(this))
    , m_pages(new QStackedWidget(this))
    , m_pageChoice(new widgets::Segments(tr("Request for offers as"), { tr("Form"), tr("JSON") }, this))
    , m_escrow(new QLineEdit(this))
    , m_ask(new QPushButton(tr("Request offers"), this))
    , m_notice(new widgets::PlainLabel({}, theme::Token::Error, this))
{
    auto* pane = new widgets::Pane(tr("Request for offers"), this);
    m_escrow->setPlaceholderText(tr("escrow, optional"));
    m_escrow->setAccessibleName(tr("Escrow, for the accept"));
    m_escrow->setToolTip(tr("Goes with the accept, and with the tasks under it (Layer 6 §2.2)"));
    m_escrow->setObjectName(QStringLiteral("escrow"));
    m_escrow->setFont(theme::monospace());
    m_escrow->setFixedWidth(theme::scaled(170));
    m_ask->setObjectName(QStringLiteral("requestOffers"));
    m_ask->setToolTip(tr("Ctrl+Enter"));
    theme::makePrimary(*m_ask);
    pane->addToHeader(m_escrow);
    pane->addToHeader(m_pageChoice);
    pane->addToHeader(m_ask);
    m_pages->addWidget(m_form);
    m_pages->addWidget(m_editor);
    pane->addContent(m_pages, 1);
    m_notice->setContentsMargins(12, 0, 12, 6);
    m_notice->hide();
    pane->addContent(m_notice, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pane);
    choosePage(0);
    setAsked(0);

    connect(m_pageChoice, &widgets::Segments::currentChanged, this, &RequestPane::choosePage);
    connect(m_ask, &QPushButton::clicked, this, &RequestPane::requested);
    connect(m_form, &RequestForm::edited, this, [this] {
        if (auto set = m_editor->setText(m_form->text()); !set)
            setNotice(QString::fromStdString(set.error().toString()));
        complain(m_form->text());
    });
    connect(m_editor, &widgets::JsonEditor::edited, this, [this] {
        m_form->setText(m_editor->text());
        complain(m_editor->text());
    });
    setText(kFirstRequest);
}

void RequestPane::choosePage(int page)
{
    m_pages->setCurrentIndex(page);
    m_pages->setFixedHeight(page == 0 ? m_form->sizeHint().height() : theme::scaled(kJsonHeight));
}

void RequestPane::showJson(bool json)
{
    m_pageChoice->setCurrent(json ? 1 : 0);
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

void RequestPane::complain(const QByteArray& text)
{
    const auto request = invoke::readOfferRequest(text);
    const bool isSyntax = m_editor->problem().has_value();
    m_editor->setComplaint(request ? 0 : static_cast<qsizetype>(request.error().offset),
        request || isSyntax ? QString() : QString::fromStdString(request.error().error.toString()));
    setNotice(request ? QString() : QString::fromStdString(request.error().error.toString()));
    if (request)
        Q_EMIT edited(*request);
}

std::optional<acmp::OfferRequest> RequestPane::request()
{
    auto request = invoke::readOfferRequest(text());
    if (request)
        return std::move(*request);
    complain(text());
    setNotice(tr("Not sent: %1").arg(QString::fromStdString(request.error().error.toString())));
    return std::nullopt;
}

std::optional<std::string> RequestPane::escrowId() const
{
    const QString text = m_escrow->text().trimmed();
    return text.isEmpty() ? std::nullopt : std::optional(text.toStdString());
}

void RequestPane::setCapabilities(const QStringList& names)
{
    m_form->setCapabilities(names);
}

void RequestPane::setCapability(const QString& name)
{
    std::string quoted;
    json::appendQuoted(quoted, name.toStdString());
    setText(invoke::withMember(text(), "capability", quoted));
}

void RequestPane::setAsked(std::size_t count)
{
    m_ask->setText(count == 0 ? tr("Request offers") : tr("Request offers · %1").arg(count));
    m_ask->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return)); // a new text takes the old one's away
    m_ask->setEnabled(count > 0);
}

void RequestPane::setNotice(const QString& text)
{
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

} // namespace offers
