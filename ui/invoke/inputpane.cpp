// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/inputpane.h"

#include "ui/invoke/describe.h"
#include "ui/invoke/inputmodel.h"
#include "ui/theme/icons.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"

#include "protocol/json/document.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableView>

namespace invoke {

acmp::Content pieceOf(const QString& type, const QString& text)
{
    acmp::Content piece;
    piece.type = type.toStdString();
    const bool isJson = type == QStringLiteral("json") || type.endsWith(QStringLiteral("/json"))
        || type.endsWith(QStringLiteral("+json"));
    const QByteArray bytes = text.trimmed().toUtf8();
    piece.data
        = isJson && json::Document::parse(bytes) ? json::Raw(bytes) : json::Raw::string(text.toStdString());
    return piece;
}

InputPane::InputPane(QWidget* parent)
    : QWidget(parent)
    , m_pane(new widgets::Pane(tr("Input in pieces"), this))
    , m_type(new QComboBox(m_pane))
    , m_line(new QLineEdit(m_pane))
    , m_send(new QPushButton(theme::icon(QStringLiteral("send")), tr("Send &piece"), m_pane))
    , m_end(new QPushButton(tr("&End input"), m_pane))
    , m_file(new QPushButton(tr("Send f&ile…"), m_pane))
    , m_cut(new QComboBox(m_pane))
    , m_bytes(new QSpinBox(m_pane))
    , m_note(new widgets::PlainLabel({}, theme::Token::Secondary, m_pane))
    , m_model(new InputModel(this))
    , m_table(new QTableView(m_pane))
{
    auto* controls = new QWidget(m_pane);
    auto* rows = new QVBoxLayout(controls);
    rows->setContentsMargins(8, 4, 8, 8);
    rows->setSpacing(theme::kGap / 2);
    rows->addWidget(m_note);
    rows->addWidget(makeLine());
    rows->addWidget(makeFile());
    m_note->setObjectName(QStringLiteral("inputNote"));
    m_pane->addContent(controls, 0);
    makeTable();
    m_pane->addContent(m_table, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_pane);
    show(nullptr);
}

QWidget* InputPane::makeLine()
{
    auto* box = new QWidget(m_pane);
    m_type->setObjectName(QStringLiteral("pieceType"));
    m_type->setAccessibleName(tr("Type of the pieces"));
    m_type->setToolTip(tr("Type of the pieces. Of a file, what is neither text nor JSON is sent as base64."));
    m_type->setEditable(true);
    m_type->setInsertPolicy(QComboBox::NoInsert);
    m_type->lineEdit()->setAccessibleName(m_type->accessibleName());
    m_type->setFont(theme::monospace());
    m_type->addItems({ QStringLiteral("text"), QStringLiteral("json") });
    m_type->setMinimumContentsLength(5);
    m_type->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_line->setObjectName(QStringLiteral("piece"));
    m_line->setAccessibleName(tr("The next piece"));
    m_line->setPlaceholderText(tr("the next piece"));
    m_line->setFont(theme::monospace());
    m_send->setObjectName(QStringLiteral("sendPiece"));
    m_send->setToolTip(tr("Enter"));
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins({});
    row->setSpacing(theme::kGap / 2);
    row->addWidget(m_type);
    row->addWidget(m_line, 1);
    row->addWidget(m_send);
    connect(m_send, &QPushButton::clicked, this, &InputPane::sendPiece);
    connect(m_line, &QLineEdit::returnPressed, this, &InputPane::sendPiece);
    return box;
}

QWidget* InputPane::makeFile()
{
    auto* box = new QWidget(m_pane);
    m_file->setObjectName(QStringLiteral("sendFile"));
    m_cut->setObjectName(QStringLiteral("cut"));
    m_cut->setAccessibleName(tr("A file is cut into"));
    m_cut->addItems({ tr("lines"), tr("bytes") });
    m_bytes->setObjectName(QStringLiteral("pieceBytes"));
    m_bytes->setAccessibleName(tr("Bytes of a piece"));
    m_bytes->setRange(1, 1 << 20);
    m_bytes->setValue(4096);
    m_bytes->setEnabled(false);
    m_end->setObjectName(QStringLiteral("endInput"));
    m_end->setToolTip(tr("What stands in the line is the last piece; an empty one otherwise"));
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins({});
    row->setSpacing(theme::kGap / 2);
    row->addWidget(m_file);
    row->addWidget(m_cut);
    row->addWidget(m_bytes);
    row->addStretch(1);
    row->addWidget(m_end);
    connect(m_file, &QPushButton::clicked, this, &InputPane::chooseFile);
    connect(m_end, &QPushButton::clicked, this, &InputPane::endInput);
    connect(m_cut, &QComboBox::currentIndexChanged, this, &InputPane::showFacts);
    return box;
}

void InputPane::makeTable()
{
    using widgets::CellDelegate;
    m_table->setObjectName(QStringLiteral("invoke.input"));
    m_table->setAccessibleName(tr("Pieces of the input"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new CellDelegate(CellDelegate::Look::Data, -1, m_table));
    m_table->setItemDelegateForColumn(
        InputModel::State, new CellDelegate(CellDelegate::Look::State, InputModel::StateRole, m_table));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(theme::scaled(theme::kCompactRowHeight));
    m_table->horizontalHeader()->setObjectName(QStringLiteral("invoke.inputHeader"));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setColumnWidth(InputModel::Seq, theme::scaled(44));
    m_table->setColumnWidth(InputModel::Size, theme::scaled(58));
    m_table->setColumnWidth(InputModel::State, theme::scaled(88));
}

void InputPane::show(const std::shared_ptr<const stack::RunState>& run)
{
    const bool isTaking = run && run->request.inputStreamOrDefault();
    m_run = isTaking ? run : nullptr;
    const QScrollBar* bar = m_table->verticalScrollBar();
    const bool wasAtEnd = bar->value() == bar->maximum();
    m_model->show(m_run);
    if (wasAtEnd)
        m_table->scrollToBottom();
    showFacts();
}

void InputPane::showFacts()
{
    const bool isOpen = m_run && m_run->stage != stack::Stage::Ended && !m_run->isInputEnded
        && !m_run->isInputBroken && m_run->inputFile.empty();
    for (QWidget* control : std::initializer_list<QWidget*> { m_line, m_send, m_file, m_end, m_cut })
        control->setEnabled(isOpen);
    m_bytes->setEnabled(isOpen && m_cut->currentIndex() == 1);
    QString note;
    if (!m_run)
        note = tr("Send the request first: its input follows here.");
    else if (m_run->inputFailure)
        note = QString::fromStdString(m_run->inputFailure->toString());
    else if (!m_run->inputFile.empty())
        note = tr("Sending %1.").arg(QString::fromStdString(m_run->inputFile));
    else if (m_run->isInputEnded)
        note = tr("The input has ended.");
    else if (m_run->stage == stack::Stage::Ended)
        note = tr("The task has ended before its input did.");
    m_note->setToken(m_run && m_run->inputFailure ? theme::Token::Error : theme::Token::Secondary);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_pane->setFacts(m_run
            ? tr("%1, %2 taken").arg(countText(m_run->input->pieces.size()), countText(m_run->inputTaken))
            : QString());
}

acmp::Content InputPane::typed() const
{
    return pieceOf(m_type->currentText(), m_line->text());
}

void InputPane::sendPiece()
{
    Q_EMIT pieceEntered(typed(), false);
    m_line->clear();
}

void InputPane::endInput()
{
    Q_EMIT pieceEntered(typed(), true);
    m_line->clear();
}

void InputPane::chooseFile()
{
    auto* dialog = new QFileDialog(this, tr("Send a file as input"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &InputPane::sendFile);
    dialog->open();
}

void InputPane::sendFile(const QString& path)
{
    stack::InputFromFile file { path.toStdString(), m_type->currentText().toStdString(), {} };
    if (m_cut->currentIndex() == 1)
        file.pieceBytes = m_bytes->value();
    Q_EMIT fileChosen(file);
}

} // namespace invoke
