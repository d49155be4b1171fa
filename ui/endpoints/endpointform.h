// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the facts of one endpoint. Never shows a token: it is typed anew or left as it is.
#pragma once

#include "ui/workspace/workspace.h"

#include <QDialog>

#include <optional>

class QCheckBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace widgets {
class PlainLabel;
}

namespace endpoints {

class EndpointForm final : public QDialog {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EndpointForm)

public:
    /// Without a URL it is a new one.
    explicit EndpointForm(workspace::Endpoint endpoint, QWidget* parent = nullptr);

    /// As typed; its tokenRef is as it was.
    workspace::Endpoint endpoint() const;
    /// nullopt: as it is; empty: none from now on.
    std::optional<QString> newToken() const;

private:
    bool isLeavingServer() const;
    void check();

    workspace::Endpoint m_endpoint;
    QLineEdit* m_url;
    QLineEdit* m_name;
    QLineEdit* m_token;
    QCheckBox* m_forget;
    QPlainTextEdit* m_notes;
    widgets::PlainLabel* m_complaint;
    QPushButton* m_save = nullptr;
};

} // namespace endpoints
