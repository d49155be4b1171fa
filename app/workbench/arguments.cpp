// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/arguments.h"

#include <QCommandLineParser>

namespace workbench {

namespace {

std::expected<theme::Scheme, QString> readScheme(const QString& text)
{
    if (text == QStringLiteral("light"))
        return theme::Scheme::Light;
    if (text == QStringLiteral("dark"))
        return theme::Scheme::Dark;
    return std::unexpected(QStringLiteral("--theme: expected light or dark, found \"%1\"").arg(text));
}

std::expected<QSize, QString> readSize(const QString& text)
{
    const QStringList parts = text.split(u'x');
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
    if (size.width() < 320 || size.height() < 240 || size.width() > 16'384 || size.height() > 16'384)
        return std::unexpected(
            QStringLiteral("--size: expected WIDTHxHEIGHT, e.g. 1440x900, found \"%1\"").arg(text));
    return size;
}

} // namespace

std::expected<Arguments, QString> readArguments(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Inspects and drives ACMP sessions."));
    const QCommandLineOption record(QStringLiteral("record"),
        QStringLiteral("Record the session into FILE, which must not exist."), QStringLiteral("FILE"));
    const QCommandLineOption demo(QStringLiteral("demo"), QStringLiteral("Start the demo market."));
    const QCommandLineOption tour(QStringLiteral("tour"),
        QStringLiteral("Play the demo market, write a picture of every view into DIR, and end."),
        QStringLiteral("DIR"));
    const QCommandLineOption scheme(QStringLiteral("theme"),
        QStringLiteral("Colours: light or dark. Default: as set, else the system's."),
        QStringLiteral("THEME"));
    const QCommandLineOption size(
        QStringLiteral("size"), QStringLiteral("Size of the window, e.g. 1440x900."), QStringLiteral("WxH"));
    parser.addOptions({ record, demo, tour, scheme, size });
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("file"),
        QStringLiteral("A capture (*.acmpcap) or workspace (*.acmpworkspace) to open."),
        QStringLiteral("[file]"));
    if (!parser.parse(arguments))
        return std::unexpected(parser.errorText());
    if (parser.isSet(QStringLiteral("help")))
        parser.showHelp();
    if (parser.isSet(QStringLiteral("version")))
        parser.showVersion();
    if (parser.positionalArguments().size() > 1)
        return std::unexpected(
            QStringLiteral("expected at most one file, found %1").arg(parser.positionalArguments().size()));

    Arguments out;
    out.file = parser.positionalArguments().value(0);
    out.recordFile = parser.value(record);
    out.demo = parser.isSet(demo);
    out.tourFolder = parser.value(tour);
    if (parser.isSet(scheme)) {
        auto read = readScheme(parser.value(scheme));
        if (!read)
            return std::unexpected(read.error());
        out.scheme = *read;
    }
    if (parser.isSet(size)) {
        auto read = readSize(parser.value(size));
        if (!read)
            return std::unexpected(read.error());
        out.size = *read;
    }
    return out;
}

} // namespace workbench
