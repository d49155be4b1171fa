// SPDX-License-Identifier: Apache-2.0
// Asks registries (ARD §5.3): what they find by words, how it is spread, an entry by its identifier, all of
// them. One of these asks any number of registries; a search over several of them: registrysearch.h.
#pragma once

#include "protocol/discovery/fetcher.h"
#include "protocol/discovery/registrytypes.h"

namespace discovery {

struct RegistryOptions {
    std::string token; ///< bearer, for the origin of `tokenFor` alone (decision D17); none if empty
    QUrl tokenFor;
    /// A result that does not say what the filter asks is retrieved from its source, wherever that is;
    /// otherwise only where that is the registry's own origin.
    bool followsOtherOrigins = false;
};

class RegistryClient final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RegistryClient)

public:
    template <typename T>
    using Outcome = std::expected<T, wire::Error>;

    /// Both must outlive it. How much is read of an answer is a limit of `http`, too.
    RegistryClient(
        Fetcher& fetcher, http::Client& http, RegistryOptions options = {}, QObject* parent = nullptr);
    ~RegistryClient() override;

    // `registry`: its base URL; with "/search" at its end it is the same one. What a registry refuses is
    // ErrorKind::Refused with its errorCode, what it has no function for ErrorKind::NotAdvertised; a
    // transient error says when to ask again if the registry did.

    /// One page. `query.filter.words` must not be empty.
    QFuture<Outcome<SearchPage>> search(const QUrl& registry, RegistryQuery query);
    /// Counts over all that the query finds; its words may be empty. Only what a registry can filter by
    /// narrows them.
    QFuture<Outcome<Facets>> explore(
        const QUrl& registry, const RegistryQuery& query, std::vector<FacetQuery> facets);
    /// The whole entry, from the registry that a result names as its source.
    QFuture<Outcome<Entry>> retrieve(const QUrl& registry, const std::string& identifier);
    QFuture<Outcome<ListPage>> list(const QUrl& registry, const ListQuery& query = {});

private:
    struct Answered;
    struct Search;
    using Take = std::function<void(Answered)>;

    void post(const QUrl& url, QByteArray body, Take take);
    template <typename T, typename Read>
    QFuture<Outcome<T>> get(const std::expected<QUrl, wire::Error>& url, Read read);
    std::string tokenOf(const QUrl& url) const;
    void ask(const std::shared_ptr<Search>& search);
    void answered(const std::shared_ptr<Search>& search, Answered answer);
    void complete(const std::shared_ptr<Search>& search);
    void completeNext(const std::shared_ptr<Search>& search);
    bool mayComplete(const Search& search, const Hit& hit) const;

    Fetcher& m_fetcher;
    http::Client& m_http;
    RegistryOptions m_options;
    /// Registries that can't filter by terms of ACMP, and what they said.
    std::map<std::string, wire::Error> m_refusals;
};

} // namespace discovery
