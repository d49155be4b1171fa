// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/headersfield.h"

#include "protocol/transport/http/ownfields.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QToolButton>

namespace endpoints {

using workspace::Header;

HeadersField::HeadersField(const std::vector<Header>& headers, QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
    , m_add(new QToolButton(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(theme::kGap / 2);
    m_grid->setColumnStretch(0, 2);
    m_grid->setColumnStretch(1, 3);
    m_add->setObjectName(QStringLiteral("addHeader"));
    m_add->setText(tr("Add a header"));
    m_add->setIcon(theme::icon(QStringLiteral("add")));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_add->setToolTip(tr("Goes with every request to this server, and with a WebSocket's handshake"));
    connect(m_add, &QToolButton::clicked, this, [this] {
        add({});
        m_lines.back().name->setFocus();
        Q_EMIT edited();
    });
    for (const Header& header : headers)
        add(header);
    if (headers.empty())
        m_grid->addWidget(m_add, 0, 0, 1, 4, Qt::AlignLeft);
}

void HeadersField::add(const Header& header)
{
    const Line line { header, new QLineEdit(header.name, this), new QLineEdit(header.value, this),
        new QCheckBox(tr("secret"), this), new QToolButton(this) };
    const int row = m_grid->rowCount();
    line.name->setObjectName(QStringLiteral("headerName"));
    line.name->setPlaceholderText(QStringLiteral("X-API-Key"));
    line.name->setAccessibleName(tr("Name of the header"));
    line.value->setObjectName(QStringLiteral("headerValue"));
    line.value->setAccessibleName(tr("Value of the header"));
    line.isSecret->setObjectName(QStringLiteral("headerIsSecret"));
    line.isSecret->setToolTip(tr("Kept in the keychain, not in the workspace's file"));
    line.isSecret->setChecked(!header.valueRef.isEmpty());
    line.remove->setObjectName(QStringLiteral("removeHeader"));
    line.remove->setIcon(theme::icon(QStringLiteral("remove")));
    line.remove->setToolTip(tr("Remove the header"));
    line.remove->setAccessibleName(tr("Remove the header"));
    for (QLineEdit* const edit : { line.name, line.value }) {
        edit->setFont(theme::monospace());
        connect(edit, &QLineEdit::textChanged, this, &HeadersField::edited);
    }
    connect(line.isSecret, &QCheckBox::toggled, this, [this, line] {
        showSecret(line);
        Q_EMIT edited();
    });
    connect(line.remove, &QToolButton::clicked, this, [this, button = line.remove] { remove(button); });
    m_grid->addWidget(line.name, row, 0);
    m_grid->addWidget(line.value, row, 1);
    m_grid->addWidget(line.isSecret, row, 2);
    m_grid->addWidget(line.remove, row, 3);
    m_grid->addWidget(m_add, row + 1, 0, 1, 4, Qt::AlignLeft);
    setTabOrder(line.remove, m_add);
    showSecret(line);
    m_lines.push_back(line);
}

void HeadersField::remove(const QToolButton* button)
{
    const auto line = std::ranges::find(m_lines, button, &Line::remove);
    for (QWidget* const widget :
        std::initializer_list<QWidget*> { line->name, line->value, line->isSecret, line->remove }) {
        widget->hide();
        widget->deleteLater();
    }
    m_lines.erase(line);
    m_add->setFocus();
    Q_EMIT edited();
}

/// The stored secret is still the value.
bool HeadersField::isKept(const Line& line)
{
    return line.isSecret->isChecked() && !line.before.valueRef.isEmpty() && line.value->text().isEmpty();
}

void HeadersField::showSecret(const Line& line)
{
    const bool isSecret = line.isSecret->isChecked();
    line.value->setEchoMode(isSecret ? QLineEdit::Password : QLineEdit::Normal);
    line.value->setPlaceholderText(
        isSecret && !line.before.valueRef.isEmpty() ? tr("stored; type to replace it") : tr("value"));
}

std::vector<HeadersField::Entered> HeadersField::headers() const
{
    std::vector<Entered> entered;
    for (const Line& line : m_lines) {
        Entered one { line.before, std::nullopt };
        one.header.name = line.name->text().trimmed();
        const QString value = line.value->text().trimmed();
        if (one.header.name.isEmpty() && value.isEmpty())
            continue;
        one.header.value.clear();
        if (!line.isSecret->isChecked()) {
            one.header.valueRef.clear();
            one.header.value = value;
        } else if (!isKept(line)) {
            one.secret = value;
        }
        entered.push_back(std::move(one));
    }
    return entered;
}

QString HeadersField::complaint() const
{
    for (const Entered& one : headers()) {
        const QString value = one.secret.value_or(one.header.value);
        if (const auto checked = http::checkOwnField({ one.header.name.toStdString(), value.toStdString() });
            !checked)
            return tr("Headers: %1.").arg(QString::fromStdString(checked.error().toString()));
        if (one.secret && one.secret->isEmpty())
            return tr("Headers: %1 is a secret without a value.").arg(one.header.name);
    }
    return {};
}

} // namespace endpoints
