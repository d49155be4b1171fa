// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/programfields.h"

#include "ui/endpoints/filefield.h"
#include "ui/theme/theme.h"

#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>

namespace endpoints {

using workspace::Variable;

namespace {

QString textOf(const std::vector<Variable>& environment)
{
    QStringList lines;
    for (const Variable& variable : environment)
        lines += variable.name % u'=' % variable.value;
    return lines.join(u'\n');
}

QStringList linesOf(const QPlainTextEdit& edit)
{
    QStringList lines = edit.toPlainText().split(u'\n');
    lines.removeIf([](const QString& line) { return line.trimmed().isEmpty(); });
    return lines;
}

} // namespace

ProgramFields::ProgramFields(const workspace::Access& access, QFormLayout& form, QWidget* parent)
    : QObject(parent)
    , m_form(form)
    , m_before(access.environment)
    , m_directory(new FileField(FileField::What::Folder, tr("Starts in"), access.directory, parent))
    , m_environment(new QPlainTextEdit(textOf(access.environment), parent))
{
    m_directory->line().setObjectName(QStringLiteral("directory"));
    m_directory->line().setPlaceholderText(tr("the workbench's own folder"));
    m_environment->setObjectName(QStringLiteral("environment"));
    m_environment->setAccessibleName(tr("Environment"));
    m_environment->setFont(theme::monospace());
    m_environment->setPlaceholderText(tr("NAME=VALUE, one a line; kept in the workspace's file as typed"));
    m_environment->setTabChangesFocus(true);
    m_environment->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_environment->setFixedHeight(3 * theme::scaled(theme::kRowHeight));
    form.addRow(tr("&Starts in"), m_directory);
    form.addRow(tr("&Environment"), m_environment);
    connect(m_directory, &FileField::edited, this, &ProgramFields::edited);
    connect(m_environment, &QPlainTextEdit::textChanged, this, &ProgramFields::edited);
}

void ProgramFields::setVisible(bool visible)
{
    m_form.setRowVisible(m_directory, visible);
    m_form.setRowVisible(m_environment, visible);
}

QString ProgramFields::directory() const
{
    return m_directory->path();
}

std::vector<Variable> ProgramFields::environment() const
{
    if (m_environment->toPlainText() == textOf(m_before))
        return m_before;
    std::vector<Variable> environment;
    for (const QString& line : linesOf(*m_environment)) {
        Variable variable { line.section(u'=', 0, 0).trimmed(), line.section(u'=', 1), {} };
        const auto known = std::ranges::find(m_before, variable.name, &Variable::name);
        if (known != m_before.end())
            variable.unknown = known->unknown;
        environment.push_back(std::move(variable));
    }
    return environment;
}

QString ProgramFields::complaint() const
{
    if (const QString complaint = m_directory->complaint(); !complaint.isEmpty())
        return complaint;
    for (const QString& line : linesOf(*m_environment)) {
        const qsizetype equals = line.indexOf(u'=');
        if (equals < 0 || line.left(equals).trimmed().isEmpty())
            return tr("Environment: expected NAME=VALUE, found %1.").arg(line);
        if (line.left(equals).trimmed() == QStringLiteral("ACMP_BEARER_TOKEN"))
            return tr("Environment: the token itself is passed on as ACMP_BEARER_TOKEN.");
    }
    return {};
}

QString ProgramFields::warning() const
{
    static const QRegularExpression secret(
        QStringLiteral("KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH"), QRegularExpression::CaseInsensitiveOption);
    for (const Variable& variable : environment()) {
        if (secret.match(variable.name).hasMatch())
            return tr("%1 looks like a secret: the workspace's file will hold it as typed.")
                .arg(variable.name);
    }
    return {};
}

} // namespace endpoints
