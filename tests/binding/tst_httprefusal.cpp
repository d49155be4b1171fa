// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/httprefusal.h"

#include <QTest>

using wire::ErrorKind;

class TestHttpRefusal final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatTheStatusMeans_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<std::string>("field");
        QTest::addColumn<std::string>("value");
        QTest::addColumn<std::string>("message");
        QTest::addColumn<ErrorKind>("kind");
        QTest::addColumn<bool>("transient");
        const auto row = [](const char* name, int status, const char* field, const char* value,
                             const char* message, ErrorKind kind, bool transient = false) {
            QTest::newRow(name) << status << std::string(field) << std::string(value)
                                << "the server answered with HTTP " + std::string(message) << kind
                                << transient;
        };
        row("401", 401, "", "", "401: it wants authentication", ErrorKind::Refused);
        row("401 and how", 401, "WWW-Authenticate", "Bearer realm=\"r\"",
            "401: it wants authentication (Bearer realm=\"r\")", ErrorKind::Refused);
        row("403", 403, "", "", "403: it refuses this caller", ErrorKind::Refused);
        row("429", 429, "", "", "429: too many requests", ErrorKind::Refused, true);
        row("429, in seconds", 429, "Retry-After", "7", "429: too many requests, again after 7 s",
            ErrorKind::Refused, true);
        row("429, as a date", 429, "Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT",
            "429: too many requests, again after Wed, 21 Oct 2026 07:28:00 GMT", ErrorKind::Refused, true);
        row("302", 302, "Location", "https://b.example/",
            "302: it has moved to https://b.example/, which is not followed", ErrorKind::Http);
        row("302 to nowhere", 302, "", "", "302: it has moved, which is not followed", ErrorKind::Http);
        row("404", 404, "", "", "404", ErrorKind::Http);
        row("503", 503, "", "", "503", ErrorKind::Http, true);
    }
    void saysWhatTheStatusMeans()
    {
        QFETCH(int, status);
        QFETCH(std::string, field);
        QFETCH(std::string, value);
        http::ResponseHead head { .status = status, .reason = {}, .minorVersion = 1, .fields = {} };
        if (!field.empty())
            head.fields.add(field, value);
        const wire::Error error = binding::httpRefusal(head, "it broke", "an answer", {});
        QTEST(error.message, "message");
        QTEST(error.kind, "kind");
        QTEST(error.transient, "transient");
        QCOMPARE(error.expected, "an answer");
        QCOMPARE(error.found, "no Content-Type, it broke");
    }

    void aWrongBodyIsSaidByItsCaller()
    {
        const http::ResponseHead head {
            .status = 200, .reason = {}, .minorVersion = 1, .fields = { { "Content-Type", "text/html" } }
        };
        const wire::Error error = binding::httpRefusal(head, {}, "an answer", "it is none");
        QCOMPARE(error.message, "it is none");
        QCOMPARE(error.kind, ErrorKind::Protocol);
        QCOMPARE(error.found, "text/html, empty");
    }
};

QTEST_APPLESS_MAIN(TestHttpRefusal)
#include "tst_httprefusal.moc"
