// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for what an MCP server card says that its server wants to know before it is connected to, and shows
// the address that comes of it.
#pragma once

#include "protocol/discovery/cardanswers.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace widgets {
class PlainLabel;
}

namespace discover {

class CardForm final : public QDialog {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CardForm)

public:
    CardForm(const QString& name, discovery::CardRemote remote, QWidget* parent = nullptr);

    discovery::FilledRemote filled() const;

private:
    QWidget* makeField(const discovery::CardQuestion& question);
    std::vector<std::string> answers() const;
    void check();

    discovery::CardRemote m_remote;
    std::vector<discovery::CardQuestion> m_questions;
    std::vector<QWidget*> m_fields; ///< QLineEdit or QComboBox, one for each question
    QLineEdit* m_address; ///< only shown
    widgets::PlainLabel* m_complaint;
    QPushButton* m_connect = nullptr;
};

} // namespace discover
