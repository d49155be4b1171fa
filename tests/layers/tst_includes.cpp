// SPDX-License-Identifier: Apache-2.0
#include "tests/layers/checker.h"
#include "tests/layers/links.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestIncludes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTreeKeepsItsRules();
    void acceptsWhatIsAllowed_data();
    void acceptsWhatIsAllowed();
    void findsWhatIsForbidden_data();
    void findsWhatIsForbidden();
    void findsAMissingOrWrongLicense_data();
    void findsAMissingOrWrongLicense();
    void findsOneNlohmannFileTooMany();
    void findsASecondBoostFile();
};

namespace {

const QString kApache = u"// SPDX-License-Identifier: Apache-2.0\n"_s;
const QString kGpl = u"// SPDX-License-Identifier: GPL-3.0-or-later\n"_s;

/// A tree with a header in every place that the cases include from.
class Tree final {
public:
    Tree()
    {
        write(u"protocol/wire/clock.h"_s, kApache);
        write(u"protocol/json/view.h"_s, kApache);
        write(u"protocol/rpc/message.h"_s, kApache);
        write(u"protocol/buyer/taskrun.h"_s, kApache);
        write(u"ui/shell/window.h"_s, kGpl);
    }

    void write(const QString& path, const QString& text) const
    {
        const QString full = m_dir.filePath(path);
        QVERIFY(QDir().mkpath(full.section(u'/', 0, -2)));
        QFile file(full);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(text.toUtf8()) >= 0);
    }

    QStringList findings() const
    {
        QStringList all;
        for (const layers::Finding& finding : layers::check(m_dir.path()))
            all.append(finding.toString());
        return all;
    }

private:
    QTemporaryDir m_dir;
};

} // namespace

void TestIncludes::theTreeKeepsItsRules()
{
    const QString root = QString::fromUtf8(ACMP_SOURCE_DIR);
    QVERIFY2(QFile::exists(root + u"/protocol/wire/clock.h"_s), "the tree was not found");
    QStringList all;
    for (const layers::Finding& finding : layers::check(root))
        all.append(finding.toString());
    QVERIFY2(all.isEmpty(), qPrintable(u"\n"_s + all.join(u'\n')));
}

void TestIncludes::acceptsWhatIsAllowed_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* path, const QString& text) {
        QTest::newRow(name) << QString::fromUtf8(path) << text;
    };

    row("own layer", "protocol/wire/a.cpp", kApache + u"#include \"protocol/wire/clock.h\"\n"_s);
    row("the layer below", "protocol/rpc/a.cpp", kApache + u"#include \"protocol/json/view.h\"\n"_s);
    row("a layer further down", "protocol/buyer/a.cpp", kApache + u"#include \"protocol/json/view.h\"\n"_s);
    row("the window uses all", "ui/shell/a.cpp", kGpl + u"#include \"protocol/buyer/taskrun.h\"\n"_s);
    row("the program uses the window", "app/workbench/main.cpp",
        kGpl + u"#include \"ui/shell/window.h\"\n"_s);
    row("QtCore", "protocol/json/a.cpp", kApache + u"#include <QString>\n#include <qglobal.h>\n"_s);
    row("QtNetwork", "protocol/transport/a.cpp", kApache + u"#include <QTcpSocket>\n"_s);
    row("widgets in the window", "ui/shell/a.h", kGpl + u"#include <QWidget>\n"_s);
    row("the clock itself", "protocol/wire/a.cpp", kApache + u"auto t = CLOCK_BOOTTIME;\n"_s);
    row("moc's output", "protocol/json/a.cpp", kApache + u"#include \"a.moc\"\n"_s);
    row("words in a comment", "protocol/json/a.cpp", kApache + u"int a; // unlike QTimer\n// rand()\n"_s);
    row("words within words", "protocol/json/a.cpp", kApache + u"operand(1); MyQTimerless x;\n"_s);
    row("Boost in the HTTP reader", "protocol/transport/http/reader.cpp",
        kApache + u"#include <boost/beast/core.hpp>\n#include <boost/beast/http.hpp>\n"_s);
    row("nlohmann where it writes", "protocol/engine/a.cpp", kApache + u"#include <nlohmann/json.hpp>\n"_s);
    row("links below", "protocol/rpc/CMakeLists.txt",
        u"# SPDX-License-Identifier: Apache-2.0\nf(acmp::json)"_s);
    row("what is not ours", "tests/interop/node_modules/x/a.mjs", u"export {};\n"_s);
}

void TestIncludes::acceptsWhatIsAllowed()
{
    QFETCH(QString, path);
    QFETCH(QString, text);

    const Tree tree;
    tree.write(path, text);
    QCOMPARE(tree.findings(), QStringList());
}

void TestIncludes::findsWhatIsForbidden_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("finding");
    const auto row = [](const char* name, const char* path, const char* line, const char* finding) {
        QTest::newRow(name) << QString::fromUtf8(path) << QString::fromUtf8(line)
                            << QString::fromUtf8(finding);
    };

    row("upward", "protocol/json/a.h", "#include \"protocol/rpc/message.h\"", "json may not use rpc");
    row("upward from below", "protocol/wire/a.h", "#include \"protocol/buyer/taskrun.h\"",
        "wire may not use buyer");
    row("sideways", "protocol/json/a.h", "#include \"protocol/wire/clock.h\"", "json may not use wire");
    row("indented", "protocol/json/a.h", " # include \"protocol/rpc/message.h\"", "json may not use rpc");
    row("the window", "protocol/buyer/a.h", "#include \"ui/shell/window.h\"", "buyer may not use ui_shell");
    row("the window on the command line", "app/acmpctl/a.cpp", "#include \"ui/shell/window.h\"",
        "acmpctl may not use ui_shell");
    row("not from the root", "protocol/json/a.h", "#include \"view.h\"", "no such file from the root");
    row("unknown layer", "protocol/misc/a.h", "", "in no known layer");
    row("between the layers", "protocol/a.h", "", "in no known layer");
    row("QtWidgets", "protocol/buyer/a.h", "#include <QWidget>", "neither in QtCore");
    row("QtGui", "protocol/buyer/a.h", "#include <QColor>", "neither in QtCore");
    row("QtGui, small letters", "protocol/buyer/a.h", "#include <qcolor.h>", "neither in QtCore");
    row("QtGui on the command line", "app/acmpctl/a.cpp", "#include <QGuiApplication>", "neither in QtCore");
    row("with its module", "ui/shell/a.h", "#include <QtCore/QString>", "write <QClass>");
    row("module header", "protocol/json/a.h", "#include <QtWidgets>", "neither in QtCore");
    for (const char* name : { "QTimer t;", "QElapsedTimer t;", "QDateTime::currentDateTimeUtc();",
             "QDateTime::currentMSecsSinceEpoch();", "QUuid::createUuid();", "rand();", "std::rand();",
             "srand(1);", "std::chrono::steady_clock::now();", "std::chrono::system_clock c;",
             "using std::chrono::high_resolution_clock;", "QRandomGenerator::global();",
             "std::random_device r;", "clock_gettime(CLOCK_MONOTONIC, &t);",
             "QTimer::singleShot(0, f); // http://a/" })
        row(name, "protocol/buyer/a.cpp", name, "time and chance come from wire/ alone");
    row("the timer's header", "protocol/buyer/a.cpp", "#include <QTimer>", "time and chance");
    row("nested loop", "ui/shell/a.cpp", "QEventLoop loop;", "no nested event loop");
    row("blocking read", "protocol/transport/a.cpp", "s.waitForReadyRead(9);", "no nested event loop");
    row("Boost elsewhere", "protocol/json/a.cpp", "#include <boost/beast/http.hpp>", "Boost belongs in");
    row("Boost in a header", "protocol/transport/http/a.h", "#include <boost/asio.hpp>", "Boost belongs in");
    row("nlohmann in a header", "protocol/engine/a.h", "#include <nlohmann/json_fwd.hpp>",
        "no header includes");
    row("links upward", "protocol/json/CMakeLists.txt", "f(acmp::rpc)", "json may not link acmp::rpc");
    row("links widgets", "protocol/json/CMakeLists.txt", "f(Qt6::Widgets)", "json may not link Qt6::Widgets");
}

void TestIncludes::findsWhatIsForbidden()
{
    QFETCH(QString, path);
    QFETCH(QString, line);
    QFETCH(QString, finding);

    const Tree tree;
    const QString license = path.startsWith(u"ui/") ? kGpl : kApache;
    tree.write(path, license + line + u'\n');
    const QStringList findings = tree.findings();
    QVERIFY2(findings.size() == 1, qPrintable(findings.join(u'\n')));
    QVERIFY2(findings.first().startsWith(path + u':') && findings.first().contains(finding),
        qPrintable(findings.first()));
}

void TestIncludes::findsAMissingOrWrongLicense_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");

    QTest::newRow("none") << u"protocol/json/a.cpp"_s << u"#include <QString>\n"_s;
    QTest::newRow("empty file") << u"protocol/json/a.h"_s << QString();
    QTest::newRow("not the first line") << u"tests/json/a.cpp"_s << QString(u'\n' + kApache);
    QTest::newRow("GPL in protocol") << u"protocol/json/a.cpp"_s << kGpl;
    QTest::newRow("Apache in the window") << u"ui/shell/a.cpp"_s << kApache;
    QTest::newRow("Apache in the program") << u"app/workbench/main.cpp"_s << kApache;
    QTest::newRow("CMake") << u"protocol/json/CMakeLists.txt"_s << u"f()\n"_s;
    QTest::newRow("a peer") << u"tests/interop/a.mjs"_s << u"export {};\n"_s;
}

void TestIncludes::findsAMissingOrWrongLicense()
{
    QFETCH(QString, path);
    QFETCH(QString, text);

    const Tree tree;
    tree.write(path, text);
    const QStringList findings = tree.findings();
    QCOMPARE(findings.size(), 1);
    QVERIFY2(findings.first().contains(u"the first line must be"), qPrintable(findings.first()));
}

void TestIncludes::findsOneNlohmannFileTooMany()
{
    const Tree tree;
    const auto write = [&](int n) {
        tree.write(u"protocol/engine/a%1.cpp"_s.arg(n), kApache + u"#include <nlohmann/json.hpp>\n"_s);
    };
    for (int n = 0; n < layers::kMaxNlohmannFiles; ++n)
        write(n);
    QCOMPARE(tree.findings(), QStringList());
    write(layers::kMaxNlohmannFiles);
    QCOMPARE(tree.findings().size(), 1);
}

void TestIncludes::findsASecondBoostFile()
{
    const Tree tree;
    tree.write(u"protocol/transport/http/a.cpp"_s, kApache + u"#include <boost/beast/http.hpp>\n"_s);
    QCOMPARE(tree.findings(), QStringList());
    tree.write(u"protocol/transport/http/b.cpp"_s, kApache + u"#include <boost/beast/http.hpp>\n"_s);
    QCOMPARE(tree.findings().size(), 2);
}

QTEST_GUILESS_MAIN(TestIncludes)
#include "tst_includes.moc"
