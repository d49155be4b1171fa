// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/filefield.h"

#include "ui/theme/icons.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

namespace endpoints {

FileField::FileField(What what, const QString& name, const QString& path, QWidget* parent)
    : QWidget(parent)
    , m_what(what)
    , m_name(name)
    , m_line(new QLineEdit(path, this))
{
    m_line->setFont(theme::monospace());
    m_line->setAccessibleName(name);
    m_line->setPlaceholderText(tr("none"));
    auto* browse = new QToolButton(this);
    browse->setIcon(theme::icon(QStringLiteral("open")));
    browse->setAccessibleName(tr("Choose: %1").arg(name));
    browse->setToolTip(tr("Choose…"));
    browse->setFocusPolicy(Qt::StrongFocus);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(theme::kGap / 2);
    row->addWidget(m_line, 1);
    row->addWidget(browse);
    setFocusProxy(m_line);
    connect(m_line, &QLineEdit::textChanged, this, &FileField::edited);
    connect(browse, &QToolButton::clicked, this, &FileField::choose);
}

QString FileField::path() const
{
    return m_line->text().trimmed();
}

QString FileField::complaint() const
{
    return path().isEmpty() || QDir::isAbsolutePath(path())
        ? QString()
        : tr("%1: expected a whole path from the root, found %2.").arg(m_name, path());
}

void FileField::choose()
{
    auto* dialog = new QFileDialog(this, m_name, path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(m_what == What::Folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_line, &QLineEdit::setText);
    dialog->open();
}

} // namespace endpoints
