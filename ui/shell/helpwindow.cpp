// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/helpwindow.h"

#include "ui/theme/theme.h"

#include <QDir>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextFrame>
#include <QTextTable>

namespace shell {

namespace {

constexpr int kFileRole = Qt::UserRole;

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// As Markdown's readers make one of a heading: lower case, blanks are hyphens, the rest are letters and
/// digits.
QString fragmentOf(const QString& heading)
{
    QString fragment;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == u'-' || c == u'_')
            fragment += c;
        else if (c.isSpace())
            fragment += u'-';
    }
    return fragment;
}

/// Markdown's own look is cramped: room around headings and in cells, one line between cells, and no line of
/// code that is wider than the page.
void layOut(QTextDocument& page, const QPalette& palette)
{
    page.setDocumentMargin(theme::scaled(16));
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        format.setNonBreakableLines(false);
        if (format.headingLevel() > 0 && block != page.begin())
            format.setTopMargin(theme::scaled(14));
        format.setBottomMargin(theme::scaled(4));
        QTextCursor(block).setBlockFormat(format);
    }
    for (QTextFrame* const frame : page.rootFrame()->childFrames()) {
        auto* const table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorder(1);
        format.setBorderBrush(theme::color(theme::Token::Border, palette));
        format.setCellPadding(theme::scaled(4));
        format.setBottomMargin(theme::scaled(8));
        table->setFormat(format);
    }
}

} // namespace

HelpWindow::HelpWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_pages(new QListWidget(this))
    , m_text(new QTextBrowser(this))
{
    setWindowTitle(tr("User guide"));
    resize(theme::scaled(1020), theme::scaled(740));
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_pages);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({ theme::scaled(160), theme::scaled(860) });
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(splitter);
    m_pages->setAccessibleName(tr("Pages"));
    m_text->setAccessibleName(tr("Page"));
    m_text->setOpenLinks(false);
    addPages();
    connect(m_pages, &QListWidget::currentItemChanged, this, &HelpWindow::showPage);
    connect(m_text, &QTextBrowser::anchorClicked, this, &HelpWindow::follow);
    follow(QUrl(QStringLiteral("workbench.md")));
}

void HelpWindow::addPages()
{
    const QDir folder(QStringLiteral(":/help"));
    for (const QString& name : folder.entryList({ QStringLiteral("*.md") }, QDir::Files, QDir::Name)) {
        const QString text = QString::fromUtf8(contentsOf(folder.filePath(name)));
        auto* const item = new QListWidgetItem(text.section(u'\n', 0, 0).mid(2), m_pages);
        item->setData(kFileRole, name);
    }
}

void HelpWindow::showPage()
{
    const QListWidgetItem* const item = m_pages->currentItem();
    if (!item)
        return;
    m_text->setMarkdown(
        QString::fromUtf8(contentsOf(QStringLiteral(":/help/") + item->data(kFileRole).toString())));
    layOut(*m_text->document(), palette());
}

void HelpWindow::follow(const QUrl& url)
{
    const QString file = url.fileName();
    if (file.endsWith(QStringLiteral(".json"))) {
        m_text->setPlainText(QString::fromUtf8(contentsOf(QStringLiteral(":/schema/") + file)));
        m_pages->setCurrentItem(nullptr);
        return;
    }
    for (int row = 0; !file.isEmpty() && row < m_pages->count(); ++row) {
        if (m_pages->item(row)->data(kFileRole) == file)
            m_pages->setCurrentRow(row);
    }
    if (url.hasFragment())
        goTo(url.fragment());
}

void HelpWindow::goTo(const QString& fragment)
{
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || fragmentOf(block.text()) != fragment)
            continue;
        m_text->setTextCursor(QTextCursor(block));
        QScrollBar* const bar = m_text->verticalScrollBar();
        bar->setValue(bar->value() + m_text->cursorRect().top());
        return;
    }
}

} // namespace shell
