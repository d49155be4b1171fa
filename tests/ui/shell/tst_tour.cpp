// SPDX-License-Identifier: GPL-3.0-or-later
// Plays the tour offscreen at the two sizes that matter and looks at every view as it is pictured.
#include "tests/ui/shell/windowfixture.h"

#include "ui/shell/tour.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

class TestTour final : public QObject {
    Q_OBJECT

    /// What is shown with less room than its text needs, of labels and buttons that can't elide.
    static QStringList cutTexts(const QWidget& window)
    {
        QStringList cut;
        for (const auto* label : window.findChildren<QLabel*>()) {
            if (!label->isVisible() || label->text().isEmpty())
                continue;
            const bool fits = label->wordWrap() ? label->heightForWidth(label->width()) <= label->height() + 1
                                                : label->sizeHint().width() <= label->width();
            if (!fits)
                cut += label->text();
        }
        for (const auto* button : window.findChildren<QAbstractButton*>()) {
            if (button->isVisible() && !button->text().isEmpty()
                && button->minimumSizeHint().width() > button->width())
                cut += button->text();
        }
        return cut;
    }

    static int colourCount(const QImage& image)
    {
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 2) {
            for (int x = 0; x < image.width(); x += 2)
                colours.insert(image.pixel(x, y));
        }
        return static_cast<int>(colours.size());
    }

private Q_SLOTS:
    void showsEveryViewWholeAndFilled_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::newRow("large, light") << QSize(1440, 900) << false;
        QTest::newRow("small, dark") << QSize(1024, 640) << true;
    }
    void showsEveryViewWholeAndFilled()
    {
        QFETCH(const QSize, size);
        QFETCH(const bool, dark);
        theme::apply(*qApp, dark ? theme::Scheme::Dark : theme::Scheme::Light);
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));

        shell::Tour tour(window, fixture.parts(), fixture.path(QStringLiteral("tour")), QStringLiteral("-x"));
        QSignalSpy taken(&tour, &shell::Tour::taken);
        QSignalSpy finished(&tour, &shell::Tour::finished);
        QStringList faults;
        connect(&tour, &shell::Tour::aboutToTake, &window, [&](const QString& name) {
            for (const QString& text : cutTexts(window))
                faults += name + QStringLiteral(": cut: ") + text;
        });
        tour.start();
        QVERIFY(finished.wait(120'000));
        QCOMPARE(finished.first().first().toString(), QString());
        QVERIFY(taken.count() >= 10);
        for (const auto& picture : taken) {
            const QImage image(picture.first().toString());
            QCOMPARE(image.size(), size);
            if (colourCount(image.copy(80, 60, size.width() - 90, size.height() - 100)) < 12)
                faults += picture.first().toString() + QStringLiteral(": empty");
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }
};

QTEST_MAIN(TestTour)
#include "tst_tour.moc"
