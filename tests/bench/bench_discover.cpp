// SPDX-License-Identifier: Apache-2.0
// The Discover view at manifests of many entries: how soon the first rows are painted after the bytes came,
// how soon a filter is through, how long the window's event loop was away. Beside each the floor: reading the
// same bytes without a window, and the loop of the same window at rest.
// usage: bench_discover [ENTRIES …]
#include "tests/bench/rawsocket.h"
#include "tests/support/eventloopchecker.h"
#include "tests/ui/shell/windowfixture.h"

#include "protocol/discovery/manifest.h"
#include "protocol/json/document.h"
#include "ui/discovery/arrange.h"
#include "ui/discovery/discoverview.h"

#include <QApplication>
#include <QDateTime>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <cstdio>
#include <sys/socket.h>
#include <unistd.h>

namespace {

QByteArray manifestOf(int entries)
{
    QByteArray text = "{\"entries\":[";
    for (int i = 0; i < entries; ++i) {
        const QByteArray number = QByteArray::number(i);
        text += (i == 0 ? "\n" : ",\n")
            + QByteArray(
                R"({"@context":["https://agenticresourcediscovery.org/context/v1",)"
                R"({"acmp":"https://a2agora.org/acmp/v0.1#","acmp:price_cu_indicative":{"@type":"@json"}}],)"
                R"("identifier":"urn:air:p)")
            + number + ".example:acmp:agent-" + number + R"(","displayName":"Agent )" + number
            + R"(","type":"application/mcp-server-card+json","url":"https://p)" + number
            + R"(.example/mcp/server-card","capabilities":["sentiment-analysis","vision"],)"
              R"("representativeQueries":["classify these reviews","what is in this picture"],)"
              R"("description":"Reads what it is given and says what it thinks of it.",)"
              R"("trustManifest":{"identity":"did:web:p)"
            + number + R"(.example"},"acmp:tier":")" + (i % 3 == 0 ? "A" : "B")
            + R"(","acmp:price_cu_indicative":{"sentiment-analysis":0.00)" + QByteArray::number(i % 9 + 1)
            + R"(,"vision":0.01},"acmp:price_basis":"acmp:reference-tasks/v1","acmp:latency_p99_ms":)"
            + QByteArray::number(100 + i % 900) + R"(,"acmp:proof_methods":["result-hash"]})";
    }
    return text + "]}";
}

/// Answers everything with the same document.
void serve(int listener, const QByteArray& body)
{
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
        + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n";
    for (;;) {
        const int peer = accept(listener, nullptr, nullptr);
        std::string buffer;
        char bytes[4096];
        while (buffer.find("\r\n\r\n") == std::string::npos) {
            const ssize_t got = read(peer, bytes, sizeof bytes);
            if (got <= 0)
                break;
            buffer.append(bytes, static_cast<std::size_t>(got));
        }
        bench::writeAll(peer, head);
        bench::writeAll(peer, std::string_view(body.constData(), static_cast<std::size_t>(body.size())));
        close(peer);
    }
}

void turnUntil(const std::function<bool()>& done)
{
    while (!done())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// When a view last painted rows.
class Painted final : public QObject {
public:
    explicit Painted(QTableView* view)
        : m_view(view)
    {
        view->viewport()->installEventFilter(this);
    }
    qint64 firstMs = 0; ///< Unix time

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && firstMs == 0 && m_view->model()->rowCount() > 0)
            firstMs = QDateTime::currentMSecsSinceEpoch();
        return false;
    }

private:
    QTableView* m_view;
};

class Discovering final {
public:
    explicit Discovering(const QString& url)
        : m_window(m_fixture.parts())
    {
        m_window.resize(1440, 900);
        m_window.showView(shell::MainWindow::kDiscover);
        m_window.show();
        m_list = m_window.findChild<QTableView*>(QStringLiteral("discoverEntries"));
        const double until = bench::seconds() + 1;
        turnUntil([&] { return bench::seconds() > until; });
        m_url = url;
    }

    void rest()
    {
        const EventLoopChecker loop;
        const double until = bench::seconds() + 1;
        turnUntil([&] { return bench::seconds() > until; });
        std::printf("  floor: the window's loop at rest away p99 %.1f ms, longest %.1f ms\n",
            loop.percentileMs(99), loop.longestMs());
    }

    void read(int entries)
    {
        Painted painted(m_list);
        const EventLoopChecker loop;
        m_window.discover().discover(m_url);
        turnUntil([&] { return m_list->model()->rowCount() == entries && painted.firstMs != 0; });
        const qint64 came = m_window.discover().fetchedAtMs();
        std::printf(
            "  first rows painted %lld ms after the bytes came; loop away p99 %.1f ms, longest %.1f ms, of "
            "its own work %.1f ms\n",
            painted.firstMs - came, loop.percentileMs(99), loop.longestMs(), loop.longestWorkMs());
    }

    void filter(const char* what, const std::function<void()>& change)
    {
        const EventLoopChecker loop;
        int answers = 0;
        QObject context;
        QObject::connect(m_list->model(), &QAbstractItemModel::modelReset, &context, [&] { ++answers; });
        QObject::connect(m_list->model(), &QAbstractItemModel::rowsInserted, &context, [&] { ++answers; });
        const double began = bench::seconds();
        change();
        turnUntil([&] { return answers > 0; });
        std::printf("  %-28s %6.1f ms to %d rows; loop away longest %.1f ms\n", what,
            (bench::seconds() - began) * 1000, m_list->model()->rowCount(), loop.longestMs());
    }
    void filters()
    {
        auto* const words = m_window.findChild<QLineEdit*>(QStringLiteral("discoverWords"));
        auto* const price = m_window.findChild<QLineEdit*>(QStringLiteral("discoverPrice"));
        filter("words: \"agent 77\"", [&] { words->setText(QStringLiteral("agent 77")); });
        filter("words that nobody has", [&] { words->setText(QStringLiteral("zzz")); });
        filter("no words", [&] { words->clear(); });
        filter("price <= 0.002", [&] { price->setText(QStringLiteral("0.002")); });
        filter("no price", [&] { price->clear(); });
        filter("sorted by price", [&] { m_list->sortByColumn(discover::Price, Qt::DescendingOrder); });
        filter("sorted by name", [&] { m_list->sortByColumn(discover::Name, Qt::DescendingOrder); });
    }

private:
    WindowFixture m_fixture;
    shell::MainWindow m_window;
    QTableView* m_list = nullptr;
    QString m_url;
};

void floorOf(const QByteArray& text)
{
    const double began = bench::seconds();
    const auto document = json::Document::parse(text);
    const double scanned = bench::seconds();
    const auto manifest = discovery::Manifest::parse(text);
    const double read = bench::seconds();
    std::printf("  floor: the same bytes scanned in %.0f ms, read as a manifest in %.0f ms%s\n",
        (scanned - began) * 1000, (read - scanned) * 1000, document && manifest ? "" : " (NOT READ)");
    if (!manifest)
        return;
    discovery::Filter filter;
    filter.words = "zzz";
    const auto found = std::ranges::count_if(
        manifest->entries, [&](const discovery::Entry& entry) { return filter.matches(entry); });
    std::printf("  floor: words looked for in all of them in %.1f ms, %td found\n",
        (bench::seconds() - read) * 1000, found);
}

void run(int entries)
{
    const QByteArray text = manifestOf(entries);
    std::printf("%d entries, %.1f MB\n", entries, static_cast<double>(text.size()) / 1e6);
    floorOf(text);
    std::uint16_t port = 0;
    const int listener = bench::listenOnLoopback(port);
    const bench::Child server([&] { serve(listener, text); });
    const double rss = bench::usage().rssMb;
    Discovering window(QStringLiteral("http://127.0.0.1:%1/m.json").arg(port));
    window.rest();
    window.read(entries);
    window.filters();
    std::printf("  RSS +%.0f MB\n", bench::usage().rssMb - rss);
    close(listener);
}

} // namespace

int main(int argc, char** argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    theme::apply(*qApp, theme::Scheme::Light);
    if (argc < 2) {
        run(10'000);
        run(40'000);
    }
    for (int i = 1; i < argc; ++i)
        run(std::atoi(argv[i]));
    return 0;
}
