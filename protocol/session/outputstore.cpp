// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/outputstore.h"

#include "protocol/json/text.h"
#include "protocol/session/contenttype.h"

namespace session {

namespace {

constexpr std::string_view kLoneSurrogate = "a lone surrogate has no canonical form";
constexpr char kSurrogateLead = '\xED';

std::string_view inner(std::string_view string)
{
    return string.substr(1, string.size() - 2);
}

bool hasSurrogate(std::string_view characters)
{
    for (std::size_t at = characters.find(kSurrogateLead); at != std::string_view::npos;
        at = characters.find(kSurrogateLead, at + 1)) {
        if (at + 1 < characters.size() && static_cast<unsigned char>(characters[at + 1]) >= 0xA0) {
            return true;
        }
    }
    return false;
}

// In its three-byte form.
bool endsWithHighSurrogate(std::string_view characters)
{
    if (characters.size() < 3) {
        return false;
    }
    const std::string_view last = characters.substr(characters.size() - 3);
    const auto second = static_cast<unsigned char>(last[1]);
    return last[0] == kSurrogateLead && second >= 0xA0 && second < 0xB0;
}

// The bytes that a JSON string stands for in standard base64 or a data: URL of it (decision D29).
std::optional<QByteArray> decodeBase64(std::string_view string, bool& isDataUrl)
{
    constexpr std::string_view kMark = ";base64,";
    const std::string characters = json::unescape(inner(string));
    std::string_view base64 = characters;
    isDataUrl = base64.starts_with("data:") && base64.find(kMark) != std::string_view::npos;
    if (isDataUrl) {
        base64.remove_prefix(base64.find(kMark) + kMark.size());
    }
    auto result = QByteArray::fromBase64Encoding(
        QByteArray::fromRawData(base64.data(), static_cast<qsizetype>(base64.size())),
        QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    return result ? std::optional(std::move(result.decoded)) : std::nullopt;
}

std::string_view view(const QByteArray& bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

} // namespace

void OutputStore::add(std::string_view type, std::string_view data)
{
    const bool isString = data.starts_with('"');
    if (m_count == 0) {
        start(type, isString);
    }
    ++m_count;
    m_dataBytes += data.size();
    m_allObjects = m_allObjects && data.starts_with('{');
    if (m_form == Form::Binary && isString && addBinary(data)) {
        keepWithinLimit();
        return;
    }
    if (m_form != Form::Items && !isString) {
        turnInto(Form::Items);
    } else if (m_form == Form::Binary) {
        turnInto(Form::Text);
    }
    if (m_form == Form::Text) {
        addText(data);
    } else {
        addItem(data);
    }
    keepWithinLimit();
}

void OutputStore::start(std::string_view type, bool isString)
{
    m_type = type;
    m_form = !isString ? Form::Items : isBinaryType(type) ? Form::Binary : Form::Text;
    m_hash.add(m_form == Form::Items ? R"({"data":[)" : R"({"data":")");
}

bool OutputStore::addBinary(std::string_view data)
{
    bool isDataUrl = false;
    const std::optional<QByteArray> bytes = decodeBase64(data, isDataUrl);
    if (!bytes) {
        return false;
    }
    m_sawDataUrl = m_sawDataUrl || isDataUrl;
    m_held.append(view(*bytes));
    const std::size_t whole = m_held.size() - m_held.size() % 3;
    m_hash.add(view(QByteArray::fromRawData(m_held.data(), static_cast<qsizetype>(whole)).toBase64()));
    m_held.erase(0, whole);
    if (!m_overLimit) {
        m_kept.bytes.append(data);
        m_kept.close();
    }
    return true;
}

void OutputStore::addText(std::string_view data)
{
    const std::string_view escaped = inner(data);
    if (m_held.empty() && escaped.find('\\') == std::string_view::npos) {
        // Nothing to unescape: these are the characters, and their canonical form too.
        m_hash.add(escaped);
        if (!m_overLimit) {
            m_kept.bytes.append(escaped);
            m_kept.close();
        }
        return;
    }
    const std::string characters = json::unescape(escaped);
    hashText(characters);
    if (!m_overLimit) {
        const std::size_t seam = m_kept.bytes.size();
        json::appendJoiningSurrogates(m_kept.bytes, characters);
        if (m_kept.bytes.size() < seam + characters.size()) {
            // A character was cut between chunks: it counts to the one that began it.
            for (auto end = m_kept.ends.rbegin(); end != m_kept.ends.rend() && *end == seam; ++end) {
                ++*end;
            }
        }
        m_kept.close();
    }
}

void OutputStore::hashText(std::string_view characters)
{
    if (hasSurrogate(characters)) {
        m_whyNoArray = kLoneSurrogate;
    }
    std::string joined = std::exchange(m_held, {});
    json::appendJoiningSurrogates(joined, characters);
    if (endsWithHighSurrogate(joined)) {
        m_held = joined.substr(joined.size() - 3);
        joined.resize(joined.size() - 3);
    }
    if (hasSurrogate(joined)) {
        m_whyNoHash = kLoneSurrogate;
    }
    m_scratch.clear();
    json::appendEscaped(m_scratch, joined);
    m_hash.add(m_scratch);
}

void OutputStore::addItem(std::string_view data)
{
    if (m_itemHashed) {
        m_hash.add(",");
    }
    m_itemHashed = true;
    if (m_item.borrow(data)) {
        const auto canonical = json::canonical(m_item.root());
        if (canonical) {
            m_hash.add(*canonical);
        } else {
            m_whyNoHash = canonical.error().what + " in a chunk has no canonical form";
        }
    } else {
        m_whyNoHash = "a chunk's data is no JSON";
    }
    if (!m_overLimit) {
        m_kept.bytes.append(data);
        m_kept.close();
    }
}

void OutputStore::turnInto(Form form)
{
    const Pieces kept = std::exchange(m_kept, {});
    const Form before = std::exchange(m_form, form);
    m_hash = HashStream();
    m_hash.add(form == Form::Items ? R"({"data":[)" : R"({"data":")");
    m_held.clear();
    m_whyNoHash = m_overLimit ? "chunks of several kinds, over 16 MiB" : m_whyNoArray;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        std::string data(kept.at(i));
        if (before == Form::Text) {
            data.clear();
            json::appendQuoted(data, kept.at(i));
        }
        if (form == Form::Text) {
            addText(data);
        } else {
            addItem(data);
        }
    }
}

void OutputStore::keepWithinLimit()
{
    if (m_kept.memory() > Assembly::kKeptBytes) {
        m_overLimit = true;
        m_kept = {};
    }
}

const std::string* OutputStore::text() const
{
    return m_count > 0 && m_form == Form::Text && !m_overLimit ? &m_kept.bytes : nullptr;
}

std::optional<acmp::Content> OutputStore::content(std::string_view outputType) const
{
    if (m_count == 0 || m_overLimit) {
        return std::nullopt;
    }
    acmp::Content out;
    out.type = m_type.empty() ? std::string(outputType) : m_type;
    if (m_form == Form::Text) {
        out.data = json::Raw::string(m_kept.bytes);
    } else if (m_form == Form::Binary) {
        out.data = json::Raw::string(keptBinary());
    } else {
        const std::string array = keptArray();
        out.data = json::Raw(QByteArray(array.data(), static_cast<qsizetype>(array.size())));
    }
    return out;
}

std::string OutputStore::keptBinary() const
{
    QByteArray bytes;
    for (std::size_t i = 0; i < m_kept.size(); ++i) {
        bool isDataUrl = false;
        bytes += decodeBase64(m_kept.at(i), isDataUrl).value_or(QByteArray());
    }
    return bytes.toBase64().toStdString();
}

std::string OutputStore::keptArray() const
{
    std::string out = "[";
    for (std::size_t i = 0; i < m_kept.size(); ++i) {
        out += i == 0 ? "" : ",";
        out += m_kept.at(i);
    }
    out += ']';
    return out;
}

} // namespace session
