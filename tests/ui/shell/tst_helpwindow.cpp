// SPDX-License-Identifier: GPL-3.0-or-later
// The user guide: every page is listed by its title, and every link on one leads somewhere.
#include "ui/shell/helpwindow.h"

#include <QDir>
#include <QFile>
#include <QListWidget>
#include <QRegularExpression>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

class TestHelpWindow final : public QObject {
    Q_OBJECT

    static QStringList pages() { return QDir(QStringLiteral(":/help")).entryList(QDir::Files); }

private Q_SLOTS:
    void listsPagesByTheirTitles()
    {
        shell::HelpWindow window;
        const auto* list = window.findChild<QListWidget*>();
        QCOMPARE(list->count(), static_cast<int>(pages().size()));
        QCOMPARE(list->currentItem()->text(), QStringLiteral("The workbench"));
        for (int row = 0; row < list->count(); ++row)
            QVERIFY(!list->item(row)->text().endsWith(QStringLiteral(".md")));
    }

    void everyLinkLeadsSomewhere_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("target");
        static const QRegularExpression link(QStringLiteral(R"(\]\(([^)]+)\))"));
        for (const QString& page : pages()) {
            QFile file(QStringLiteral(":/help/") + page);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            for (auto match = link.globalMatch(text); match.hasNext();) {
                const QString target = match.next().captured(1);
                QTest::addRow("%s: %s", qPrintable(page), qPrintable(target)) << page << target;
            }
        }
    }

    void everyLinkLeadsSomewhere()
    {
        QFETCH(const QString, page);
        QFETCH(const QString, target);
        shell::HelpWindow window;
        auto* text = window.findChild<QTextBrowser*>();
        window.follow(QUrl(page));
        const QString before = text->toPlainText();
        const QUrl url(target);
        Q_EMIT text->anchorClicked(url);
        if (!url.path().isEmpty() && url.fileName() != page)
            QVERIFY(text->toPlainText() != before);
        QVERIFY(!text->toPlainText().isEmpty());
        if (url.hasFragment())
            QVERIFY(text->textCursor().block().blockFormat().headingLevel() > 0);
    }

    /// `\\|` is for tables, and of no use within code.
    void showsNoBackslashBeforeABar()
    {
        for (const QString& page : pages()) {
            shell::HelpWindow window;
            window.follow(QUrl(page));
            QVERIFY2(!window.findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("\\|")),
                qPrintable(page));
        }
    }
};

QTEST_MAIN(TestHelpWindow)
#include "tst_helpwindow.moc"
