// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/challenge.h"

#include <QTest>

class ChallengeTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsChallenges_data();
    void readsChallenges();
    void readsEveryField();
    void survivesEveryCut();
};

namespace {

/// "Bearer[realm=a|scope=b] Basic(abc)"
QByteArray shown(const std::vector<http::Challenge>& challenges)
{
    std::string all;
    for (const http::Challenge& challenge : challenges) {
        all += (all.empty() ? "" : " ") + challenge.scheme;
        if (!challenge.token68.empty()) {
            all += '(' + challenge.token68 + ')';
        }
        std::string inner;
        for (const http::Field& parameter : challenge.parameters) {
            inner += (inner.empty() ? "" : "|") + parameter.name + '=' + parameter.value;
        }
        all += inner.empty() ? "" : '[' + inner + ']';
    }
    return QByteArray::fromStdString(all);
}

} // namespace

void ChallengeTest::readsChallenges_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("read");
    const auto row = [](const char* name, const char* value, const char* read) {
        QTest::newRow(name) << QByteArray(value) << QByteArray(read);
    };
    row("scheme alone", "Bearer", "Bearer");
    row("one parameter", "Bearer realm=\"agents\"", "Bearer[realm=agents]");
    row("token value", "Bearer error=invalid_token", "Bearer[error=invalid_token]");
    row("as MCP asks",
        "Bearer resource_metadata=\"https://a.example/.well-known/x\", scope=\"acmp:invoke acmp:quote\"",
        "Bearer[resource_metadata=https://a.example/.well-known/x|scope=acmp:invoke acmp:quote]");
    row("comma in quotes", "Bearer realm=\"a, b\", error=\"c\"", "Bearer[realm=a, b|error=c]");
    row("escaped quote", "Bearer realm=\"say \\\"x\\\\\"", "Bearer[realm=say \"x\\]");
    row("two schemes", "Basic realm=\"x\", Bearer", "Basic[realm=x] Bearer");
    row("two schemes with parameters", "Basic realm=\"x\", Bearer realm=\"y\", scope=z",
        "Basic[realm=x] Bearer[realm=y|scope=z]");
    row("token68", "Negotiate YWJj==, Bearer", "Negotiate(YWJj==) Bearer");
    row("blanks around =", "Digest realm = \"x\" , nonce= abc", "Digest[realm=x|nonce=abc]");
    row("empty elements", ", ,Bearer ,, realm=\"x\",", "Bearer[realm=x]");
    row("quote without end", "Bearer realm=\"x", "Bearer[realm=x]");
    row("nothing", "", "");
    row("no token", "\"?\"", "");
}

void ChallengeTest::readsChallenges()
{
    QFETCH(const QByteArray, value);
    QFETCH(const QByteArray, read);
    QCOMPARE(shown(http::readChallenges({ { "WWW-Authenticate", value.toStdString() } })), read);
}

void ChallengeTest::readsEveryField()
{
    const http::Fields fields { { "WWW-Authenticate", "Basic" }, { "X", "No" },
        { "www-authenticate", "Bearer realm=\"x\"" }, { "Proxy-Authenticate", "Digest" } };
    QCOMPARE(shown(http::readChallenges(fields)), QByteArray("Basic Bearer[realm=x]"));
    QCOMPARE(shown(http::readChallenges(fields, "Proxy-Authenticate")), QByteArray("Digest"));
}

void ChallengeTest::survivesEveryCut()
{
    const std::string value = "Bearer realm=\"a\\\"b\" , x = y,, Negotiate YWJj== ,=, Basic \"";
    for (std::size_t from = 0; from <= value.size(); ++from) {
        for (std::size_t size = 0; from + size <= value.size(); ++size) {
            const auto challenges
                = http::readChallenges({ { "WWW-Authenticate", value.substr(from, size) } });
            QVERIFY(challenges.size() <= size);
        }
    }
}

QTEST_GUILESS_MAIN(ChallengeTest)
#include "tst_challenge.moc"
