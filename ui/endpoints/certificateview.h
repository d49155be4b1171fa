// SPDX-License-Identifier: GPL-3.0-or-later
// What was seen of a TLS handshake, good or bad, as lines of plain text: the session, its problems, each
// certificate of the chain.
#pragma once

#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace tls {
struct SessionFacts;
}

namespace widgets {
class CopyButton;
class PlainLabel;
class StateLabel;
}

namespace endpoints {

class CertificateView final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CertificateView)

public:
    explicit CertificateView(QWidget* parent = nullptr);

    /// `canPin`: the endpoint is one that can be edited.
    void showFacts(const tls::SessionFacts& facts, bool canPin);

Q_SIGNALS:
    /// SHA-256 of the certificate in hex.
    void pinRequested(const QString& sha256);

private:
    widgets::StateLabel* m_state;
    widgets::PlainLabel* m_sentence;
    QPushButton* m_pin;
    widgets::CopyButton* m_copy;
    QPlainTextEdit* m_lines;
    QString m_sha256;
};

} // namespace endpoints
