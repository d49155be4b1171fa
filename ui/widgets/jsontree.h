// SPDX-License-Identifier: GPL-3.0-or-later
// A JSON value as a tree that reads the token tape as branches are opened. Names in the order received,
// duplicates too, numbers as written. What is no JSON shows as the scanner's complaint.
#pragma once

#include "ui/widgets/jsonnote.h"
#include "ui/widgets/worker.h"

#include <QTreeView>

#include <vector>

namespace json {
class Document;
}

namespace widgets {

class JsonModel;

class JsonTree final : public QTreeView {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JsonTree)

public:
    explicit JsonTree(QWidget* parent = nullptr);
    ~JsonTree() override;

    /// Scans at once up to 4 MiB, else on a worker; opens the first levels as far as they fit.
    void setJson(const QByteArray& json, const std::vector<JsonNote>& notes = {});
    void clear();

    /// A string's characters, of anything else the bytes received.
    void copyValue();
    void copyJson();
    void copyPointer();
    /// Opens what is below the current node, up to 2 000 rows.
    void expandBelow();

Q_SIGNALS:
    /// The current node: where its bytes lie in the JSON given.
    void currentRangeChanged(qsizetype offset, qsizetype length);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    using Documents = std::shared_ptr<const json::Document>;
    void take(Documents document, const std::vector<JsonNote>& notes);
    void openFirstLevels(const QModelIndex& from, int rows);

    JsonModel* m_model;
    Generation m_generation;
};

} // namespace widgets
