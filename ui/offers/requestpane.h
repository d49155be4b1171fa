// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked for, as a form and as JSON, each editing the other, and the button that asks.
#pragma once

#include "protocol/acmp/messages.h"

#include <QWidget>

#include <optional>

class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace widgets {
class JsonEditor;
class PlainLabel;
class Segments;
}

namespace offers {

class RequestForm;

class RequestPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RequestPane)

public:
    explicit RequestPane(QWidget* parent = nullptr);

    /// The request as it stands, if it can be sent; what is wrong is shown at its place otherwise.
    std::optional<acmp::OfferRequest> request();
    /// Goes with the accept, not with the request.
    std::optional<std::string> escrowId() const;
    QByteArray text() const;
    void setText(const QByteArray& text);
    void setCapabilities(const QStringList& names);
    void setCapability(const QString& name);
    /// How many will be asked.
    void setAsked(std::size_t count);
    /// Below the form; empty hides it.
    void setNotice(const QString& text);
    void showJson(bool json);

Q_SIGNALS:
    void requested();
    void edited(const acmp::OfferRequest& request); ///< and can be sent as it stands

private:
    void complain(const QByteArray& text);
    void choosePage(int page);

    RequestForm* m_form;
    widgets::JsonEditor* m_editor;
    QStackedWidget* m_pages;
    widgets::Segments* m_pageChoice;
    QLineEdit* m_escrow;
    QPushButton* m_ask;
    widgets::PlainLabel* m_notice;
};

} // namespace offers
