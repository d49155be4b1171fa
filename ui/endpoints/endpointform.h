// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the facts of one endpoint: those that its kind of address has. Never shows a token or passphrase:
// it is typed anew or left as it is.
#pragma once

#include "protocol/workspace/endpointurl.h"
#include "protocol/workspace/workspace.h"
#include "ui/endpoints/headersfield.h"

#include <QDialog>

#include <optional>

class QCheckBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace widgets {
class PlainLabel;
}

namespace endpoints {

class ProgramFields;
class ProxyField;
class TraceField;
class TlsFields;

class EndpointForm final : public QDialog {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EndpointForm)

public:
    /// Without an address it is a new one.
    explicit EndpointForm(workspace::Endpoint endpoint, QWidget* parent = nullptr);

    /// As typed, without what its kind has not, and without headers; tokenRef and passphraseRef are as they
    /// were.
    workspace::Endpoint endpoint() const;
    /// nullopt: as it is; empty: none from now on.
    std::optional<QString> newToken() const;
    std::optional<QString> newPassphrase() const;
    std::vector<HeadersField::Entered> headers() const;

private:
    void makeFields();
    void makeRows(bool isNew);
    bool isOtherServer() const; ///< than the stored secrets are for
    bool sendsToken() const;
    void showKind();
    void check();
    QString complaint() const;
    QString warning() const;
    std::optional<std::int64_t> connectTimeoutMs() const; ///< 0: the usual; nullopt: what is typed is none

    workspace::Endpoint m_endpoint;
    QLineEdit* m_url;
    QLineEdit* m_name;
    QLineEdit* m_token;
    QCheckBox* m_forget;
    TlsFields* m_tls = nullptr;
    ProxyField* m_proxy;
    TraceField* m_trace;
    QLineEdit* m_connect;
    HeadersField* m_headers;
    ProgramFields* m_program = nullptr;
    QPlainTextEdit* m_notes;
    widgets::PlainLabel* m_complaint;
    QPushButton* m_save = nullptr;
    QFormLayout* m_form;
    workspace::Kind m_kind = workspace::Kind::None; ///< whose fields are shown
};

} // namespace endpoints
