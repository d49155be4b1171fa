// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <optional>

namespace theme {

namespace {

class LineIcon final : public QIconEngine {
public:
    LineIcon(QString name, QByteArray svg, std::optional<Token> token)
        : m_name(std::move(name))
        , m_svg(std::move(svg))
        , m_token(token)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        painter->drawPixmap(rect, rendered(rect.size() * painter->device()->devicePixelRatio(), mode, state));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return rendered(size, mode, state);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
        return rendered(size * scale, mode, state);
#else
        Q_UNUSED(scale); // the size has it
        return rendered(size, mode, state);
#endif
    }
    QIconEngine* clone() const override { return new LineIcon(m_name, m_svg, m_token); }
    QString key() const override { return QStringLiteral("acmp-line"); }
    bool isNull() override { return m_svg.isEmpty(); }

private:
    QColor inkOf(QIcon::Mode mode, QIcon::State state) const
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return color(Token::Disabled, palette);
        if (m_token)
            return color(*m_token, palette);
        if (mode == QIcon::Selected)
            return colorOnSelection(Token::Accent, palette);
        if (state == QIcon::On)
            return color(Token::Accent, palette);
        return color(mode == QIcon::Active ? Token::Text : Token::Secondary, palette);
    }
    QPixmap rendered(const QSize& pixels, QIcon::Mode mode, QIcon::State state) const
    {
        const QString ink = inkOf(mode, state).name();
        const QString key
            = QStringLiteral("acmp/%1/%2/%3x%4").arg(m_name, ink).arg(pixels.width()).arg(pixels.height());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        QByteArray svg = m_svg;
        svg.replace("currentColor", ink.toLatin1());
        QSvgRenderer renderer(svg);
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        pixmap = QPixmap(pixels);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QString m_name;
    QByteArray m_svg;
    std::optional<Token> m_token;
};

QIcon load(const QString& name, std::optional<Token> token)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "theme::icon", qPrintable(name));
    return QIcon(new LineIcon(name, opened ? file.readAll() : QByteArray(), token));
}

} // namespace

QIcon icon(const QString& name)
{
    return load(name, std::nullopt);
}

QIcon icon(const QString& name, Token token)
{
    return load(name, token);
}

} // namespace theme
