// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of plain text in the colour of a token, selectable, wrapped: a word that is wider than the label (a
// DID, an address) within the word.
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

    int heightForWidth(int width) const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void breakWords() const;
    void recolor();

    theme::Token m_token;
};

} // namespace widgets
