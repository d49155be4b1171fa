// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/style.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QPushButton>
#include <QStyleHints>

namespace theme {

namespace {

// What neither the palette nor Style says.
constexpr char kSheet[] = R"(
QToolTip { color: @text@; background: @surface@; border: 1px solid @border@; padding: 3px 6px; }
QAbstractItemView { border: none; outline: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QComboBox QAbstractItemView { border: 1px solid @border@; }
QHeaderView { background: @surface@; border: none; }
QHeaderView::section { background: @surface@; color: @secondary@; border: none; border-bottom: 1px solid @border@; padding: 0 8px; font-weight: normal; }
QTabBar::tab { color: @secondary@; background: transparent; border: none; border-bottom: 2px solid transparent; padding: 5px 12px 4px 12px; }
QTabBar::tab:selected { color: @text@; border-bottom-color: @accent@; }
QTabBar::tab:hover, QTabBar::tab:focus { color: @accent@; }
QTabWidget::pane { border: none; border-top: 1px solid @border@; }
QStatusBar::item { border: none; }
QProgressBar { background: @sunken@; border: none; border-radius: 4px; max-height: 8px; }
QProgressBar::chunk { background: @heartbeat@; border-radius: 4px; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 11px; }
QScrollBar:horizontal { height: 11px; }
QScrollBar::handle { background: @disabled@; border: 3px solid @surface@; border-radius: 5px; min-width: 28px; min-height: 28px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: @secondary@; border-width: 2px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

// The system's text size against the usual 10 pt at 96 dpi.
double& textScale()
{
    static double scale = 1;
    return scale;
}

bool wantsDark(Scheme scheme, bool startedDark)
{
    if (scheme != Scheme::System)
        return scheme == Scheme::Dark;
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const Qt::ColorScheme system = QGuiApplication::styleHints()->colorScheme();
    if (system != Qt::ColorScheme::Unknown)
        return system == Qt::ColorScheme::Dark;
#endif
    return startedDark;
}

QFont sized(QFont font, int pixels)
{
    font.setPixelSize(scaled(pixels));
    return font;
}

} // namespace

void apply(QApplication& application, Scheme scheme)
{
    static const bool startedDark = [] {
        const QFont font = QApplication::font();
        textScale() = qMax(1.0, QFontInfo(font).pixelSize() / (10.0 * 96 / 72));
        QApplication::setFont(sized(font, 13));
        const bool dark = isDark(QApplication::palette());
        QApplication::setStyle(new Style);
        return dark;
    }();
    const bool dark = wantsDark(scheme, startedDark);
    QApplication::setPalette(palette(dark));
    application.setStyleSheet(withColors(QString::fromLatin1(kSheet), dark));
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    static QMetaObject::Connection following;
    QObject::disconnect(following);
    if (scheme == Scheme::System) {
        following = QObject::connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged,
            &application, [&application] { apply(application, Scheme::System); });
    }
#endif
}

void makePrimary(QPushButton& button)
{
    button.setProperty(Style::kPrimary, true);
    button.update();
}

QFont monospace()
{
    QFont font = sized(QFontDatabase::systemFont(QFontDatabase::FixedFont), 12);
    font.setKerning(false);
    return font;
}

QFont label()
{
    return sized(QApplication::font(), 12);
}

int scaled(int pixels)
{
    return qRound(pixels * textScale());
}

} // namespace theme
