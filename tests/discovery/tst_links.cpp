// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/links.h"

#include <QTest>

using discovery::Link;

class TestLinks final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsHeaders_data();
    void readsHeaders();
    void readsPages_data();
    void readsPages();
    void readsScripts();
    void readsRobots();
    void resolves_data();
    void resolves();
    void isLinear();

private:
    static QByteArray shown(const std::vector<Link>& links)
    {
        std::string text;
        for (const Link& link : links)
            text += (text.empty() ? "" : ", ") + link.rel + '=' + link.target;
        return QByteArray::fromStdString(text);
    }
};

void TestLinks::readsHeaders_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("links");
    const auto row = [](const char* value, const char* links) {
        QTest::newRow(value) << QByteArray(value) << QByteArray(links);
    };
    row("", "");
    row("<https://x/a.json>; rel=\"ard\"", "ard=https://x/a.json");
    row("</a.json>;rel=ard", "ard=/a.json");
    row("</a>; rel=\"next  ARD\"; type=\"x\"", "next=/a, ard=/a");
    row("</a>; rel=ard, </b>; rel=\"ai-catalog\"", "ard=/a, ai-catalog=/b");
    row("</a>; title=\"x, <y>; rel=no \\\" z\"; rel=ard", "ard=/a");
    row("</a>; rel=one; rel=ard", "one=/a");
    row("</a,b;c>; rel=ard", "ard=/a,b;c");
    row("</a>", "");
    row("</a; rel=ard", "");
    row("rel=ard", "");
    row("</a>; rel=\"ard", "ard=/a");
}

void TestLinks::readsHeaders()
{
    QFETCH(const QByteArray, value);
    QFETCH(const QByteArray, links);
    QCOMPARE(shown(discovery::linksOfHeader(value.toStdString())), links);
}

void TestLinks::readsPages_data()
{
    QTest::addColumn<QByteArray>("html");
    QTest::addColumn<QByteArray>("links");
    const auto row = [](const char* html, const char* links) {
        QTest::newRow(html) << QByteArray(html) << QByteArray(links);
    };
    row("<link rel=ard href=/a.json>", "ard=/a.json");
    row("<LINK HREF='/a' REL='x Ard'/>", "x=/a, ard=/a");
    row("<link rel=\"ard\" href=\"/a?x=1&amp;y=2\">", "ard=/a?x=1&y=2");
    row("<link rel='ard' title='a > b' href='/a'>", "ard=/a");
    row("<!-- <link rel=ard href=/a> --><link rel=ard href=/b>", "ard=/b");
    row("<script>'<link rel=ard href=/a>'</script><link rel=ard href=/b>", "ard=/b");
    row("<title><link rel=ard href=/a></title>", "");
    row("<a rel=ard href=/a>", "");
    row("<link rel=ard>", "");
    row("<link rel=ard href=/a", "ard=/a");
    row("<link rel = \"ard\"\n href = \"/a\" >", "ard=/a");
    row("< link rel=ard href=/a>", "");
    row("<!--", "");
    row("<", "");
}

void TestLinks::readsPages()
{
    QFETCH(const QByteArray, html);
    QFETCH(const QByteArray, links);
    QCOMPARE(shown(discovery::readPage(html.toStdString()).links), links);
}

void TestLinks::readsScripts()
{
    const auto page
        = discovery::readPage("<base href='/b/'><script type='Application/LD+JSON'>{\"a\": \"<b>\"}</script>"
                              "<script>no</script><script type=\"application/ld+json\">[]");
    QCOMPARE(page.base, std::string("/b/"));
    QCOMPARE(page.jsonLd, (std::vector<std::string> { "{\"a\": \"<b>\"}", "[]" }));
}

void TestLinks::readsRobots()
{
    QCOMPARE(discovery::agentmapsOf("User-agent: *\r\n  agentMAP :  https://x/a.json  # one\r\nAgentmap:/b\n"
                                    "Agentmap:\n#Agentmap: /c\nSitemap: /d"),
        (std::vector<std::string> { "https://x/a.json", "/b" }));
}

void TestLinks::resolves_data()
{
    QTest::addColumn<QByteArray>("base");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QString>("url");
    const auto row = [](const char* base, const char* target, const char* url) {
        QTest::newRow(target) << QByteArray(base) << QByteArray(target) << QString::fromUtf8(url);
    };
    row("", "a.json", "https://x.example/d/a.json");
    row("/b/", "a.json", "https://x.example/b/a.json");
    row("", "//y.example/a#f", "https://y.example/a");
    row("https://z.example/q/", "./a", "https://z.example/q/a");
    row("", "file:///etc/passwd", "");
    row("", "javascript:alert(1)", "");
    row("data:,", "a", "");
}

void TestLinks::resolves()
{
    QFETCH(const QByteArray, base);
    QFETCH(const QByteArray, target);
    QFETCH(const QString, url);
    QCOMPARE(discovery::resolve(
                 QUrl(QStringLiteral("https://x.example/d/page")), base.toStdString(), target.toStdString())
                 .toString(),
        url);
}

void TestLinks::isLinear()
{
    // A megabyte of what never closes: quick, or this times out.
    for (const char* const piece :
        { "<", "<!--", "<script>", "<a b=\"", "<link rel=ard href=/a>", "</script" }) {
        std::string html;
        while (html.size() < (1U << 20))
            html += piece;
        QVERIFY(discovery::readPage(html).links.size() <= discovery::kMaxOfPage);
    }
}

QTEST_GUILESS_MAIN(TestLinks)
#include "tst_links.moc"
