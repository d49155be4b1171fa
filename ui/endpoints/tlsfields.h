// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a form for TLS: whom to trust, what to show, what to pin. There is none to ignore errors: what
// can't be verified is pinned. Owned by the form.
#pragma once

#include "protocol/workspace/workspace.h"

#include <QObject>

#include <optional>

class QFormLayout;
class QLineEdit;
class QWidget;

namespace endpoints {

class FileField;

class TlsFields final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TlsFields)

public:
    /// Adds them to `form`, the layout of `parent`.
    TlsFields(workspace::TlsAccess tls, QFormLayout& form, QWidget* parent);

    void setVisible(bool visible);
    /// As typed; its passphraseRef is as it was.
    workspace::TlsAccess tls() const;
    /// nullopt: as it is; empty: none from now on.
    std::optional<QString> newPassphrase() const;
    /// Why it can't be saved; empty if it can.
    QString complaint() const;

Q_SIGNALS:
    void edited();

private:
    bool isAboutAnotherKey() const;

    workspace::TlsAccess m_tls;
    QFormLayout& m_form;
    FileField *m_ca, *m_certificate, *m_key;
    QLineEdit *m_passphrase, *m_pin;
};

} // namespace endpoints
