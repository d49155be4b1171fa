// SPDX-License-Identifier: Apache-2.0
// An owned file descriptor that is never waited for: pipe, socket, terminal or file. The seam to the system
// of transport/fd, with launch.h: Linux.
#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace fd {

class Descriptor final {
public:
    Descriptor() = default;
    /// Takes it.
    explicit Descriptor(int number);
    ~Descriptor() { reset(); }
    Descriptor(Descriptor&& other) noexcept
        : m_number(std::exchange(other.m_number, -1))
        , m_manner(other.m_manner)
    {
    }
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_number, other.m_number);
        std::swap(m_manner, other.m_manner);
        return *this;
    }
    /// Another one for what `number` stands for. Who else holds `number`, a shell its terminal, does not
    /// notice. errno if it can't be had.
    static std::expected<Descriptor, int> copyOf(int number);

    bool isOpen() const { return m_number >= 0; }
    int number() const { return m_number; }
    void reset();

    /// How many bytes came, 0 at the end; or errno, EAGAIN if there is nothing yet.
    std::expected<std::size_t, int> read(std::span<char> into) const;
    /// How many bytes were taken, without SIGPIPE; or errno, EAGAIN if there is no room.
    std::expected<std::size_t, int> write(std::string_view bytes) const;

private:
    enum class Manner { NonBlocking, Socket, Polled };

    int m_number = -1;
    Manner m_manner = Manner::Polled;
};

struct Ends {
    Descriptor read;
    Descriptor write;
};

/// Not inherited, above the standard three, our end non-blocking. errno if there is none.
std::expected<Ends, int> pipeToRead();
std::expected<Ends, int> pipeToWrite();
std::expected<std::pair<Descriptor, Descriptor>, int> socketPair();

/// "No such file or directory".
std::string errorText(int error);

} // namespace fd
