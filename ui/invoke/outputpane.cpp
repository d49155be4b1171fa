// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/outputpane.h"

#include "ui/invoke/describe.h"
#include "ui/widgets/byteview.h"
#include "ui/widgets/jsontree.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"

#include "protocol/json/document.h"

#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace invoke {

namespace {

QByteArray bytesOf(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

OutputPane::OutputPane(QWidget* parent)
    : QWidget(parent)
    , m_pane(new widgets::Pane(tr("Output"), this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new widgets::PlainLabel({}, theme::Token::Secondary, this))
    , m_text(new widgets::ByteView(this))
    , m_tree(new widgets::JsonTree(this))
{
    m_text->setAccessibleName(tr("Output as text"));
    m_text->setWrap(true);
    m_text->setFollowing(true);
    m_tree->setAccessibleName(tr("Output as JSON"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_text);
    m_pages->addWidget(m_tree);
    m_hex = addChoice(tr("Hex"), tr("Show the output's bytes"));
    m_following = addChoice(tr("Follow ↓"), tr("Stay at the end"));
    m_following->setChecked(true);
    connect(m_hex, &QToolButton::toggled, this, [this](bool on) {
        m_text->setMode(on ? widgets::ByteView::Mode::Hex : widgets::ByteView::Mode::Text);
        choosePage();
    });
    connect(m_following, &QToolButton::toggled, m_text, &widgets::ByteView::setFollowing);
    connect(m_text, &widgets::ByteView::followingChanged, m_following, &QToolButton::setChecked);
    m_pane->addContent(m_pages, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pane);
    show(nullptr);
}

QToolButton* OutputPane::addChoice(const QString& text, const QString& name)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setAccessibleName(name);
    button->setCheckable(true);
    m_pane->addToHeader(button);
    return button;
}

void OutputPane::show(const std::shared_ptr<const stack::RunState>& run)
{
    const bool isOther = !run || run->log != m_log;
    m_run = run;
    if (isOther) {
        m_log = run ? run->log : nullptr;
        m_taken = 0;
        m_isWhole = false;
        m_text->clear();
        m_tree->clear();
    }
    if (!run) {
        m_empty->setText(tr("Send a request: what the provider makes shows here as it comes."));
        m_pane->setFacts({});
        m_pages->setCurrentWidget(m_empty);
        return;
    }
    m_empty->setText(run->isOutputCut ? tr("This output is over 16 MiB, and no text: its chunks are below.")
            : run->stage == stack::Stage::Ended ? tr("No output came.")
                                                : tr("No output yet."));
    m_text->setGrowing(run->stage != stack::Stage::Ended);
    if (run->output && !m_isWhole)
        showWhole();
    grow();
}

void OutputPane::grow()
{
    if (!m_log)
        return;
    if (!m_isWhole) {
        for (auto piece = m_log->text.from(m_taken); !piece.empty(); piece = m_log->text.from(m_taken)) {
            m_text->append(QByteArrayView(piece.data(), static_cast<qsizetype>(piece.size())));
            m_taken += piece.size();
        }
    }
    showFacts();
    choosePage();
}

/// The result's own output, or all chunks put together, whichever there is.
void OutputPane::showWhole()
{
    m_isWhole = true;
    const QByteArray json = bytesOf(m_run->output->data.text());
    const auto document = json::Document::parse(json);
    const auto string = document ? document->root().text() : std::nullopt;
    const QByteArray text = string ? bytesOf(*string) : json;
    if (text != m_text->bytes())
        m_text->setBytes(text);
    if (!string)
        m_tree->setJson(json);
}

void OutputPane::showFacts()
{
    const QString type
        = QString::fromStdString(m_run->output ? m_run->output->type : m_run->request.outputTypeOrDefault());
    m_pane->setFacts(m_run->stage == stack::Stage::Ended
            ? tr("%1, %2").arg(type,
                  sizeText(m_run->outputBytes > 0 ? m_run->outputBytes
                                                  : static_cast<std::uint64_t>(m_text->bytes().size())))
            : tr("%1, %2 so far").arg(type, sizeText(m_run->outputBytes)));
    if (m_run->isOutputCut && !m_isWhole)
        m_pane->setFacts(
            tr("%1, %2; its start is shown, Traffic has all").arg(type, sizeText(m_run->outputBytes)));
}

void OutputPane::choosePage()
{
    QWidget* page = m_text;
    if (m_text->bytes().isEmpty())
        page = m_empty;
    else if (m_isWhole && m_tree->model() && m_tree->model()->rowCount() > 0 && !m_hex->isChecked())
        page = m_tree;
    m_pages->setCurrentWidget(page);
}

} // namespace invoke
