// SPDX-License-Identifier: GPL-3.0-or-later
// A traceparent (W3C Trace Context), typed or made on a click.
#pragma once

#include <QWidget>

class QLineEdit;

namespace endpoints {

class TraceField final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TraceField)

public:
    explicit TraceField(const QString& traceparent, QWidget* parent = nullptr);

    /// Empty: none is sent.
    QString traceparent() const;
    /// Why it can't be saved; empty if it can.
    QString complaint() const;

Q_SIGNALS:
    void edited();

private:
    QLineEdit* m_text;
};

} // namespace endpoints
