// SPDX-License-Identifier: Apache-2.0
// The chunks of a stream in their order, put together in each way that decisions D10, D11 and D29 allow: kept
// up to a limit, hashed beyond it. Internal to session/; Assembly sees to the order.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/json/canonical.h"
#include "protocol/json/document.h"
#include "protocol/session/assembly.h"
#include "protocol/session/hashstream.h"
#include "protocol/session/pieces.h"

namespace session {

class OutputStore final {
public:
    using Reading = Assembly::Reading;

    /// The next chunk in order: its type, and its data as JSON text.
    void add(std::string_view type, std::string_view data);

    std::uint64_t dataBytes() const { return m_dataBytes; }
    bool overLimit() const { return m_overLimit; }
    bool sawDataUrl() const { return m_sawDataUrl; }
    const std::string* text() const;
    std::optional<acmp::Content> content(std::string_view outputType) const;
    std::vector<Reading> hashes(std::string_view outputType) const;

private:
    /// What the chunks are so far. A chunk that doesn't fit turns them into the next form.
    enum class Form : std::uint8_t {
        Binary, ///< strings of base64 of a binary type; kept as JSON strings
        Text, ///< strings; kept as the characters
        Items, ///< anything; kept as JSON values
    };

    void start(std::string_view type, bool isString);
    bool addBinary(std::string_view data);
    void addText(std::string_view data);
    void hashText(std::string_view characters);
    void addItem(std::string_view data);
    void turnInto(Form form);
    void keepWithinLimit();
    std::string keptBinary() const;
    std::string keptArray() const;
    void addReading(std::vector<Reading>& out, std::string_view name, std::string_view outputType,
        std::string_view whyNot, const HashStream& data, std::string_view end) const;
    void addMerge(std::vector<Reading>& out, std::string_view outputType) const;
    void addStringArray(std::vector<Reading>& out, std::string_view outputType) const;

    Form m_form = Form::Text;
    std::uint64_t m_count = 0;
    std::uint64_t m_dataBytes = 0;
    std::string m_type; // the first chunk's
    Pieces m_kept;
    bool m_overLimit = false;
    bool m_sawDataUrl = false;
    bool m_allObjects = true;
    bool m_itemHashed = false;

    HashStream m_hash; // from `{"data":` on: the concatenation, or for Items the array
    std::string m_held; // a high surrogate, or bytes short of a base64 group: hashed with what comes next
    std::string m_scratch;
    json::Document m_item;
    std::string m_whyNoHash; // why what m_hash is of has no JCS form
    std::string m_whyNoArray; // the same of the array, where the form is Text
};

} // namespace session
