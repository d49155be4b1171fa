// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/scenariopane.h"

#include "ui/theme/theme.h"
#include "ui/widgets/jsoneditor.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"

#include <QListWidget>
#include <QVBoxLayout>

namespace mock {

ScenarioPane::ScenarioPane(QWidget* parent)
    : QWidget(parent)
    , m_pane(new widgets::Pane(tr("Scenario"), this))
    , m_editor(new widgets::JsonEditor(m_pane))
    , m_tooLong(new widgets::PlainLabel({}, theme::Token::Error, m_pane))
    , m_mistakes(new QListWidget(m_pane))
{
    m_editor->setObjectName(QStringLiteral("scenarioText"));
    m_editor->setAccessibleName(tr("Text of the scenario"));
    m_editor->setReadOnly(true);
    m_tooLong->setMargin(12);
    m_mistakes->setObjectName(QStringLiteral("mistakes"));
    m_mistakes->setAccessibleName(tr("Mistakes in the scenario"));
    m_mistakes->setWordWrap(true);
    m_mistakes->setFixedHeight(5 * theme::scaled(theme::kRowHeight));
    m_pane->addContent(m_mistakes, 0);
    m_pane->addContent(m_tooLong, 0);
    m_pane->addContent(m_editor);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_pane);
    connect(m_mistakes, &QListWidget::currentRowChanged, this, &ScenarioPane::markMistake);
    clear();
}

void ScenarioPane::showScenario(const ScenarioFile& file)
{
    if (file.path == m_file.path && file.text == m_file.text && file.failure == m_file.failure)
        return;
    clear();
    m_file = file;
    m_pane->setFacts(file.isBuiltin() ? tr("shipped with the program") : file.path);
    if (const auto taken = m_editor->setText(file.text); !taken) {
        m_tooLong->setText(QString::fromStdString(taken.error().toString()));
        m_tooLong->show();
    }
    for (const engine::ScenarioError& mistake : file.mistakes)
        m_mistakes->addItem(QString::fromStdString(mistake.toString()));
    m_mistakes->setVisible(!file.mistakes.empty());
    m_mistakes->setCurrentRow(0);
}

void ScenarioPane::clear()
{
    m_file = {};
    m_mistakes->clear();
    m_mistakes->hide();
    m_tooLong->hide();
    m_pane->setFacts({});
    m_editor->setComplaint(0, {});
    (void)m_editor->setText({});
}

void ScenarioPane::markMistake(int row)
{
    if (row < 0)
        return;
    const engine::ScenarioError& mistake = m_file.mistakes[static_cast<std::size_t>(row)];
    m_editor->setComplaint(m_file.offsetOf(mistake),
        tr("expected %1, found %2")
            .arg(QString::fromStdString(mistake.expected), QString::fromStdString(mistake.found)));
}

} // namespace mock
