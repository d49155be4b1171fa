// SPDX-License-Identifier: GPL-3.0-or-later
// One line of plain text, elided where it doesn't fit, then whole in its tooltip.
#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

namespace widgets {

/// For tooltips: Qt takes what looks like tags for rich text, this never. Long text is cut.
QString plainToolTip(const QString& text);

class ElidedLabel final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ElidedLabel)

public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);

    const QString& text() const { return m_text; }
    /// Line breaks become spaces.
    void setText(const QString& text);
    void setToken(theme::Token token);
    void setElideMode(Qt::TextElideMode mode);
    void setAlignment(Qt::Alignment alignment);
    /// As shown now.
    QString elided() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    theme::Token m_token = theme::Token::Text;
    Qt::TextElideMode m_mode = Qt::ElideRight;
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

} // namespace widgets
