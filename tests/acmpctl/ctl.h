// SPDX-License-Identifier: Apache-2.0
// A run of acmpctl, seen from outside. With --json every line of its stdout is held against resources/schema.
#pragma once

#include <nlohmann/json.hpp>

#include <QProcess>
#include <QTest>

#include <vector>

namespace acmpctl {

struct CtlOptions {
    QString bearerToken = {}; ///< ACMP_BEARER_TOKEN; not set if empty
    bool readStdout = true; ///< false: not until readAll()
    std::size_t memoryLimit = 0; ///< of its data, in bytes; 0 none. Not held under a sanitizer
    std::vector<std::pair<QString, QString>> environment = {}; ///< besides ours
    bool hasInput = false; ///< its stdin stays open until closeInput()
};

/// Text for QVERIFY2, which wants characters.
class Report final {
public:
    explicit Report(QByteArray text)
        : m_text(std::move(text))
    {
    }
    explicit operator const char*() const { return m_text.constData(); }

private:
    QByteArray m_text;
};

class Ctl final {
    Q_DISABLE_COPY_MOVE(Ctl)

public:
    /// Starts it; it is killed if it outlives this.
    explicit Ctl(const QStringList& arguments, const CtlOptions& options = {});
    ~Ctl();

    /// Until so many lines of this event came; false if it ended before, or after half a minute.
    bool waitFor(const std::string& event, std::size_t count = 1);
    /// The exit status once it has ended; -1: crashed, killed, or did not end.
    int exitCode();
    void signal(int number) const;
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    void write(const QByteArray& input) { m_process.write(input); }
    void closeInput() { m_process.closeWriteChannel(); }
    /// Reads what readStdout left, and goes on reading.
    void readAll();

    std::vector<nlohmann::json> named(const std::string& event) const;
    /// The first of that name; null if there is none.
    nlohmann::json first(const std::string& event) const;
    bool found(const std::string& ruleId) const;
    /// Of a serve: where its first provider is, over HTTP ("mcp") or WebSockets ("ws").
    QString url(const char* kind = "mcp") const;
    const QByteArray& output() const { return m_output; }
    QByteArray errors();
    /// Lines that are not as the schema says; empty if all are.
    const QStringList& mistakes() const { return m_mistakes; }
    /// All of it, for a failure's message.
    Report report(const QByteArray& title = {});

private:
    void take();
    void takeLine(const QByteArray& line);

    QProcess m_process;
    bool m_json;
    QByteArray m_output, m_errors;
    qsizetype m_taken = 0;
    std::vector<nlohmann::json> m_events;
    QStringList m_mistakes;
};

} // namespace acmpctl

/// Fails the case unless the run ended with this status and every line is as the schema says.
#define VERIFY_EXIT(run, status)                                                                             \
    do {                                                                                                     \
        const int exit_ = (run).exitCode();                                                                  \
        QVERIFY2((run).mistakes().isEmpty(), qPrintable((run).mistakes().join(u'\n')));                      \
        QVERIFY2(exit_ == (status), (run).report("exit " + QByteArray::number(exit_) + ":\n"));              \
    } while (false)
