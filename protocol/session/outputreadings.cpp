// SPDX-License-Identifier: Apache-2.0
// The readings of a streamed output, decision D11.
#include "protocol/json/text.h"
#include "protocol/session/outputstore.h"

#include <map>

namespace session {

namespace {

constexpr std::string_view kOverLimit = "over 16 MiB";

std::string typeEnd(std::string_view end, std::string_view type)
{
    std::string out(end);
    out += R"(,"type":)";
    json::appendQuoted(out, type);
    out += '}';
    return out;
}

// Canonical JSON of the objects' members together, the last of a name winning; or why there is none.
std::expected<std::string, std::string> merge(const std::string& array)
{
    const auto document = json::Document::parse(QByteArray::fromStdString(array));
    if (!document) {
        return std::unexpected(json::toString(document.error()));
    }
    std::map<std::string, json::View> members;
    for (const json::View object : document->root().elements()) {
        for (const json::Member member : object.members()) {
            members[member.name()] = member.value;
        }
    }
    std::string object = "{";
    for (const auto& [name, value] : members) {
        object += object.size() == 1 ? "" : ",";
        json::appendQuoted(object, name);
        object += ':';
        object += value.lexeme();
    }
    object += '}';
    const auto merged = json::Document::parse(QByteArray::fromStdString(object));
    if (!merged) {
        return std::unexpected(json::toString(merged.error()));
    }
    auto canonical = json::canonical(merged->root());
    if (!canonical) {
        return std::unexpected(canonical.error().what + " has no canonical form");
    }
    return std::move(*canonical);
}

} // namespace

std::vector<OutputStore::Reading> OutputStore::hashes(std::string_view outputType) const
{
    std::vector<Reading> out;
    if (m_count == 0) {
        return out;
    }
    if (m_form == Form::Items) {
        addMerge(out, outputType);
        addReading(out, "array", outputType, m_whyNoHash, m_hash, "]");
        return out;
    }
    std::string end = "\"";
    if (m_form == Form::Binary) {
        const QByteArray rest = QByteArray::fromStdString(m_held).toBase64();
        end.insert(0, rest.toStdString());
    }
    const bool cut = m_form == Form::Text && !m_held.empty();
    addReading(
        out, "concatenation", outputType, cut ? "it ends in half a character" : m_whyNoHash, m_hash, end);
    addStringArray(out, outputType);
    return out;
}

void OutputStore::addReading(std::vector<Reading>& out, std::string_view name, std::string_view outputType,
    std::string_view whyNot, const HashStream& data, std::string_view end) const
{
    std::vector<std::string_view> types = { m_type };
    if (!outputType.empty() && outputType != m_type) {
        types.push_back(outputType);
    }
    for (const std::string_view type : types) {
        Reading reading {
            .name = std::string(name) + " as " + std::string(type), .hash = {}, .whyNot = std::string(whyNot)
        };
        if (whyNot.empty()) {
            reading.hash = data.finish(typeEnd(end, type));
        }
        out.push_back(std::move(reading));
    }
}

void OutputStore::addMerge(std::vector<Reading>& out, std::string_view outputType) const
{
    if (!m_allObjects && m_count > 1) {
        return;
    }
    std::string whyNot = m_overLimit ? std::string(kOverLimit) : std::string();
    HashStream hash;
    if (whyNot.empty() && m_count == 1) {
        whyNot = m_whyNoHash;
        const auto only = json::Document::parse(QByteArray::fromStdString(m_kept.bytes));
        hash.add(R"({"data":)");
        hash.add(only ? json::canonical(only->root()).value_or(std::string()) : std::string());
    } else if (whyNot.empty()) {
        const auto merged = merge(keptArray());
        whyNot = merged ? std::string() : merged.error();
        hash.add(R"({"data":)");
        hash.add(merged.value_or(std::string()));
    }
    addReading(out, m_count == 1 ? "the only chunk" : "merge", outputType, whyNot, hash, "");
}

void OutputStore::addStringArray(std::vector<Reading>& out, std::string_view outputType) const
{
    const std::string_view whyNot = m_overLimit ? kOverLimit : std::string_view(m_whyNoArray);
    HashStream hash;
    hash.add(R"({"data":[)");
    std::string string;
    for (std::size_t i = 0; i < m_kept.size() && whyNot.empty(); ++i) {
        string.assign(i == 0 ? "" : ",");
        const std::string_view piece = m_kept.at(i);
        json::appendQuoted(string,
            m_form == Form::Text ? std::string(piece) : json::unescape(piece.substr(1, piece.size() - 2)));
        hash.add(string);
    }
    addReading(out, "array", outputType, whyNot, hash, "]");
}

} // namespace session
