// SPDX-License-Identifier: Apache-2.0
// Writes down what a FrameParser tells, pieces of a text joined, so that two ways of feeding it can be
// compared.
#pragma once

#include "protocol/transport/websocket/frame.h"

#include <string>
#include <vector>

class FrameLog final : public ws::FrameObserver {
public:
    std::string all; ///< "text a [0,3)", "ping b [3,6)", "refused 1002 …", one a line

    void dataHead(const ws::FrameHead&, http::ByteRange at) override
    {
        if (!std::exchange(m_within, true)) {
            m_begin = at.begin;
        }
        m_end = at.end;
    }
    void textPiece(std::string_view piece, http::ByteRange at, bool) override
    {
        if (piece.size() != at.size() || at.begin != m_end || piece.empty()) {
            all += "a piece that is not where it says\n";
        }
        m_end = at.end;
        m_text += piece;
    }
    bool messageEnd(std::uint64_t end) override
    {
        note("text", std::exchange(m_text, {}), { m_begin, end });
        m_within = false;
        return !stopsAtEach;
    }
    bool control(ws::Opcode opcode, std::string_view payload, http::ByteRange at, bool) override
    {
        note(opcode == ws::Opcode::Ping      ? "ping"
                : opcode == ws::Opcode::Pong ? "pong"
                                             : "close",
            payload, at);
        return !stopsAtEach;
    }

    bool stopsAtEach = false;

    /// Feeds `stream` in the pieces given by `cuts` (offsets, ascending), as a caller does that keeps what is
    /// not consumed.
    void feed(ws::FrameParser& parser, std::string_view stream, const std::vector<std::size_t>& cuts)
    {
        std::size_t consumed = 0;
        for (std::size_t i = 0; i <= cuts.size(); ++i) {
            const std::size_t upTo = i < cuts.size() ? cuts[i] : stream.size();
            for (;;) {
                // A copy of its own: what is read beyond it is found.
                const std::string piece(stream.substr(consumed, upTo - consumed));
                auto fed = parser.feed(piece);
                consumed += fed.consumed;
                if (fed.refusal) {
                    note(parser, *fed.refusal);
                    return;
                }
                if (fed.consumed == 0) {
                    break;
                }
            }
        }
        if (m_within) {
            note("unfinished", m_text, { m_begin, m_end });
        }
        if (consumed < stream.size()) {
            all += "left " + std::to_string(stream.size() - consumed) + '\n';
        }
    }

private:
    void note(const ws::FrameParser& parser, const ws::Refusal& refusal)
    {
        if (m_within) {
            note("unfinished", m_text, { m_begin, m_end });
        }
        if (parser.position() < m_end) {
            all += "a position that went back\n";
        }
        all += "refused " + std::to_string(refusal.closeCode) + ' '
            + (refusal.rule.empty() ? std::string("-") : std::string(refusal.rule)) + ' '
            + refusal.error.toString() + '\n';
    }
    void note(std::string_view what, std::string_view text, http::ByteRange at)
    {
        constexpr std::size_t kShown = 130;
        all += std::string(what) + ' '
            + (text.size() > kShown ? '#' + std::to_string(text.size()) : std::string(text)) + " ["
            + std::to_string(at.begin) + ',' + std::to_string(at.end) + ")\n";
    }

    std::string m_text;
    std::uint64_t m_begin = 0;
    std::uint64_t m_end = 0;
    bool m_within = false;
};
