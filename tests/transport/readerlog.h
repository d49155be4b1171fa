// SPDX-License-Identifier: Apache-2.0
// Writes down what an HttpReader tells, pieces of a body joined, so that two ways of feeding it can be
// compared.
#pragma once

#include "protocol/transport/http/httpreader.h"

#include <string>
#include <utility>
#include <vector>

class ReaderLog final : public http::HttpObserver {
public:
    std::vector<std::string> events;
    std::string body;

    void requestHead(http::RequestHead&& head, http::ByteRange at) override
    {
        note("request " + head.method + ' ' + head.target + " 1." + std::to_string(head.minorVersion), at);
        noteFields(head.fields);
    }
    void responseHead(http::ResponseHead&& head, http::ByteRange at) override
    {
        note("response " + std::to_string(head.status) + ' ' + head.reason, at);
        noteFields(head.fields);
    }
    void interimHead(http::ResponseHead&& head, http::ByteRange at) override
    {
        note("interim " + std::to_string(head.status), at);
        noteFields(head.fields);
    }
    void chunkHeader(std::uint64_t size, std::string_view extension, http::ByteRange line) override
    {
        endBody();
        note("chunk " + std::to_string(size) + std::string(extension), line);
    }
    void bodyPiece(std::string_view piece, http::ByteRange at) override
    {
        if (piece.size() != at.size()) {
            events.push_back("a piece whose range is not its own");
        }
        if (body.empty()) {
            m_bodyBegin = at.begin;
        } else if (m_bodyEnd != at.begin) {
            events.push_back("a gap in a body");
        }
        m_bodyEnd = at.end;
        body += piece;
    }
    void trailers(http::Fields&& fields) override
    {
        endBody();
        events.push_back("trailers");
        noteFields(fields);
    }
    void messageEnd(std::uint64_t end) override
    {
        endBody();
        events.push_back("end " + std::to_string(end));
    }

    /// Feeds `stream` in the pieces given by `cuts` (offsets, ascending), as a caller does that keeps what is
    /// not consumed.
    void feed(
        http::HttpReader& reader, std::string_view stream, const std::vector<std::size_t>& cuts, bool end)
    {
        std::size_t consumed = 0;
        for (std::size_t i = 0; i <= cuts.size(); ++i) {
            const std::size_t upTo = i < cuts.size() ? cuts[i] : stream.size();
            while (consumed < upTo) {
                auto fed = reader.feed(stream.substr(consumed, upTo - consumed));
                consumed += fed.consumed;
                if (fed.refusal) {
                    refused(*fed.refusal);
                    return;
                }
                if (fed.consumed == 0) {
                    break;
                }
            }
        }
        if (!end) {
            return;
        }
        if (auto refusal = reader.finish()) {
            refused(*refusal);
        }
    }

private:
    void refused(const http::Refusal& refusal)
    {
        endBody();
        events.push_back("refused " + std::to_string(refusal.status) + ' ' + refusal.error.toString());
    }
    void endBody()
    {
        if (!body.empty()) {
            note("body " + std::exchange(body, {}), { m_bodyBegin, m_bodyEnd });
        }
    }
    void note(const std::string& what, http::ByteRange at)
    {
        events.push_back(what + " [" + std::to_string(at.begin) + ',' + std::to_string(at.end) + ')');
    }
    void noteFields(const http::Fields& fields)
    {
        for (const http::Field& field : fields) {
            events.push_back("  " + field.name + '=' + field.value);
        }
    }

    std::uint64_t m_bodyBegin = 0;
    std::uint64_t m_bodyEnd = 0;
};
