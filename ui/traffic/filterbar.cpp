// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/filterbar.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>

namespace traffic {

FilterBar::FilterBar(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLineEdit(this))
    , m_findings(makeToggle(tr("Findings ≥ warning"), QStringLiteral("trafficFindings")))
    , m_follow(makeToggle(tr("Follow"), QStringLiteral("trafficFollow")))
    , m_clear(new QPushButton(tr("Clear filter"), this))
{
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::kGap);
    m_text->setObjectName(QStringLiteral("trafficFilter"));
    m_text->setAccessibleName(tr("Filter"));
    m_text->setPlaceholderText(
        tr("Filter by words: method, task, id, peer, finding, or anything in the bytes"));
    m_text->setFont(theme::monospace());
    m_text->addAction(theme::icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    m_clear->setObjectName(QStringLiteral("trafficClear"));
    m_clear->setEnabled(false);
    m_follow->setIcon(theme::icon(QStringLiteral("follow")));
    setFollowing(true);
    row->addWidget(m_text, 1);
    for (QPushButton* const button : { m_findings, m_clear, m_follow })
        row->addWidget(button);
    connect(m_text, &QLineEdit::textChanged, this, &FilterBar::changed);
    connect(m_findings, &QPushButton::toggled, this, &FilterBar::changed);
    connect(m_clear, &QPushButton::clicked, this, &FilterBar::clear);
    connect(m_follow, &QPushButton::toggled, this, &FilterBar::followingToggled);
    if (parent) {
        auto* const find = new QShortcut(QKeySequence::Find, parent);
        find->setContext(Qt::WidgetWithChildrenShortcut);
        connect(find, &QShortcut::activated, m_text, [this] {
            m_text->setFocus(Qt::ShortcutFocusReason);
            m_text->selectAll();
        });
    }
}

QPushButton* FilterBar::makeToggle(const QString& text, const QString& name)
{
    auto* const button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setCheckable(true);
    return button;
}

Filter FilterBar::filter() const
{
    return Filter::parse(
        m_text->text(), m_findings->isChecked() ? std::optional(acmp::Level::Warning) : std::nullopt);
}

QString FilterBar::text() const
{
    return m_text->text();
}

void FilterBar::setText(const QString& text)
{
    {
        const QSignalBlocker blocker(this);
        m_findings->setChecked(false);
        m_text->setText(text);
    }
    changed();
}

void FilterBar::clear()
{
    setText({});
}

void FilterBar::setFollowing(bool following)
{
    m_follow->setChecked(following);
}

void FilterBar::changed()
{
    m_clear->setEnabled(!m_text->text().isEmpty() || m_findings->isChecked());
    Q_EMIT filterChanged();
}

void FilterBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_clear->isEnabled())
        clear();
    else
        QWidget::keyPressEvent(event);
}

} // namespace traffic
