// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/dns.h"

#include <QTest>

using discovery::Svcb;

class TestDns final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAnswers();
    void refusesWhatIsCut();
};

namespace {

/// The answer to a question for SVCB of "_search._agents.x.example", with two records and a CNAME.
QByteArray answer()
{
    QByteArray message = QByteArray::fromHex("000181800001000300000000");
    const QByteArray name = QByteArray("\7_search\7_agents\1x\7example", 26) + '\0';
    message += name + QByteArray::fromHex("00400001");
    const auto add = [&](const QByteArray& type, const QByteArray& data) {
        message += QByteArray::fromHex("c00c") + type + QByteArray::fromHex("00010000003c")
            + static_cast<char>(data.size() >> 8) + static_cast<char>(data.size()) + data;
    };
    const QByteArray svcb = QByteArray::fromHex("0040");
    add(QByteArray::fromHex("0005"), QByteArray("\1y\7example", 10) + '\0');
    // 2 b.example alpn=h2 port=8443; 1 .
    add(svcb,
        QByteArray::fromHex("0002") + QByteArray("\1b\7example", 10) + '\0'
            + QByteArray::fromHex("00010003026832") + QByteArray::fromHex("0003000220fb"));
    add(svcb, QByteArray::fromHex("000100"));
    return message;
}

discovery::Dns::Outcome read(const QByteArray& message)
{
    return discovery::readSvcb({ reinterpret_cast<const unsigned char*>(message.constData()),
        static_cast<std::size_t>(message.size()) });
}

} // namespace

void TestDns::readsAnswers()
{
    const auto records = read(answer());
    QVERIFY(records);
    QCOMPARE(records->size(), 2U);
    QCOMPARE(records->at(0), (Svcb { 1, "", 0 }));
    QCOMPARE(records->at(1), (Svcb { 2, "b.example", 8443 }));
}

void TestDns::refusesWhatIsCut()
{
    const QByteArray whole = answer();
    for (qsizetype size = 0; size < whole.size(); ++size)
        QVERIFY2(!read(whole.first(size)), qPrintable(QString::number(size)));
}

QTEST_GUILESS_MAIN(TestDns)
#include "tst_dns.moc"
