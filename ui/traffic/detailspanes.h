// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be seen of one line, in three panes: its message, its bytes, its facts. A node of the message
// marks its bytes.
#pragma once

#include "ui/traffic/detailsloader.h"

#include "protocol/acmp/rules.h"

#include <QSplitter>

namespace analysis {
class Analysis;
}

namespace widgets {
class ByteView;
class Pane;
class Segments;
}

namespace traffic {

class FactsView;
class MessagePane;

class DetailsPanes final : public QSplitter {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DetailsPanes)

public:
    explicit DetailsPanes(QWidget* parent = nullptr);
    ~DetailsPanes() override;

    struct Source {
        const capture::Record* record = nullptr;
        const analysis::Analysis* analysis = nullptr;
        const Items* items = nullptr; ///< of this thread, kept up to date by its owner
    };
    /// What it points to must outlive it or be replaced before; null: none.
    void setSource(const Source& source);
    /// Shows that line once it is read; nothing: no line.
    void setPlace(const std::optional<Items::Place>& place);
    /// Once a frame: what was found or has come since.
    void nextFrame();
    const LineDetails* details() const { return m_details.get(); }

private:
    widgets::Pane* makeBytesPane();
    void showDetails(const std::shared_ptr<const LineDetails>& details);
    void showFacts(const std::vector<acmp::Finding>& found);
    bool hasChanged();
    bool hasExchangeChanged();
    void markNode(qsizetype offset, qsizetype length);
    std::vector<acmp::Finding> findings() const;

    Source m_source;
    std::optional<Items::Place> m_place;
    std::shared_ptr<const LineDetails> m_details;
    std::size_t m_shownFindings = 0;
    bool m_isReading = false;
    wire::RecordNo m_seenTo = 0; // rows before it hold no more of its exchange's heads
    std::uint64_t m_seenExchanges = 0; // so many of the check's entries hold no answer to it
    DetailsLoader m_loader;
    MessagePane* m_message;
    widgets::Pane* m_bytesPane = nullptr;
    widgets::Segments* m_bytesMode = nullptr;
    widgets::ByteView* m_bytes = nullptr;
    FactsView* m_facts;
};

} // namespace traffic
