// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM as a signal of the event loop. The second one ends the program at once.
#pragma once

#include <QObject>
#include <QSocketNotifier>

namespace acmpctl {

class Interrupt final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Interrupt)

public:
    explicit Interrupt(QObject* parent = nullptr);
    ~Interrupt() override;

Q_SIGNALS:
    void interrupted();

private:
    int m_descriptor;
    QSocketNotifier m_notifier;
};

} // namespace acmpctl
