// SPDX-License-Identifier: GPL-3.0-or-later
// An offerRequest as a row of fields over its text (Layer 6 §2.1): shows what the text says, and changes of
// it only the member whose field was edited.
#pragma once

#include "protocol/acmp/messages.h"

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace offers {

class RequestForm final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RequestForm)

public:
    explicit RequestForm(QWidget* parent = nullptr);

    /// Shows the text's members; if it is no request, the fields stay and are disabled.
    void setText(const QByteArray& text);
    const QByteArray& text() const { return m_text; }
    /// What the providers offer, as choices.
    void setCapabilities(const QStringList& names);

Q_SIGNALS:
    void edited(); ///< text() is new

private:
    struct Field {
        const char* member;
        bool isNumber;
        QLineEdit* line;
        QComboBox* box; ///< null: there are no choices
    };
    void add(const QString& label, const char* member, bool isNumber, const QStringList& choices = {});
    void set(const Field& field, const QString& text);

    QByteArray m_text;
    std::vector<Field> m_fields;
    bool m_isShowing = false;
};

} // namespace offers
