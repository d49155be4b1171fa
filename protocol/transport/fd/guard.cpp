// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/guard.h"

#include "protocol/transport/fd/launch.h"

#include <QPointer>

#include <array>
#include <charconv>

#include <cerrno>

namespace fd {

Guard::Guard(Descriptor control, Descriptor exit, int process)
    : m_control(std::move(control))
    , m_exit(std::move(exit))
    , m_process(process)
    , m_told(std::make_unique<QSocketNotifier>(m_control.number(), QSocketNotifier::Read))
{
    connect(m_told.get(), &QSocketNotifier::activated, this, &Guard::read);
    if (m_exit.isOpen()) {
        m_left = std::make_unique<QSocketNotifier>(m_exit.number(), QSocketNotifier::Read);
        connect(m_left.get(), &QSocketNotifier::activated, this, &Guard::leave);
    }
}

Guard::~Guard()
{
    m_told.reset();
    m_left.reset();
    m_control.reset();
    if (!m_isGone) {
        reap(m_process);
    }
}

void Guard::end()
{
    if (m_control.isOpen()) {
        endControl(m_control);
    }
}

void Guard::read()
{
    const QPointer<Guard> self(this);
    std::array<char, 256> buffer {};
    while (self && m_control.isOpen()) {
        const auto size = m_control.read(buffer);
        if (!size && size.error() == EAGAIN) {
            return;
        }
        if (!size || *size == 0) {
            m_told.reset();
            m_control.reset();
            if (!m_exit.isOpen()) {
                leave();
            }
            return;
        }
        m_line.append(buffer.data(), *size);
        for (std::size_t end = 0; self && (end = m_line.find('\n')) != std::string::npos;) {
            const std::string line = m_line.substr(0, end);
            m_line.erase(0, end + 1);
            tell(line);
        }
    }
}

void Guard::tell(std::string_view line)
{
    const std::size_t space = line.rfind(' ');
    if (space == std::string_view::npos) {
        return;
    }
    int number = 0;
    std::from_chars(line.data() + space + 1, line.data() + line.size(), number);
    const std::string_view what = line.substr(0, space);
    constexpr std::string_view kFailed = "failed ";
    if (what == "started") {
        Q_EMIT started(number);
    } else if (what == "exited") {
        Q_EMIT exited(number);
    } else if (what == "killed") {
        Q_EMIT killed(number);
    } else if (what.starts_with(kFailed)) {
        Q_EMIT failed(std::string(what.substr(kFailed.size())), number);
    }
}

void Guard::leave()
{
    const QPointer<Guard> self(this);
    read();
    if (!self || m_isGone) {
        return;
    }
    m_isGone = true;
    m_told.reset();
    m_left.reset();
    m_control.reset();
    m_exit.reset();
    reap(m_process);
    Q_EMIT gone();
}

} // namespace fd
