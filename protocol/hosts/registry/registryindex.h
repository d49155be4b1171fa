// SPDX-License-Identifier: Apache-2.0
// The entries of a registry, and what of them a question finds (ARD §5.3.1): words by relevance, terms by
// IRI, whatever prefix an entry uses. Pure.
#pragma once

#include "protocol/discovery/entry.h"
#include "protocol/hosts/registry/textindex.h"
#include "protocol/json/document.h"

#include <deque>
#include <expected>
#include <span>
#include <unordered_map>

namespace hosts {

/// A term of an entry; of trustManifest, metadata and data also what is within.
struct TermPath {
    std::string iri;
    std::vector<std::string> within; ///< literal names; empty: the term itself

    /// `context`: ARD's, and what the question binds. The error says what was expected.
    static std::expected<TermPath, std::string> parse(
        std::string_view key, const discovery::Context& context);
    bool isPublisher() const; ///< derived from the identifier
    bool operator==(const TermPath&) const = default;
};

struct TermConstraint {
    std::string key; ///< as it was asked
    TermPath path;
    std::vector<std::string> values; ///< one of them
};

class RegistryItem final {
public:
    /// `text`: an entry. What is wrong with it is a finding of it.
    explicit RegistryItem(std::string_view text);
    RegistryItem(const RegistryItem&) = delete;
    RegistryItem& operator=(const RegistryItem&) = delete;

    const discovery::Entry& entry() const { return m_entry; }
    json::View root() const { return m_document.root(); }
    /// The strings, numbers and booleans there, each once.
    std::vector<std::string> valuesAt(const TermPath& path) const;
    bool matches(const std::vector<TermConstraint>& constraints) const;

private:
    discovery::Entry m_entry;
    json::Document m_document;
    std::vector<std::pair<std::string, json::View>> m_terms; ///< by IRI
};

class RegistryIndex final {
public:
    struct Match {
        const RegistryItem* item = nullptr;
        int score = 0; ///< 0 to 100
    };
    /// Of another identifier each: the first counts.
    void set(const std::vector<std::string>& entries);
    const RegistryItem* find(const std::string& identifier) const;
    /// In the order of entries().
    const std::deque<RegistryItem>& items() const { return m_items; }
    /// Without words all that match, scored 100, in their order; else the best first.
    std::vector<Match> search(const std::string& text, const std::vector<TermConstraint>& constraints) const;

private:
    std::deque<RegistryItem> m_items;
    std::unordered_map<std::string, const RegistryItem*> m_byIdentifier;
    TextIndex m_texts;
};

} // namespace hosts
