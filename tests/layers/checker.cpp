// SPDX-License-Identifier: Apache-2.0
#include "tests/layers/checker.h"

#include "tests/layers/links.h"

#include <QDirIterator>
#include <QFile>
#include <QLibraryInfo>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace layers {

namespace {

using Pattern = QRegularExpression;

struct Source {
    QString path; ///< from the root
    QString layer;
    QStringList lines;
};

class Checker final {
public:
    explicit Checker(const QString& root)
        : m_root(root)
    {
    }

    QList<Finding> run();

private:
    void checkFile(const QString& path);
    void checkLicense(const Source& source);
    void checkCode(const Source& source);
    void checkOwnInclude(const Source& source, qsizetype line, const QString& included);
    void checkForeignInclude(const Source& source, qsizetype line, const QString& included);
    void checkNames(const Source& source, qsizetype line, const QString& code);
    void checkLinks(const Source& source);
    void checkCounts();
    void report(const Source& source, qsizetype line, const QString& what);

    QString m_root;
    QList<Finding> m_findings;
    QStringList m_nlohmannFiles;
    QStringList m_boostFiles;
};

bool isCode(const QString& path)
{
    return path.endsWith(u".cpp") || path.endsWith(u".h");
}

bool isProtocol(const Source& source)
{
    return source.path.startsWith(u"protocol/");
}

QList<Finding> Checker::run()
{
    for (const char* folder : { "protocol", "ui", "app", "tests", "packaging" }) {
        const QString under = m_root % u'/' % QLatin1String(folder);
        QDirIterator files(under, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            checkFile(files.next().mid(m_root.size() + 1));
    }
    checkCounts();
    std::sort(m_findings.begin(), m_findings.end(), [](const Finding& a, const Finding& b) {
        return std::tie(a.file, a.line) < std::tie(b.file, b.line);
    });
    return m_findings;
}

void Checker::checkFile(const QString& path)
{
    static const Pattern ours(u"(\\.(cpp|h|cmake|mjs)|/CMakeLists\\.txt)$"_s);
    if (!ours.match(path).hasMatch() || path.contains(u"/node_modules/"))
        return;
    QFile file(m_root % u'/' % path);
    if (!file.open(QIODevice::ReadOnly))
        return m_findings.append({ path, 0, u"cannot be read"_s });
    const Source source { path, layerOf(path), QString::fromUtf8(file.readAll()).split(u'\n') };
    checkLicense(source);
    if (path.startsWith(u"tests/") || path.startsWith(u"packaging/"))
        return;
    if (isCode(path))
        checkCode(source);
    else if (isProtocol(source))
        checkLinks(source);
}

void Checker::checkLicense(const Source& source)
{
    const bool gpl = source.path.startsWith(u"ui/") || source.path.startsWith(u"tests/ui/")
        || source.path.startsWith(u"app/workbench/");
    const QString expected = u"SPDX-License-Identifier: "_s + (gpl ? u"GPL-3.0-or-later"_s : u"Apache-2.0"_s);
    if (!source.lines.first().endsWith(expected))
        report(source, 1, u"the first line must be "_s + expected);
}

void Checker::checkCode(const Source& source)
{
    static const Pattern include(u"^\\s*#\\s*include\\s*([\"<])([^\">]+)[\">]"_s);
    static const Pattern comment(u"(^|[^:])//.*$"_s);
    if (!isKnown(source.layer))
        return report(source, 0, u"in no known layer"_s);
    for (qsizetype i = 0; i < source.lines.size(); ++i) {
        const QString& text = source.lines.at(i);
        checkNames(source, i + 1, QString(text).remove(comment));
        const auto found = include.match(text);
        if (found.captured(1) == u"\"")
            checkOwnInclude(source, i + 1, found.captured(2));
        else if (found.hasMatch())
            checkForeignInclude(source, i + 1, found.captured(2));
    }
}

void Checker::checkOwnInclude(const Source& source, qsizetype line, const QString& included)
{
    if (included.endsWith(u".moc"))
        return;
    if (!QFile::exists(m_root % u'/' % included))
        return report(source, line, u"no such file from the root of the tree: "_s + included);
    const QString layer = layerOf(included);
    if (!reachableFrom(source.layer).contains(layer))
        report(source, line, u"%1 may not use %2: %3"_s.arg(source.layer, layer, included));
}

void Checker::checkForeignInclude(const Source& source, qsizetype line, const QString& included)
{
    static const Pattern module(u"^Qt[A-Z]\\w*/"_s);
    static const QString qtHeaders = QLibraryInfo::path(QLibraryInfo::HeadersPath);
    if (module.match(included).hasMatch())
        return report(source, line, u"write <QClass>, not <QtModule/QClass>: "_s + included);
    if (included.startsWith(u"boost/") && !m_boostFiles.contains(source.path))
        m_boostFiles.append(source.path);
    if (included.startsWith(u"nlohmann/") && !m_nlohmannFiles.contains(source.path))
        m_nlohmannFiles.append(source.path);

    const bool withoutDisplay = !source.layer.startsWith(u"ui_") && source.layer != u"workbench";
    if (withoutDisplay && included.startsWith(u'Q', Qt::CaseInsensitive) && !included.contains(u'/')) {
        const auto isIn
            = [&](const char* folder) { return QFile::exists(qtHeaders % QLatin1String(folder) % included); };
        if (!isIn("/QtCore/") && !isIn("/QtNetwork/") && !isIn("/QtWebSockets/"))
            report(source, line, u"neither in QtCore nor QtNetwork nor QtWebSockets: "_s + included);
    }
}

void Checker::checkNames(const Source& source, qsizetype line, const QString& code)
{
    static const Pattern clockOrChance(
        u"\\b(QTimer|QElapsedTimer|QBasicTimer|QDeadlineTimer|QDateTime::current\\w*|QDate::currentDate"
        "|QTime::currentTime|QUuid::create\\w*|QRandomGenerator|std::random_device|s?rand(?=\\()"
        "|(steady|system|high_resolution)_clock|CLOCK_[A-Z]+|clock_gettime|gettimeofday)\\b"_s);
    static const Pattern nestedLoop(
        u"\\b(QEventLoop|processEvents|waitFor(Connected|Encrypted|ReadyRead|BytesWritten|Disconnected"
        "|Started|NewConnection))\\b"_s);
    if (isProtocol(source) && source.layer != u"wire") {
        if (const auto found = clockOrChance.match(code); found.hasMatch())
            report(source, line, u"time and chance come from wire/ alone: "_s + found.captured());
    }
    if (const auto found = nestedLoop.match(code); found.hasMatch())
        report(source, line, u"no nested event loop: "_s + found.captured());
}

void Checker::checkLinks(const Source& source)
{
    static const Pattern target(u"\\b(?:acmp::(\\w+)|Qt6::(Gui|Widgets|Svg\\w*|PrintSupport)\\b)"_s);
    if (source.layer.isEmpty())
        return;
    for (qsizetype i = 0; i < source.lines.size(); ++i) {
        auto targets = target.globalMatch(source.lines.at(i));
        while (targets.hasNext()) {
            const auto found = targets.next();
            if (!reachableFrom(source.layer).contains(found.captured(1)))
                report(source, i + 1, u"%1 may not link %2"_s.arg(source.layer, found.captured()));
        }
    }
}

void Checker::checkCounts()
{
    static const Pattern httpReader(u"^protocol/transport/http/\\w+\\.cpp$"_s);
    for (const QString& path : m_boostFiles) {
        if (m_boostFiles.size() > 1 || !httpReader.match(path).hasMatch())
            m_findings.append({ path, 0, u"Boost belongs in the one HTTP reader's .cpp"_s });
    }
    for (const QString& path : m_nlohmannFiles) {
        if (path.endsWith(u".h"))
            m_findings.append({ path, 0, u"no header includes nlohmann's"_s });
    }
    if (m_nlohmannFiles.size() > kMaxNlohmannFiles)
        m_findings.append({ m_nlohmannFiles.join(u' '), 0, u"too many files include nlohmann's header"_s });
}

void Checker::report(const Source& source, qsizetype line, const QString& what)
{
    m_findings.append({ source.path, line, what });
}

} // namespace

QString Finding::toString() const
{
    return u"%1:%2: %3"_s.arg(file).arg(line).arg(what);
}

QList<Finding> check(const QString& root)
{
    return Checker(root).run();
}

} // namespace layers
