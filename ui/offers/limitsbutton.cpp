// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/limitsbutton.h"

#include "ui/offers/describe.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QFrame>
#include <QLineEdit>

namespace offers {

using buyer::Constraints;

namespace {

QString asAsked()
{
    return LimitsButton::tr("as asked");
}

QString off()
{
    return LimitsButton::tr("off");
}

/// What is set instead of what was asked; nullopt: nothing is. Empty: off.
std::optional<QString> ownOf(const QComboBox& box)
{
    const QString text = box.currentText().trimmed();
    if (text == asAsked())
        return std::nullopt;
    return text == off() ? QString() : text;
}

} // namespace

LimitsButton::LimitsButton(QWidget* parent)
    : QPushButton(tr("Limits…"), parent)
    , m_form(new QFrame(this, Qt::Popup))
    , m_tier(new QLineEdit(m_form))
    , m_signedOnly(new QCheckBox(tr("signed only"), m_form))
{
    setObjectName(QStringLiteral("limits"));
    setToolTip(tr("What an offer must be for a policy to take it"));
    m_form->setFrameShape(QFrame::StyledPanel);
    auto* form = new QFormLayout(m_form);
    form->setContentsMargins(12, 12, 12, 12);
    m_price = addChoice(form, tr("Price ≤, CU"), "limitPrice", false,
        tr("A policy takes none above it, nor above the ceiling that was asked, which binds whoever quotes "
           "(Layer 6 §2.1)"));
    m_latency = addChoice(
        form, tr("SLA ≤, ms"), "limitLatency", true, tr("A policy takes none that promises less"));
    m_proof = addChoice(form, tr("Proof"), "limitProof", true, tr("A policy takes none with another proof"));
    m_proof->addItems({ QStringLiteral("result-hash"), QStringLiteral("tee-attestation"),
        QStringLiteral("embedded-challenge") });
    m_tier->setObjectName(QStringLiteral("tierOnly"));
    m_tier->setPlaceholderText(tr("any"));
    m_tier->setAccessibleName(tr("Tier that a policy takes, as the entry says"));
    m_tier->setToolTip(tr("A policy takes only offers of this tier, as the provider's entry says"));
    m_tier->setFont(theme::monospace());
    form->addRow(tr("Tier"), m_tier);
    m_signedOnly->setObjectName(QStringLiteral("signedOnly"));
    m_signedOnly->setToolTip(tr("A policy takes only offers whose signature is verified"));
    form->addRow(QString(), m_signedOnly);
    connect(m_tier, &QLineEdit::textChanged, this, &LimitsButton::changed);
    connect(m_signedOnly, &QCheckBox::toggled, this, &LimitsButton::changed);
    connect(this, &QPushButton::clicked, this, &LimitsButton::openForm);
}

QComboBox* LimitsButton::addChoice(
    QFormLayout* form, const QString& label, const char* name, bool canBeOff, const QString& toolTip)
{
    auto* box = new QComboBox(m_form);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(tr("Limit of a policy: %1").arg(label));
    box->setToolTip(toolTip);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setFont(theme::monospace());
    box->addItem(asAsked());
    if (canBeOff)
        box->addItem(off());
    form->addRow(label, box);
    connect(box, &QComboBox::currentTextChanged, this, &LimitsButton::changed);
    return box;
}

void LimitsButton::setRequest(const acmp::OfferRequest& request)
{
    m_request = request;
    Q_EMIT changed();
}

std::expected<Constraints, QString> LimitsButton::constraintsFor(const acmp::OfferRequest& request) const
{
    Constraints all;
    if (const auto own = ownOf(*m_price); own && !own->isEmpty()) {
        all.maxPriceCu = json::Decimal::parse(own->toStdString());
        if (!all.maxPriceCu || all.maxPriceCu->isNegative())
            return std::unexpected(tr("The limit of the price is no amount of CU: %1").arg(*own));
    }
    all.maxLatencyMs = request.maxLatencyMs;
    if (const auto own = ownOf(*m_latency)) {
        bool isNumber = own->isEmpty();
        all.maxLatencyMs = own->isEmpty() ? std::nullopt : std::optional(own->toLongLong(&isNumber));
        if (!isNumber || all.maxLatencyMs.value_or(0) < 0)
            return std::unexpected(tr("The limit of the latency is no number of ms: %1").arg(*own));
    }
    const auto proof = ownOf(*m_proof);
    all.proofMethod = proof ? proof->toStdString() : request.proofMethod.value_or(std::string());
    all.tier = m_tier->text().trimmed().toStdString();
    all.signedOnly = m_signedOnly->isChecked();
    return all;
}

QString LimitsButton::words() const
{
    const auto all = constraints();
    if (!all)
        return all.error();
    const std::string text = buyer::limitsText(m_request, *all);
    return text.empty() ? tr("any offer") : shown(text);
}

void LimitsButton::openForm()
{
    m_form->adjustSize();
    m_form->move(mapToGlobal(QPoint(0, height())));
    m_form->show();
    m_price->setFocus();
}

} // namespace offers
