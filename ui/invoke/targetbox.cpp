// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/targetbox.h"

#include "ui/theme/theme.h"

#include <QLineEdit>

namespace invoke {

TargetBox::TargetBox(QWidget* parent)
    : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(NoInsert);
    setAccessibleName(tr("Provider"));
    lineEdit()->setAccessibleName(accessibleName());
    setObjectName(QStringLiteral("target"));
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    lineEdit()->setPlaceholderText(tr("an endpoint, or its address"));
    connect(this, &QComboBox::currentIndexChanged, this, &TargetBox::chosen);
    connect(lineEdit(), &QLineEdit::editingFinished, this, &TargetBox::chosen);
}

void TargetBox::add(const workspace::Endpoint& endpoint)
{
    m_known.push_back(endpoint);
    addItem(endpoint.name.isEmpty() ? endpoint.url : endpoint.name + QStringLiteral("  ") + endpoint.url);
}

void TargetBox::setKnown(const std::vector<workspace::Endpoint>& endpoints)
{
    if (endpoints == m_known)
        return;
    const QString typed = currentText();
    const workspace::Endpoint before = current();
    const QSignalBlocker quiet(this);
    clear();
    m_known.clear();
    for (const workspace::Endpoint& endpoint : endpoints)
        add(endpoint);
    const auto again = std::ranges::find(m_known, before.id, &workspace::Endpoint::id);
    if (!before.id.isEmpty() && again != m_known.end())
        setCurrentIndex(static_cast<int>(again - m_known.begin()));
    else if (!typed.isEmpty())
        setEditText(typed);
    else
        setCurrentIndex(m_known.empty() ? -1 : 0);
}

void TargetBox::choose(const workspace::Endpoint& endpoint)
{
    const auto member = endpoint.id.isEmpty() ? &workspace::Endpoint::url : &workspace::Endpoint::id;
    const auto known = std::ranges::find(m_known, endpoint.*member, member);
    if (known == m_known.end())
        setEditText(endpoint.url);
    else
        setCurrentIndex(static_cast<int>(known - m_known.begin()));
    Q_EMIT chosen();
}

workspace::Endpoint TargetBox::current() const
{
    const int index = findText(currentText(), Qt::MatchExactly | Qt::MatchCaseSensitive);
    if (index >= 0)
        return m_known[static_cast<std::size_t>(index)];
    workspace::Endpoint typed;
    typed.url = currentText().trimmed();
    return typed;
}

} // namespace invoke
