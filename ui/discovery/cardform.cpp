// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/cardform.h"

#include "protocol/discovery/weburl.h"
#include "protocol/transport/http/ownfields.h"
#include "ui/discovery/describe.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

namespace discover {

using discovery::CardInput;
using discovery::CardQuestion;

namespace {

/// Why what comes of the answers can't be connected to; empty: it can.
QString mistakeIn(const discovery::FilledRemote& filled)
{
    if (!discovery::isWebUrl(filled.url))
        return CardForm::tr("The address is none of http or https: %1").arg(shown(filled.url));
    for (const discovery::FilledHeader& header : filled.headers) {
        if (const auto checked = http::checkOwnField({ header.name, header.value }); !checked)
            return CardForm::tr("Header %1: %2")
                .arg(shown(header.name), QString::fromStdString(checked.error().toString()));
    }
    return {};
}

} // namespace

CardForm::CardForm(const QString& name, discovery::CardRemote remote, QWidget* parent)
    : QDialog(parent)
    , m_remote(std::move(remote))
    , m_questions(discovery::questionsOf(m_remote))
    , m_address(new QLineEdit(this))
    , m_complaint(new widgets::PlainLabel({}, theme::Token::Secondary, this))
{
    setWindowTitle(tr("Connect to %1").arg(name));
    auto* const form = new QFormLayout(this);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(new widgets::PlainLabel(
        tr("The card of this server asks for the following. Secrets are kept in the keychain."),
        theme::Token::Secondary, this));
    for (const CardQuestion& question : m_questions) {
        QWidget* const field = m_fields.emplace_back(makeField(question));
        const QString title = shown(question.input.name);
        field->setAccessibleName(title);
        field->setAccessibleDescription(shown(question.input.description));
        auto* const label = new widgets::PlainLabel(title, theme::Token::Text, this);
        label->setWordWrap(false);
        form->addRow(label, field);
        if (question.input.description.empty())
            continue;
        // In one line: a form gives a label that wraps the height of its narrowest.
        constexpr std::size_t kLine = 80;
        auto* const description = new widgets::PlainLabel(
            shown(question.input.description, kLine), theme::Token::Secondary, this);
        description->setWordWrap(false);
        description->setToolTip(widgets::plainToolTip(shown(question.input.description)));
        form->addRow(QString(), description);
    }
    m_address->setObjectName(QStringLiteral("cardAddress"));
    m_address->setFont(theme::monospace());
    m_address->setReadOnly(true);
    m_address->setAccessibleName(tr("Address"));
    m_complaint->setObjectName(QStringLiteral("cardComplaint"));
    m_complaint->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_complaint->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->addRow(tr("Address"), m_address);
    form->addRow(m_complaint);
    auto* const buttons = new QDialogButtonBox(this);
    m_connect = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    m_connect->setObjectName(QStringLiteral("cardConnect"));
    theme::makePrimary(*m_connect);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);
    setMinimumWidth(theme::scaled(560));
    check();
}

QWidget* CardForm::makeField(const CardQuestion& question)
{
    const CardInput& input = question.input;
    const QString preset = QString::fromStdString(discovery::presetOf(question));
    if (!input.choices.empty() && !input.isSecret) {
        auto* const box = new QComboBox(this);
        if (!input.isRequired)
            box->addItem(QString());
        for (const std::string& choice : input.choices)
            box->addItem(QString::fromStdString(choice));
        box->setCurrentIndex(qMax(0, box->findText(preset)));
        connect(box, &QComboBox::currentTextChanged, this, &CardForm::check);
        return box;
    }
    auto* const line = new QLineEdit(preset, this);
    line->setFont(theme::monospace());
    line->setPlaceholderText(!input.placeholder.empty() ? shown(input.placeholder)
            : input.isRequired                          ? tr("required")
                                                        : tr("may be left empty"));
    if (input.isSecret)
        line->setEchoMode(QLineEdit::Password);
    connect(line, &QLineEdit::textChanged, this, &CardForm::check);
    return line;
}

std::vector<std::string> CardForm::answers() const
{
    std::vector<std::string> answers;
    for (const QWidget* const field : m_fields) {
        const auto* const box = qobject_cast<const QComboBox*>(field);
        const QString text = box ? box->currentText() : qobject_cast<const QLineEdit*>(field)->text();
        answers.push_back(text.trimmed().toStdString());
    }
    return answers;
}

discovery::FilledRemote CardForm::filled() const
{
    return discovery::fill(m_remote, answers());
}

void CardForm::check()
{
    const std::vector<std::string> given = answers();
    const discovery::FilledRemote remote = filled();
    QString complaint;
    bool isSecretShown = false;
    for (std::size_t n = 0; n < m_questions.size(); ++n) {
        const CardQuestion& question = m_questions[n];
        isSecretShown = isSecretShown || (question.header.empty() && question.input.isSecret);
        const std::string mistake = discovery::mistakeIn(question, given[n]);
        if (complaint.isEmpty() && !mistake.empty())
            complaint = tr("%1: %2").arg(shown(question.input.name), shown(mistake));
    }
    if (complaint.isEmpty())
        complaint = mistakeIn(remote);
    m_address->setText(shown(remote.url));
    m_connect->setEnabled(complaint.isEmpty());
    if (complaint.isEmpty() && isSecretShown)
        complaint = tr("A secret is a part of the address: the workspace's file will hold it as typed.");
    m_complaint->setText(complaint);
}

} // namespace discover
