// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/certificateview.h"

#include "ui/endpoints/describe.h"
#include "ui/theme/icons.h"
#include "ui/widgets/copybutton.h"
#include "ui/widgets/plainlabel.h"

#include "protocol/transport/tls/session.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>

namespace endpoints {

CertificateView::CertificateView(QWidget* parent)
    : QWidget(parent)
    , m_state(new widgets::StateLabel(this))
    , m_sentence(new widgets::PlainLabel({}, theme::Token::Secondary, this))
    , m_pin(new QPushButton(theme::icon(QStringLiteral("key")), tr("&Pin this certificate…"), this))
    , m_copy(new widgets::CopyButton(tr("Copy these lines"), this))
    , m_lines(new QPlainTextEdit(this))
{
    m_state->setPill(true);
    m_pin->setObjectName(QStringLiteral("pinCertificate"));
    m_pin->setToolTip(tr("Opens the endpoint with its fingerprint filled in"));
    m_lines->setObjectName(QStringLiteral("certificate"));
    m_lines->setAccessibleName(tr("TLS session and certificates"));
    m_lines->setReadOnly(true);
    m_lines->setTabChangesFocus(true);
    m_lines->setFont(theme::monospace());
    m_lines->setFrameShape(QFrame::NoFrame);
    m_lines->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_lines->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, theme::kGap, theme::kGap, 0);
    head->setSpacing(theme::kGap);
    head->addWidget(m_state);
    head->addWidget(m_sentence, 1);
    head->addWidget(m_pin);
    head->addWidget(m_copy);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(theme::kGap / 2);
    column->addLayout(head);
    column->addWidget(m_lines, 1);
    connect(m_pin, &QPushButton::clicked, this, [this] { Q_EMIT pinRequested(m_sha256); });
}

void CertificateView::showFacts(const tls::SessionFacts& facts, bool canPin)
{
    const Verdict standing = standingOf(facts);
    m_state->setState(standing.state, standing.word);
    m_sentence->setText(standing.sentence);
    m_sha256 = facts.peerChain.empty() ? QString() : QString::fromStdString(facts.peerChain.front().sha256);
    m_pin->setVisible(canPin);
    m_pin->setEnabled(!m_sha256.isEmpty() && !facts.isPinned);
    QStringList lines;
    // What a certificate says is anybody's.
    for (const std::string& line : facts.describe())
        lines += QString::fromStdString(wire::excerpt(line, 4096));
    const QString text = lines.join(u'\n');
    m_copy->setCopied(text);
    if (text != m_lines->toPlainText())
        m_lines->setPlainText(text);
}

} // namespace endpoints
