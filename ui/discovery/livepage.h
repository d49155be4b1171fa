// SPDX-License-Identifier: GPL-3.0-or-later
// Card against live: asks the provider, when the user wants it, and shows what it says beside what its entry
// and its card say.
#pragma once

#include "protocol/buyer/comparison.h"
#include "ui/discovery/cardpage.h"
#include "ui/stack/stack.h"

class QTableView;

namespace discover {

class ComparedModel;

class LivePage final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LivePage)

public:
    using Ask = std::function<QFuture<stack::Probe>(const binding::Access& target)>;

    LivePage(CardPage::Fetch fetch, Ask ask, QWidget* parent = nullptr);

    /// Null: none.
    void setEntry(std::shared_ptr<const stack::ListedEntry> entry);
    /// Gets the card and asks the provider that it names. By click.
    void ask();
    bool isAsked() const; ///< and has answered

private:
    /// Of one entry, as it was when the provider was asked.
    struct Asked {
        std::shared_ptr<const stack::ListedEntry> entry;
        QByteArray card; ///< empty: it could not be read
        std::string target; ///< that is asked
        QString cardProblem, problem;
        bool isRunning = true;
        std::vector<buyer::Compared> rows;
    };
    void takeCard(const std::shared_ptr<Asked>& asked, const discovery::Documents::Outcome& outcome);
    void takeProbe(const std::shared_ptr<Asked>& asked, const stack::Probe& probe);
    void show();

    CardPage::Fetch m_fetch;
    Ask m_ask;
    std::shared_ptr<const stack::ListedEntry> m_entry;
    std::shared_ptr<Asked> m_asked; ///< null: nobody was; else perhaps of another entry
    ComparedModel* m_model;
    QPushButton* m_button;
    widgets::StateLabel* m_state;
    widgets::PlainLabel* m_sentence;
    QTableView* m_table;
};

} // namespace discover
