// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/doctorview.h"

#include "protocol/workspace/reach.h"
#include "ui/endpoints/doctormodel.h"
#include "ui/theme/icons.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/copybutton.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"

#include "protocol/binding/target.h"

#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

namespace endpoints {

namespace {

QString text(const std::string& bytes)
{
    return QString::fromStdString(bytes);
}

std::vector<buyer::Step::Kind> planFor(const QString& url)
{
    const auto target = binding::parseTarget(url.toStdString());
    return target ? buyer::stepsOf(*target) : std::vector { buyer::Step::Kind::Name };
}

} // namespace

DoctorView::DoctorView(Examine examine, workspace::SecretStore& secrets, QWidget* parent)
    : QWidget(parent)
    , m_examine(std::move(examine))
    , m_secrets(secrets)
    , m_model(new DoctorModel(this))
    , m_pane(new widgets::Pane(tr("Connection doctor"), this))
    , m_state(new widgets::StateLabel(m_pane))
    , m_list(new QTreeView(m_pane))
    , m_again(new QPushButton(theme::icon(QStringLiteral("retry")), tr("&Again"), m_pane))
    , m_copy(new widgets::CopyButton(tr("Copy the report"), m_pane))
    , m_details(new widgets::Pane({}, this))
    , m_detail(new widgets::PlainLabel)
    , m_hintTitle(new widgets::PlainLabel(tr("What to try"), theme::Token::Secondary))
    , m_hint(new widgets::PlainLabel)
    , m_seen(new QPlainTextEdit)
{
    m_state->setPill(true);
    m_pane->addBeforeTitle(m_state);
    auto* back = new QPushButton(tr("&Back"), m_pane);
    back->setObjectName(QStringLiteral("doctorBack"));
    m_again->setObjectName(QStringLiteral("doctorAgain"));
    for (QWidget* control : std::initializer_list<QWidget*> { m_copy, m_again, back })
        m_pane->addToHeader(control);
    makeList();
    m_details->addContent(makeDetails());

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("doctorDetail"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_pane);
    splitter->addWidget(m_details);
    splitter->setSizes({ 380, 360 });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(splitter);

    connect(back, &QPushButton::clicked, this, &DoctorView::closed);
    connect(m_again, &QPushButton::clicked, this, [this] { this->examine(m_endpoint); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &DoctorView::showStep);
}

DoctorView::~DoctorView()
{
    giveUp();
}

void DoctorView::giveUp()
{
    if (const auto steps = std::move(m_steps)) {
        steps->disconnect(this);
        steps->cancel();
    }
}

void DoctorView::makeList()
{
    using widgets::CellDelegate;
    m_list->setObjectName(QStringLiteral("doctorSteps"));
    m_list->setAccessibleName(tr("Steps of the connection doctor"));
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setUniformRowHeights(true);
    m_list->setItemDelegate(new CellDelegate(CellDelegate::Look::Plain, -1, m_list));
    m_list->setItemDelegateForColumn(
        DoctorModel::State, new CellDelegate(CellDelegate::Look::State, DoctorModel::StateRole, m_list));
    m_list->setItemDelegateForColumn(
        DoctorModel::Time, new CellDelegate(CellDelegate::Look::Data, -1, m_list));
    m_list->header()->setObjectName(QStringLiteral("doctorStepsHeader"));
    m_list->header()->resizeSection(DoctorModel::Name, theme::scaled(150));
    m_list->header()->resizeSection(DoctorModel::State, theme::scaled(96));
    m_list->header()->resizeSection(DoctorModel::Time, theme::scaled(84));
    m_pane->addContent(m_list);
}

QWidget* DoctorView::makeDetails()
{
    m_detail->setObjectName(QStringLiteral("doctorSentence"));
    m_hint->setObjectName(QStringLiteral("doctorHint"));
    m_seen->setObjectName(QStringLiteral("doctorSeen"));
    m_seen->setAccessibleName(tr("What was seen"));
    m_seen->setReadOnly(true);
    m_seen->document()->setDocumentMargin(12);
    m_seen->setFrameShape(QFrame::NoFrame);
    m_seen->setFont(theme::monospace());
    m_seen->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_seen->setPlaceholderText(tr("Nothing else was seen."));
    auto* said = new QWidget;
    auto* column = new QVBoxLayout(said);
    column->setContentsMargins(12, 12, 12, 12);
    for (QWidget* part : std::initializer_list<QWidget*> { m_detail, m_hintTitle, m_hint })
        column->addWidget(part);
    auto* details = new QWidget;
    auto* whole = new QVBoxLayout(details);
    whole->setContentsMargins({});
    whole->setSpacing(0);
    whole->addWidget(said);
    whole->addWidget(m_seen, 1);
    return details;
}

void DoctorView::examine(const workspace::Endpoint& endpoint)
{
    giveUp();
    m_endpoint = endpoint;
    const quint64 number = ++m_number;
    m_missing.clear();
    m_model->begin(planFor(endpoint.url));
    m_pane->setFacts(endpoint.name.isEmpty() ? endpoint.url : endpoint.name);
    m_list->setCurrentIndex(m_model->index(0, 0));
    showState();
    workspace::reach(endpoint, m_secrets, this, [this, number](const workspace::Reached& reached) {
        if (number != m_number)
            return;
        m_missing = reached.missing;
        begin(reached.access);
    });
}

void DoctorView::begin(const binding::Access& access)
{
    m_steps = std::make_unique<QFutureWatcher<buyer::Step>>();
    connect(m_steps.get(), &QFutureWatcherBase::resultReadyAt, this, &DoctorView::take);
    connect(m_steps.get(), &QFutureWatcherBase::finished, this, &DoctorView::end);
    m_steps->setFuture(m_examine(access));
}

bool DoctorView::isAbout(const workspace::Endpoint& endpoint) const
{
    return endpoint.id == m_endpoint.id && endpoint.url == m_endpoint.url
        && endpoint.tokenRef == m_endpoint.tokenRef && endpoint.access == m_endpoint.access;
}

bool DoctorView::isExamining() const
{
    return !m_model->isEnded();
}

void DoctorView::take(int index)
{
    buyer::Step step = m_steps->resultAt(index);
    for (const std::string& secret : m_missing) {
        if (step.kind == buyer::Step::Kind::Authentication)
            step.seen.push_back(tr(
                "the %1 of this endpoint is not stored on this machine for this server, so it was not sent")
                    .arg(QString::fromStdString(secret))
                    .toStdString());
    }
    // Whoever reads an older one is left alone.
    const int row = static_cast<int>(m_model->steps().size());
    const bool isFollowing = m_list->currentIndex().row() == qMax(0, row - 1);
    m_model->add(step);
    if (isFollowing)
        m_list->setCurrentIndex(m_model->index(row, 0));
    showState();
    showStep();
}

void DoctorView::end()
{
    m_model->end();
    if (m_list->currentIndex().row() == static_cast<int>(m_model->steps().size()) - 1)
        m_list->setCurrentIndex(m_model->index(m_model->telling(), 0));
    showState();
}

void DoctorView::showState()
{
    m_state->setState(m_model->state(), m_model->summary());
    m_copy->setCopied(m_model->report());
    m_again->setEnabled(!isExamining());
}

void DoctorView::showStep()
{
    const int row = m_list->currentIndex().row();
    const buyer::Step* const step = row < 0 ? nullptr : m_model->step(row);
    m_details->setTitle(row < 0 ? QString() : m_model->name(row));
    m_detail->setText(step ? text(step->detail) : tr("Not yet known."));
    const bool hasHint = step && !step->hint.empty();
    m_hintTitle->setVisible(hasHint);
    m_hint->setVisible(hasHint);
    m_hint->setText(hasHint ? text(step->hint) : QString());
    QStringList lines;
    if (step) {
        for (const std::string& line : step->seen)
            lines += text(line);
    }
    m_seen->setPlainText(lines.join(u'\n'));
}

} // namespace endpoints
