// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a run its input piece by piece (Layer 1 §3.4): a line, a file, the end. Shown where the request says
// that its input follows.
#pragma once

#include "ui/stack/runstate.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableView;

namespace widgets {
class Pane;
class PlainLabel;
}

namespace invoke {

class InputModel;

class InputPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InputPane)

public:
    explicit InputPane(QWidget* parent = nullptr);

    /// `run` may be null, or one that takes no pieces.
    void show(const std::shared_ptr<const stack::RunState>& run);
    /// From here: as if the user had chosen it.
    void sendFile(const QString& path);

Q_SIGNALS:
    void pieceEntered(const acmp::Content& piece, bool isFinal);
    void fileChosen(const stack::InputFromFile& file);

private:
    QWidget* makeLine();
    QWidget* makeFile();
    void makeTable();
    acmp::Content typed() const;
    void sendPiece();
    void endInput();
    void chooseFile();
    void showFacts();

    widgets::Pane* m_pane;
    QComboBox* m_type;
    QLineEdit* m_line;
    QPushButton *m_send, *m_end, *m_file;
    QComboBox* m_cut;
    QSpinBox* m_bytes;
    widgets::PlainLabel* m_note;
    InputModel* m_model;
    QTableView* m_table;
    std::shared_ptr<const stack::RunState> m_run;
};

/// One piece as it was typed: JSON where the type says so and it is, else a string.
acmp::Content pieceOf(const QString& type, const QString& text);

} // namespace invoke
