// SPDX-License-Identifier: GPL-3.0-or-later
// What a new user sees first: the few things to begin with.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace shell {

class Welcome final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Welcome)

public:
    explicit Welcome(QWidget* parent = nullptr);

Q_SIGNALS:
    void demoRequested();
    void discoverRequested();
    void endpointRequested();
    void captureRequested();

private:
    void add(QVBoxLayout* column, const QString& icon, const QString& title, const QString& text,
        void (Welcome::*chosen)());
};

} // namespace shell
