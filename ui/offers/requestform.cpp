// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/requestform.h"

#include "ui/invoke/requesttext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include "protocol/json/document.h"
#include "protocol/json/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

namespace offers {

namespace {

/// What the member holds: a number as it is written, a string's characters.
QString memberText(const json::View& request, const char* member)
{
    const json::View value = request[std::string_view(member)];
    if (!value)
        return {};
    return QString::fromStdString(value.text().value_or(std::string(value.lexeme())));
}

std::optional<std::string> toJson(const QString& text, bool isNumber)
{
    std::string typed = (isNumber ? text.trimmed() : text).toStdString();
    if (typed.empty())
        return std::nullopt;
    if (isNumber && json::Decimal::parse(typed))
        return typed;
    std::string quoted;
    json::appendQuoted(quoted, typed);
    return quoted;
}

} // namespace

RequestForm::RequestForm(QWidget* parent)
    : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(theme::kGap);
    add(tr("Capability"), "capability", false, { QString() });
    add(tr("Price ≤, CU"), "max_price_cu", true);
    add(tr("SLA ≤, ms"), "max_latency_ms", true);
    add(tr("Tier"), "preferred_tier", false,
        { QString(), QStringLiteral("S"), QStringLiteral("A"), QStringLiteral("B") });
    add(tr("Proof"), "proof_method", false,
        { QString(), QStringLiteral("result-hash"), QStringLiteral("tee-attestation"),
            QStringLiteral("embedded-challenge") });
    add(tr("Challenge, ms"), "challenge_window_ms", true);
    add(tr("Valid, ms"), "offer_valid_ms", true);
    add(tr("Tokens, est."), "input_tokens_est", true);
}

void RequestForm::add(const QString& label, const char* member, bool isNumber, const QStringList& choices)
{
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    auto* title = new widgets::PlainLabel(label, theme::Token::Secondary, this);
    title->setFont(theme::label());
    title->setWordWrap(false);
    Field field { member, isNumber, nullptr, nullptr };
    QWidget* control = nullptr;
    if (choices.isEmpty()) {
        control = field.line = new QLineEdit(this);
    } else {
        control = field.box = new QComboBox(this);
        field.box->setEditable(true);
        field.box->setInsertPolicy(QComboBox::NoInsert);
        field.box->addItems(choices);
        field.box->setMinimumContentsLength(4);
        field.box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        field.line = field.box->lineEdit();
        field.line->setAccessibleName(label);
    }
    control->setFont(theme::monospace());
    control->setAccessibleName(label);
    control->setObjectName(QLatin1String(member));
    control->setMinimumWidth(theme::scaled(60));
    column->addWidget(title);
    column->addWidget(control);
    static_cast<QHBoxLayout*>(layout())->addLayout(column, field.box && !isNumber ? 3 : 2);
    const auto tell = [this, field](const QString& text) { set(field, text); };
    if (field.box)
        connect(field.box, &QComboBox::editTextChanged, this, tell);
    else
        connect(field.line, &QLineEdit::textEdited, this, tell);
    m_fields.push_back(field);
}

void RequestForm::set(const Field& field, const QString& text)
{
    if (m_isShowing)
        return;
    m_text = invoke::withMember(m_text, field.member, toJson(text, field.isNumber));
    Q_EMIT edited();
}

void RequestForm::setText(const QByteArray& text)
{
    m_text = text;
    const auto document = json::Document::parse(text);
    const bool isRequest = document && invoke::readOfferRequest(text);
    setEnabled(isRequest);
    if (!isRequest)
        return;
    m_isShowing = true;
    for (const Field& field : m_fields) {
        const QString now = memberText(document->root(), field.member);
        if (now == field.line->text())
            continue;
        if (field.box) {
            field.box->setEditText(now);
            field.line->setCursorPosition(0); // its beginning is what tells it
        } else {
            field.line->setText(now);
        }
    }
    m_isShowing = false;
}

void RequestForm::setCapabilities(const QStringList& names)
{
    QComboBox* const box = m_fields.front().box;
    QStringList known;
    for (int i = 0; i < box->count(); ++i)
        known += box->itemText(i);
    if (known == names)
        return;
    m_isShowing = true;
    const QString current = box->currentText();
    box->clear();
    box->addItems(names);
    box->setEditText(current);
    box->lineEdit()->setCursorPosition(0);
    m_isShowing = false;
}

} // namespace offers
