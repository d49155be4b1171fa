// SPDX-License-Identifier: GPL-3.0-or-later
// The card that an entry leads to: fetched when the user asks for it, or the one that stands in the entry.
#pragma once

#include "protocol/discovery/documents.h"
#include "ui/discovery/arrange.h"
#include "ui/widgets/factsgrid.h"
#include "ui/widgets/statelabel.h"
#include "ui/widgets/worker.h"

#include <functional>
#include <map>

class QPushButton;

namespace widgets {
class FindingList;
class JsonTree;
class PlainLabel;
}

namespace discover {

/// What is known of one card.
struct Card {
    bool isAsked = false; ///< the answer is on its way
    std::optional<wire::Error> error = {};
    QByteArray text = {}; ///< as it came
    std::vector<widgets::Fact> facts = {};
    std::vector<acmp::Finding> findings = {};
};
/// What it says; of what is no card of that kind the error says so. Pure.
Card readCard(discovery::Kind kind, const QByteArray& text);
/// "Accept" of the request for it.
const char* acceptOf(discovery::Kind kind);

class CardPage final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CardPage)

public:
    using Fetch
        = std::function<QFuture<discovery::Documents::Outcome>(const QUrl& url, const std::string& accept)>;

    explicit CardPage(Fetch fetch, QWidget* parent = nullptr);

    /// Null: none.
    void setEntry(std::shared_ptr<const stack::ListedEntry> entry);
    /// By click, or by whoever else needs it.
    void fetch();
    bool isFetched() const;

private:
    void take(const QString& url, discovery::Kind kind, const discovery::Documents::Outcome& outcome);
    void keep(const QString& url, Card card);
    void show();

    static constexpr std::size_t kMostKept = 32;

    Fetch m_fetch;
    std::shared_ptr<const stack::ListedEntry> m_entry;
    std::map<QString, Card> m_cards; ///< by URL; of inline ones by identifier
    QPushButton* m_button;
    widgets::StateLabel* m_state;
    widgets::PlainLabel* m_sentence;
    widgets::FactsGrid* m_facts;
    widgets::FindingList* m_findings;
    widgets::JsonTree* m_tree;
};

} // namespace discover
