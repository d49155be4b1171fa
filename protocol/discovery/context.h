// SPDX-License-Identifier: Apache-2.0
// Which IRI a member's name stands for: as much of JSON-LD 1.1's context processing as an ARD entry takes
// (ARD §4.1). No context is ever fetched: of remote ones only ARD's own is known.
#pragma once

#include "protocol/json/view.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace discovery {

inline constexpr std::string_view kArdContext = "https://agenticresourcediscovery.org/context/v1";
/// What that context defines, as far as it matters to names.
extern const char kArdContextText[];
inline constexpr std::string_view kArdNamespace = "https://agenticresourcediscovery.org/ns#";
inline constexpr std::string_view kAcmpNamespace = "https://a2agora.org/acmp/v0.1#";

class Context final {
public:
    struct Definition {
        std::string iri = {}; ///< or a keyword such as "@id"
        bool isJson = false; ///< @type is @json: the value is not expanded
        bool isPrefix = false; ///< "name:rest" stands for iri + rest
        bool isReference = false; ///< @type is @id: the value is an IRI, which may be relative to @base
        bool isMap = false; ///< @container is @language or @index: values stand under keys of an object
    };
    /// A part of a context that has no effect, and why.
    struct Unused {
        json::View at;
        std::string expected, found;
    };

    /// Where every entry starts.
    static const Context& ard();

    /// Adds what an "@context" defines: an object, a URL, null (back to ARD's), or an array of them. What
    /// can't be used is added to `unused`, the rest counts.
    void add(const json::View& context, std::vector<Unused>& unused);

    /// nullopt: it stands for nothing (a term that was set to null, a keyword-like name).
    std::optional<std::string> iriOf(std::string_view name) const;
    /// What a reference stands for: the value of a term that isReference.
    std::string resolved(std::string_view reference) const;
    /// The definition of just this name; nullptr if it has none.
    const Definition* find(std::string_view name) const;

private:
    friend class ContextReader;
    Context() = default;

    std::map<std::string, std::optional<Definition>, std::less<>> m_terms; ///< nullopt: set to null
    std::optional<std::string> m_vocabulary;
    std::string m_base; ///< empty: there is none
};

} // namespace discovery
