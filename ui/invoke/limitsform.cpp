// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/limitsform.h"

#include "ui/invoke/describe.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

namespace invoke {

using wire::milliseconds;

namespace {

constexpr std::int64_t kLongestMs = std::int64_t { 24 } * 3'600'000;

QString asAdvertised()
{
    return LimitsForm::tr("3 × the advertised interval");
}

QString never()
{
    return LimitsForm::tr("never");
}

std::expected<milliseconds, QString> readMs(const QString& text, const QString& what)
{
    bool isNumber = false;
    const qlonglong ms = text.trimmed().toLongLong(&isNumber);
    if (!isNumber || ms < 0 || ms > kLongestMs)
        return std::unexpected(
            LimitsForm::tr("%1: a number of ms is expected, at most a day, not \"%2\".").arg(what, text));
    return milliseconds(ms);
}

} // namespace

LimitsForm::LimitsForm(const buyer::TaskOptions& limits, QWidget* parent)
    : QDialog(parent)
    , m_liveness(new QComboBox(this))
    , m_onlyHeartbeats(new QCheckBox(tr("only heartbeats are signs of life"), this))
    , m_grace(new QLineEdit(QString::number(limits.cancelGrace.count()), this))
    , m_complaint(new widgets::PlainLabel({}, theme::Token::Secondary, this))
{
    setWindowTitle(tr("Time limits of a task"));
    m_liveness->setObjectName(QStringLiteral("livenessLimit"));
    m_liveness->setEditable(true);
    m_liveness->setInsertPolicy(QComboBox::NoInsert);
    m_liveness->addItems({ asAdvertised(), never() });
    m_liveness->setToolTip(tr("Each sign of life begins it anew; when it has passed the task has failed"));
    if (limits.livenessWindow) {
        const auto ms = limits.livenessWindow->count();
        m_liveness->setCurrentText(ms == 0 ? never() : QString::number(ms));
    }
    m_onlyHeartbeats->setObjectName(QStringLiteral("onlyHeartbeats"));
    m_onlyHeartbeats->setChecked(limits.onlyHeartbeatsAreLife);
    m_grace->setObjectName(QStringLiteral("cancelGrace"));
    m_grace->setFont(theme::monospace());
    m_grace->setToolTip(tr("For the provider to confirm with -33004, before the stream is closed"));
    m_complaint->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_complaint->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("&No sign of life, ms"), m_liveness);
    form->addRow(QString(), m_onlyHeartbeats);
    form->addRow(tr("&Cancel not confirmed, ms"), m_grace);
    form->addRow(m_complaint);
    auto* const buttons = new QDialogButtonBox(this);
    m_apply = buttons->addButton(tr("Apply"), QDialogButtonBox::AcceptRole);
    m_apply->setObjectName(QStringLiteral("applyLimits"));
    theme::makePrimary(*m_apply);
    buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    form->addRow(buttons);
    setMinimumWidth(theme::scaled(460));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_liveness, &QComboBox::currentTextChanged, this, &LimitsForm::check);
    connect(m_grace, &QLineEdit::textChanged, this, &LimitsForm::check);
    check();
}

std::expected<buyer::TaskOptions, QString> LimitsForm::limits() const
{
    buyer::TaskOptions limits;
    limits.onlyHeartbeatsAreLife = m_onlyHeartbeats->isChecked();
    const QString liveness = m_liveness->currentText();
    if (liveness == never()) {
        limits.livenessWindow = milliseconds(0);
    } else if (liveness != asAdvertised()) {
        const auto window = readMs(liveness, tr("No sign of life"));
        if (!window)
            return std::unexpected(window.error());
        limits.livenessWindow = *window;
    }
    const auto grace = readMs(m_grace->text(), tr("Cancel not confirmed"));
    if (!grace)
        return std::unexpected(grace.error());
    limits.cancelGrace = *grace;
    return limits;
}

void LimitsForm::check()
{
    const auto all = limits();
    m_apply->setEnabled(all.has_value());
    m_complaint->setText(all ? tr("For the tasks that are sent from now on. The deadline is the request's "
                                  "timeout_ms; connecting has the endpoint's own limit.")
                             : all.error());
}

QString wordsOf(const buyer::TaskOptions& limits)
{
    const buyer::TaskOptions usual;
    QStringList words;
    if (limits.livenessWindow)
        words += *limits.livenessWindow == milliseconds(0)
            ? LimitsForm::tr("no limit without a sign of life")
            : LimitsForm::tr("fails after %1 without a sign of life")
                  .arg(durationText(*limits.livenessWindow));
    if (limits.onlyHeartbeatsAreLife)
        words += LimitsForm::tr("only heartbeats are signs of life");
    if (limits.cancelGrace != usual.cancelGrace)
        words += LimitsForm::tr("a cancel waits %1").arg(durationText(limits.cancelGrace));
    return words.join(QStringLiteral(" · "));
}

} // namespace invoke
