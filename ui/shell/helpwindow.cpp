// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/helpwindow.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QListWidget>
#include <QSplitter>
#include <QTextBrowser>

namespace shell {

HelpWindow::HelpWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_pages(new QListWidget(this))
    , m_text(new QTextBrowser(this))
{
    setWindowTitle(tr("User guide"));
    resize(900, 700);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_pages);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({ 180, 720 });
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(splitter);
    m_pages->setAccessibleName(tr("Pages"));
    m_text->setAccessibleName(tr("Page"));
    m_text->setOpenLinks(false);
    m_pages->addItems(
        QDir(QStringLiteral(":/help")).entryList({ QStringLiteral("*.md") }, QDir::Files, QDir::Name));
    connect(m_pages, &QListWidget::currentTextChanged, this, &HelpWindow::showPage);
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        const auto items = m_pages->findItems(url.fileName(), Qt::MatchExactly);
        if (!items.isEmpty())
            m_pages->setCurrentItem(items.front());
    });
    const auto first = m_pages->findItems(QStringLiteral("workbench.md"), Qt::MatchExactly);
    m_pages->setCurrentItem(first.isEmpty() ? m_pages->item(0) : first.front());
}

void HelpWindow::showPage(const QString& name)
{
    QFile file(QStringLiteral(":/help/") + name);
    if (file.open(QIODevice::ReadOnly))
        m_text->setMarkdown(QString::fromUtf8(file.readAll()));
}

} // namespace shell
