// SPDX-License-Identifier: GPL-3.0-or-later
// The heads of one HTTP exchange below each other, byte for byte as recorded.
#pragma once

#include "ui/traffic/linedetails.h"

#include <QWidget>

class QLabel;

namespace widgets {
class ByteView;
}

namespace traffic {

class HeadersView final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeadersView)

public:
    explicit HeadersView(QWidget* parent = nullptr);

    void setHeads(const LineDetails::Head& request, const LineDetails::Head& response);

private:
    struct Part {
        QLabel* title = nullptr;
        widgets::ByteView* bytes = nullptr;
    };
    Part makePart(const QString& name);

    Part m_request, m_response;
};

} // namespace traffic
