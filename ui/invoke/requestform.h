// SPDX-License-Identifier: GPL-3.0-or-later
// The request as a form over its text: shows what the text says, and changes of it only the member whose
// field was edited.
#pragma once

#include "protocol/acmp/messages.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;

namespace invoke {

class RequestForm final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RequestForm)

public:
    explicit RequestForm(QWidget* parent = nullptr);

    /// Shows the text's members; if it is no request, the fields stay and are disabled.
    void setText(const QByteArray& text);
    const QByteArray& text() const { return m_text; }
    /// What the provider offers, as choices.
    void setCapabilities(const QStringList& names);

Q_SIGNALS:
    void edited(); ///< text() is new

private:
    QLineEdit* addLine(QFormLayout* form, const QString& label, const char* member, bool isNumber);
    QComboBox* makeBox(QFormLayout* form, const QString& label, const char* name, const QStringList& choices);
    QComboBox* addChoice(
        QFormLayout* form, const QString& label, const char* member, const QStringList& choices);
    void addInput(QFormLayout* form);
    void addInputStream(QFormLayout* form);
    void set(std::initializer_list<std::string_view> path, const std::optional<std::string>& json);

    QByteArray m_text;
    QComboBox* m_capability;
    QComboBox* m_inputType;
    QPlainTextEdit* m_input;
    QCheckBox* m_stream;
    QCheckBox* m_inputStream;
    std::vector<std::function<void(const acmp::Invoke&)>> m_readers; ///< one a field
    bool m_isShowing = false;
};

} // namespace invoke
