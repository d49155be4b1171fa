// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/filterrow.h"

#include "ui/theme/icons.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>

namespace discover {

namespace {

std::optional<json::Decimal> numberOf(const QLineEdit& field)
{
    return json::Decimal::parse(field.text().trimmed().toStdString());
}

/// What is not filled in or is a number.
bool isFine(const QLineEdit& field)
{
    return field.text().trimmed().isEmpty() || numberOf(field).has_value();
}

std::string chosen(const QComboBox& box)
{
    return box.currentIndex() <= 0 ? std::string() : box.currentText().toStdString();
}

void fill(QComboBox& box, const QStringList& values)
{
    const QString before = box.currentIndex() > 0 ? box.currentText() : QString();
    const QString any = box.itemText(0);
    box.clear();
    box.addItem(any);
    box.addItems(values);
    if (!before.isEmpty() && !values.contains(before))
        box.addItem(before);
    box.setCurrentIndex(before.isEmpty() ? 0 : box.findText(before));
}

} // namespace

FilterRow::FilterRow(QWidget* parent)
    : QWidget(parent)
    , m_words(new QLineEdit(this))
    , m_capability(addChoice(tr("Capability"), tr("any capability")))
    , m_tier(addChoice(tr("Tier"), tr("any tier")))
    , m_proof(addChoice(tr("Proof"), tr("any proof")))
    , m_price(addNumber(tr("Price at most, CU, indicative"), tr("price ≤ CU")))
    , m_latency(addNumber(tr("p99 latency at most, ms"), tr("p99 ≤ ms")))
    , m_trading(addToggle(tr("Trades"), tr("Trades over ACMP")))
    , m_findings(addToggle(tr("Findings"), tr("With findings")))
    , m_clear(new QPushButton(theme::icon(QStringLiteral("clear")), QString(), this))
{
    m_words->setObjectName(QStringLiteral("discoverWords"));
    m_words->setAccessibleName(tr("Words"));
    m_words->setPlaceholderText(tr("Filter by words"));
    m_words->addAction(theme::icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    m_capability->setObjectName(QStringLiteral("discoverCapability"));
    m_tier->setObjectName(QStringLiteral("discoverTier"));
    m_proof->setObjectName(QStringLiteral("discoverProof"));
    m_price->setObjectName(QStringLiteral("discoverPrice"));
    m_latency->setObjectName(QStringLiteral("discoverLatency"));
    m_trading->setObjectName(QStringLiteral("discoverTrading"));
    m_findings->setObjectName(QStringLiteral("discoverFindings"));
    m_clear->setObjectName(QStringLiteral("discoverClear"));
    m_clear->setAccessibleName(tr("Clear the filter"));
    m_clear->setToolTip(tr("Clear the filter"));
    m_clear->setEnabled(false);
    auto* const first = new QHBoxLayout;
    first->addWidget(m_words, 1);
    for (QWidget* const widget : { m_trading, m_findings, m_clear })
        first->addWidget(widget);
    auto* const second = new QHBoxLayout;
    second->addWidget(m_capability, 3);
    second->addWidget(m_tier, 2);
    second->addWidget(m_proof, 2);
    second->addWidget(m_price, 2);
    second->addWidget(m_latency, 2);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(theme::kGap, theme::kGap, theme::kGap, theme::kGap);
    rows->setSpacing(theme::kGap / 2);
    for (QHBoxLayout* const row : { first, second }) {
        row->setSpacing(theme::kGap / 2);
        rows->addLayout(row);
    }
    connect(m_words, &QLineEdit::textChanged, this, &FilterRow::tell);
    connect(m_clear, &QPushButton::clicked, this, &FilterRow::clear);
}

QComboBox* FilterRow::addChoice(const QString& name, const QString& any)
{
    auto* const box = new QComboBox(this);
    box->setAccessibleName(name);
    box->setToolTip(name);
    box->addItem(any);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(2);
    box->setMinimumWidth(theme::scaled(54));
    connect(box, &QComboBox::currentIndexChanged, this, &FilterRow::tell);
    return box;
}

QLineEdit* FilterRow::addNumber(const QString& name, const QString& hint)
{
    auto* const field = new QLineEdit(this);
    field->setAccessibleName(name);
    field->setToolTip(name);
    field->setPlaceholderText(hint);
    field->setMinimumWidth(theme::scaled(44));
    connect(field, &QLineEdit::textChanged, this, &FilterRow::tell);
    return field;
}

QPushButton* FilterRow::addToggle(const QString& text, const QString& name)
{
    auto* const button = new QPushButton(text, this);
    button->setCheckable(true);
    button->setAccessibleName(name);
    button->setToolTip(name);
    connect(button, &QPushButton::toggled, this, &FilterRow::tell);
    return button;
}

discovery::Filter FilterRow::filter() const
{
    discovery::Filter filter;
    filter.words = m_words->text().toStdString();
    filter.capability = chosen(*m_capability);
    filter.tier = chosen(*m_tier);
    filter.proof = chosen(*m_proof);
    filter.maxPriceCu = numberOf(*m_price);
    filter.maxLatencyMs = numberOf(*m_latency);
    filter.onlyTrading = m_trading->isChecked();
    filter.onlyFindings = m_findings->isChecked();
    return filter;
}

bool FilterRow::isEmpty() const
{
    return m_words->text().isEmpty() && m_capability->currentIndex() <= 0 && m_tier->currentIndex() <= 0
        && m_proof->currentIndex() <= 0 && m_price->text().isEmpty() && m_latency->text().isEmpty()
        && !m_trading->isChecked() && !m_findings->isChecked();
}

QString FilterRow::problem() const
{
    for (const QLineEdit* const field : { m_price, m_latency }) {
        if (!isFine(*field))
            return tr("%1: expected a number such as 0.005, found \"%2\"; not filtered by it")
                .arg(field->accessibleName(), field->text().left(40));
    }
    return {};
}

void FilterRow::setFacets(const Facets& facets)
{
    if (facets == m_facets)
        return;
    m_facets = facets;
    m_isFilling = true;
    fill(*m_capability, facets.capabilities);
    fill(*m_tier, facets.tiers);
    fill(*m_proof, facets.proofs);
    m_isFilling = false;
}

void FilterRow::clear()
{
    m_isFilling = true;
    for (QLineEdit* const field : { m_words, m_price, m_latency })
        field->clear();
    for (QComboBox* const box : { m_capability, m_tier, m_proof })
        box->setCurrentIndex(0);
    for (QPushButton* const toggle : { m_trading, m_findings })
        toggle->setChecked(false);
    m_isFilling = false;
    tell();
}

void FilterRow::focusWords()
{
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

void FilterRow::tell()
{
    if (m_isFilling)
        return;
    for (QLineEdit* const field : { m_price, m_latency }) {
        QPalette own = palette();
        const bool fine = isFine(*field);
        own.setColor(QPalette::Text, theme::color(fine ? theme::Token::Text : theme::Token::Error, own));
        field->setPalette(own);
    }
    m_clear->setEnabled(!isEmpty());
    Q_EMIT changed();
}

void FilterRow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !isEmpty())
        clear();
    else
        QWidget::keyPressEvent(event);
}

} // namespace discover
