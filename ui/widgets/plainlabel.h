// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of plain text in the colour of a token, wrapped and selectable.
#pragma once

#include "ui/theme/theme.h"

#include <QLabel>

namespace widgets {

class PlainLabel final : public QLabel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlainLabel)

public:
    explicit PlainLabel(
        const QString& text = {}, theme::Token token = theme::Token::Text, QWidget* parent = nullptr);

    void setToken(theme::Token token);

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolor();

    theme::Token m_token;
};

} // namespace widgets
