// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP headers that a user sets for an endpoint, a line each. The value of a secret one is never shown:
// it is typed anew or left as it is.
#pragma once

#include "protocol/workspace/workspace.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QGridLayout;
class QLineEdit;
class QToolButton;

namespace endpoints {

class HeadersField final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeadersField)

public:
    struct Entered {
        workspace::Header header; ///< its valueRef is as it was, empty where it is no secret any more
        std::optional<QString> secret; ///< to be stored under a new valueRef; nullopt: as it was
    };

    explicit HeadersField(const std::vector<workspace::Header>& headers, QWidget* parent = nullptr);

    /// Without lines that were left empty.
    std::vector<Entered> headers() const;
    /// Why they can't be saved; empty if they can.
    QString complaint() const;

Q_SIGNALS:
    void edited();

private:
    struct Line {
        workspace::Header before;
        QLineEdit *name, *value;
        QCheckBox* isSecret;
        QToolButton* remove;
    };

    void add(const workspace::Header& header);
    void remove(const QToolButton* button);
    static void showSecret(const Line& line);
    static bool isKept(const Line& line);

    QGridLayout* m_grid;
    std::vector<Line> m_lines;
    QToolButton* m_add;
};

} // namespace endpoints
