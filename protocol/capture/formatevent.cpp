// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/bytes.h"
#include "protocol/capture/format.h"

namespace capture::format {

namespace {

class Writer final {
public:
    Writer& u32(std::uint32_t value)
    {
        m_out.resize(m_out.size() + 4);
        storeU32(m_out.data() + m_out.size() - 4, value);
        return *this;
    }
    Writer& u64(std::uint64_t value)
    {
        m_out.resize(m_out.size() + 8);
        storeU64(m_out.data() + m_out.size() - 8, value);
        return *this;
    }
    Writer& text(std::string_view value)
    {
        value = value.substr(0, kMaxStringBytes);
        u32(static_cast<std::uint32_t>(value.size()));
        m_out += value;
        return *this;
    }
    std::string take() { return std::move(m_out); }

private:
    std::string m_out;
};

/// Past the end everything reads as zero or empty, and ok() turns false.
class Reader final {
public:
    explicit Reader(std::string_view body)
        : m_left(body)
    {
    }
    std::uint32_t u32() { return need(4) ? loadU32(take(4)) : 0; }
    std::uint64_t u64() { return need(8) ? loadU64(take(8)) : 0; }
    std::string text()
    {
        const std::size_t length = u32();
        return need(length) ? std::string(take(length), length) : std::string();
    }
    bool ok() const { return m_ok; }

private:
    bool need(std::size_t length) { return m_ok = m_ok && length <= m_left.size(); }
    const char* take(std::size_t length)
    {
        const char* const taken = m_left.data();
        m_left.remove_prefix(length);
        return taken;
    }

    std::string_view m_left;
    bool m_ok = true;
};

struct Body {
    std::uint64_t at;

    std::string operator()(const Opened& opened) const
    {
        return Writer()
            .u64(at)
            .u32(static_cast<std::uint32_t>(opened.connection))
            .u32(static_cast<std::uint32_t>(opened.facts.role))
            .text(opened.facts.transport)
            .text(opened.facts.peer)
            .text(opened.facts.target)
            .take();
    }
    std::string operator()(const Closed& closed) const
    {
        return Writer()
            .u64(at)
            .u32(static_cast<std::uint32_t>(closed.connection))
            .u32(0)
            .text(closed.cause)
            .take();
    }
    std::string operator()(const Mark& mark) const
    {
        return Writer()
            .u64(at)
            .u64(static_cast<std::uint64_t>(mark.unixMs))
            .u32(static_cast<std::uint32_t>(mark.kind))
            .u32(0)
            .u64(mark.slices)
            .u64(mark.bytes)
            .text(mark.text)
            .take();
    }
    // Found on reading, never written.
    std::string operator()(const Gap&) const { return {}; }
};

Opened readOpened(Reader& body)
{
    Opened opened;
    opened.connection = wire::ConnectionId { body.u32() };
    opened.facts.role = body.u32() == 0 ? wire::Role::Client : wire::Role::Server;
    opened.facts.transport = body.text();
    opened.facts.peer = body.text();
    opened.facts.target = body.text();
    return opened;
}

Closed readClosed(Reader& body)
{
    Closed closed;
    closed.connection = wire::ConnectionId { body.u32() };
    body.u32();
    closed.cause = body.text();
    return closed;
}

Mark readMark(Reader& body)
{
    Mark mark;
    mark.unixMs = static_cast<std::int64_t>(body.u64());
    // Kinds of a later version are kept.
    mark.kind = MarkKind { body.u32() }; // NOLINT(clang-analyzer-optin.core.EnumCastOutOfRange)
    body.u32();
    mark.slices = body.u64();
    mark.bytes = body.u64();
    mark.text = body.text();
    return mark;
}

struct Kind {
    BlockKind operator()(const Opened&) const { return BlockKind::Opened; }
    BlockKind operator()(const Closed&) const { return BlockKind::Closed; }
    BlockKind operator()(const Mark&) const { return BlockKind::Mark; }
    BlockKind operator()(const Gap&) const { return BlockKind::Mark; }
};

} // namespace

std::string eventBody(const Event& event)
{
    return std::visit(Body { static_cast<std::uint64_t>(event.at.sinceBoot.count()) }, event.what);
}

BlockKind kindOf(const Event& event)
{
    return std::visit(Kind {}, event.what);
}

std::optional<Event> readEvent(BlockKind kind, std::string_view body)
{
    Reader reader(body);
    Event event;
    event.at.sinceBoot = std::chrono::nanoseconds(static_cast<std::int64_t>(reader.u64()));
    if (kind == BlockKind::Opened) {
        event.what = readOpened(reader);
    } else if (kind == BlockKind::Closed) {
        event.what = readClosed(reader);
    } else if (kind == BlockKind::Mark) {
        event.what = readMark(reader);
    } else {
        return std::nullopt;
    }
    return reader.ok() ? std::optional(std::move(event)) : std::nullopt;
}

} // namespace capture::format
