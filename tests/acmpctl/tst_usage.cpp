// SPDX-License-Identifier: Apache-2.0
// Wrong values of options: status 2, and what is wrong with which.
#include "tests/acmpctl/ctl.h"

#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;

class TestUsage final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
};

void TestUsage::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QList<QByteArray>>("parts");
    const auto row = [](const char* name, const QStringList& arguments, const QList<QByteArray>& parts) {
        QTest::newRow(name) << arguments << parts;
    };
    const QStringList inspect { u"inspect"_s, u"http://127.0.0.1:3/mcp"_s };
    const QStringList invoke { u"invoke"_s, u"http://127.0.0.1:3/mcp"_s, u"-c"_s, u"x"_s };
    const QStringList serve { u"serve"_s };
    const QString missing = u"/nonexistent/file"_s;
    const QString scenario = QString::fromUtf8(TEST_DATA) % u"/shop.json";

    row("--cwd", inspect + QStringList { u"--cwd"_s, missing }, { "--cwd", "/nonexistent/file" });
    row("--env without =", inspect + QStringList { u"--env"_s, u"NAME"_s }, { "--env", "NAME=VALUE" });
    row("--env without a name", inspect + QStringList { u"--env"_s, u"=x"_s }, { "--env", "NAME=VALUE" });
    row("--ca", inspect + QStringList { u"--ca"_s, missing }, { "/nonexistent/file" });
    row("--ca of no certificates", inspect + QStringList { u"--ca"_s, scenario },
        { "shop.json", "BEGIN CERTIFICATE" });
    row("--cert", inspect + QStringList { u"--cert"_s, missing }, { "/nonexistent/file" });
    row("--cert of none", inspect + QStringList { u"--cert"_s, scenario }, { "shop.json" });
    row("--key without --cert", inspect + QStringList { u"--key"_s, missing }, { "certificate" });
    row("--pin", inspect + QStringList { u"--pin"_s, u"abc"_s }, { "abc", "SHA-256" });
    row("--proxy", inspect + QStringList { u"--proxy"_s, u"ftp://x"_s }, { "ftp://x", "socks5://" });
    row("--resolve", inspect + QStringList { u"--resolve"_s, u"x"_s }, { "--resolve", "HOST=ADDR[:PORT]" });
    row("--connect-timeout", inspect + QStringList { u"--connect-timeout"_s, u"-1"_s },
        { "--connect-timeout" });
    row("ws: without a host", { u"inspect"_s, u"ws:///x"_s }, { "ws://HOST[:PORT]/PATH" });

    row("--ws-port, no number", serve + QStringList { u"--ws-port"_s, u"x"_s }, { "--ws-port", "x" });
    row("--ws-port, too large", serve + QStringList { u"--ws-port"_s, u"65536"_s }, { "--ws-port", "65536" });
    row("--ws-port, negative", serve + QStringList { u"--ws-port"_s, u"-1"_s }, { "--ws-port" });
    row("--port, too large", serve + QStringList { u"--port"_s, u"65536"_s }, { "--port", "65536" });
    row("--address", serve + QStringList { u"--address"_s, u"here"_s },
        { "--address", "here", "an IP address" });
    row("--client-ca", serve + QStringList { u"--client-ca"_s, missing }, { "/nonexistent/file" });
    row("--client-ca of none", serve + QStringList { u"--client-ca"_s, scenario }, { "shop.json" });
    for (const char* const other : { "--port=1", "--ws-port=0", "--address=::1", "--tls", "--client-ca=x" }) {
        const QByteArray name = QByteArray(other).split('=').first();
        row(QByteArray("--stdio and " + name).constData(),
            serve + QStringList { u"--stdio"_s, QString::fromUtf8(other) }, { "--stdio", name });
    }
    row("--stdio, two scenarios", serve + QStringList { u"--stdio"_s, scenario, scenario },
        { "--stdio", "one scenario" });
    row("no scenario", serve + QStringList { missing }, { "/nonexistent/file" });

    row("--input-stream, no file", invoke + QStringList { u"--input-stream"_s, missing },
        { "/nonexistent/file" });
    row("--chunk-bytes 0", invoke + QStringList { u"--input-stream"_s, u"-"_s, u"--chunk-bytes"_s, u"0"_s },
        { "--chunk-bytes", "0" });
    row("--chunk-bytes, no number",
        invoke + QStringList { u"--input-stream"_s, u"-"_s, u"--chunk-bytes"_s, u"many"_s },
        { "--chunk-bytes", "many" });
    row("--chunk-bytes without a stream", invoke + QStringList { u"--chunk-bytes"_s, u"5"_s },
        { "--chunk-bytes", "--input-stream" });
    row("--input-type without a stream", invoke + QStringList { u"--input-type"_s, u"json"_s },
        { "--input-type", "--input-stream" });
    row("JSON by bytes",
        invoke
            + QStringList { u"--input-stream"_s, u"-"_s, u"--chunk-bytes"_s, u"5"_s, u"--input-type"_s,
                u"json"_s },
        { "--chunk-bytes", "a value a line" });
    row("--input and --input-file",
        invoke + QStringList { u"--input"_s, u"text:x"_s, u"--input-file"_s, u"text:"_s % scenario },
        { "--input", "--input-file" });
    row("--input that is no UTF-8", invoke + QStringList { u"--input-file"_s, u"text:/bin/true"_s },
        { "the input is no text", "UTF-8" });
    row("--discover-timeout", invoke + QStringList { u"--discover-timeout"_s, u"soon"_s },
        { "--discover-timeout", "soon" });
    row("--cancel-after", invoke + QStringList { u"--cancel-after"_s, u"-5"_s }, { "--cancel-after" });
    row("--liveness", invoke + QStringList { u"--liveness"_s, u"-5"_s }, { "--liveness" });
    row("--cancel-grace", invoke + QStringList { u"--cancel-grace"_s, u"-5"_s }, { "--cancel-grace" });
}

// Before anything is asked of anybody: nobody listens on port 3, which would be status 3.
void TestUsage::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QList<QByteArray>, parts);
    const QTemporaryDir home;
    Ctl run(arguments, { .environment = { { u"XDG_DATA_HOME"_s, home.path() } } });
    VERIFY_EXIT(run, 2);
    const QByteArray told = run.output() + run.errors();
    for (const QByteArray& part : parts)
        QVERIFY2(told.contains(part), told.constData());
}

QTEST_GUILESS_MAIN(TestUsage)
#include "tst_usage.moc"
