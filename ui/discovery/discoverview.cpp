// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/discoverview.h"

#include "protocol/workspace/reach.h"
#include "ui/discovery/addressbar.h"
#include "ui/discovery/describe.h"
#include "ui/discovery/entriespane.h"
#include "ui/discovery/filterrow.h"
#include "ui/discovery/sourcespane.h"
#include "ui/theme/icons.h"
#include "ui/workspace/workspacestore.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileDialog>
#include <QInputDialog>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>

namespace discover {

using discovery::Source;

namespace {

CardPage::Fetch fetchBy(stack::Stack& stack)
{
    return [&stack](const QUrl& url, const std::string& accept) { return stack.fetch(url, accept); };
}

} // namespace

DiscoverView::DiscoverView(stack::Stack& stack, workspace::WorkspaceStore& workspace,
    workspace::SecretStore& secrets, QSettings& settings, QWidget* parent)
    : View(parent)
    , m_stack(stack)
    , m_workspace(workspace)
    , m_secrets(secrets)
    , m_browsing(stack)
    , m_entryActions(new EntryActions(fetchBy(stack), workspace, secrets, settings, this))
    , m_address(new AddressBar(settings, this))
    , m_sources(new SourcesPane(this))
    , m_entries(new EntriesPane(this))
    , m_entry(new EntryPane(
          *m_entryActions, fetchBy(stack), [this](const binding::Access& target) { return ask(target); },
          this))
    , m_locals(new QPushButton(
          theme::icon(QStringLiteral("mock")), tr("Look at the mock providers of this program"), this))
    , m_open(new QAction(theme::icon(QStringLiteral("open")), tr("Open the source"), this))
    , m_refresh(new QAction(theme::icon(QStringLiteral("retry")), tr("&Refresh"), this))
    , m_refreshAll(new QAction(tr("Refresh &all"), this))
    , m_stop(new QAction(theme::icon(QStringLiteral("stop")), tr("S&top reading"), this))
    , m_token(new QAction(theme::icon(QStringLiteral("key")), tr("Ask with a to&ken…"), this))
    , m_forget(new QAction(theme::icon(QStringLiteral("remove")), tr("Re&move from the sources"), this))
{
    auto* const splitter = new QSplitter(this);
    splitter->setObjectName(QStringLiteral("discover"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_sources);
    splitter->addWidget(m_entries);
    splitter->addWidget(m_entry);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({ 252, 674, 404 });
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(theme::kGap, theme::kGap, theme::kGap, theme::kGap);
    column->setSpacing(theme::kGap);
    column->addWidget(m_address);
    column->addWidget(splitter, 1);
    makeSourceActions();
    makeHint();
    m_entries->addActions(m_entryActions->all());
    auto* const offers = new QToolButton(this);
    offers->setDefaultAction(m_entryActions->offersAction());
    offers->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    offers->setFocusPolicy(Qt::StrongFocus);
    offers->setVisible(false);
    connect(m_entryActions->offersAction(), &QAction::changed, offers,
        [this, offers] { offers->setVisible(m_entryActions->offersAction()->isVisible()); });
    m_entries->addToFooter(offers);

    connect(m_address, &AddressBar::submitted, this, &DiscoverView::discover);
    connect(m_address, &AddressBar::stopAsked, this, &DiscoverView::stop);
    connect(&m_browsing, &stack::Browsing::changed, this, [this] { m_isStale = true; });
    connect(&stack, &stack::Stack::stallsChanged, this, &DiscoverView::readStalls);
    connect(m_sources, &SourcesPane::scopeChanged, this, &DiscoverView::showScope);
    connect(m_sources, &SourcesPane::activated, this, &DiscoverView::openSource);
    connect(m_entries, &EntriesPane::currentChanged, this, &DiscoverView::showCurrent);
    readStalls();
    showScope();
    showCurrent();
}

DiscoverView::~DiscoverView() = default;

/// With what the workspace has set for that address, if it has it.
QFuture<stack::Probe> DiscoverView::ask(const binding::Access& target)
{
    const auto& endpoints = m_workspace.endpoints();
    const auto known
        = std::ranges::find(endpoints, QString::fromStdString(target.url), &workspace::Endpoint::url);
    if (known == endpoints.end())
        return m_stack.discover(target);
    const auto promise = std::make_shared<QPromise<QFuture<stack::Probe>>>();
    promise->start();
    workspace::reach(*known, m_secrets, this, [this, promise](const workspace::Reached& reached) {
        promise->addResult(m_stack.discover(reached.access));
        promise->finish();
    });
    return promise->future().unwrap();
}

QIcon DiscoverView::icon()
{
    return theme::icon(QStringLiteral("discover"));
}

void DiscoverView::makeSourceActions()
{
    m_refresh->setShortcut(QKeySequence::Refresh);
    m_refresh->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(m_refresh);
    m_sources->addAction(m_open, true);
    m_sources->addAction(m_refresh, true);
    m_sources->addAction(m_refreshAll, false);
    m_sources->addAction(m_stop, false);
    m_sources->addAction(m_token, false);
    m_sources->addAction(m_forget, true);
    connect(m_open, &QAction::triggered, this, &DiscoverView::openSource);
    connect(m_refresh, &QAction::triggered, this, [this] { refresh(false); });
    connect(m_refreshAll, &QAction::triggered, this, [this] { refresh(true); });
    connect(m_stop, &QAction::triggered, this, &DiscoverView::stop);
    connect(m_token, &QAction::triggered, this, &DiscoverView::askForToken);
    connect(m_forget, &QAction::triggered, this, &DiscoverView::forgetSource);
}

void DiscoverView::makeHint()
{
    m_locals->setObjectName(QStringLiteral("discoverLocals"));
    m_entries->addToHint(m_locals);
    connect(m_locals, &QPushButton::clicked, this, [this] { discover(m_address->locals().front()); });
}

/// What to do while there is nothing to see, or why there is nothing.
void DiscoverView::showHint()
{
    m_locals->setVisible(m_states.empty() && !m_address->locals().isEmpty());
    if (m_states.empty())
        return m_entries->setHint(tr("Type a domain to see who is listed there, the URL of a manifest, the "
                                     "path of a file, or the URL of a registry "
                                     "and words to search it for. Nothing that an entry names is fetched or "
                                     "started without a click."));
    const auto state = m_sources->current();
    if (!state || state->isReading || !state->entries->empty())
        return m_entries->setHint({});
    for (const discovery::Step& step : state->steps) {
        if (step.error)
            return m_entries->setHint(tr("Nothing is listed there. %1: %2")
                    .arg(shown(step.name), QString::fromStdString(step.error->toString())));
    }
    m_entries->setHint(tr("Nothing is listed there; on the left, where it was looked for."));
}

QList<QAction*> DiscoverView::sourceActions() const
{
    return { m_open, m_refresh, m_refreshAll, m_stop, m_token, m_forget };
}

void DiscoverView::nextFrame()
{
    if (std::exchange(m_isStale, false))
        readStates();
}

void DiscoverView::readStates()
{
    m_states = m_browsing.states();
    m_sources->setStates(m_states);
    m_entries->setStates(m_states);
    m_address->setReading(isReading());
    showScope();
}

void DiscoverView::readStalls()
{
    QStringList addresses;
    const stack::Listed listed = m_stack.listed();
    if (!listed.ardUrl.empty())
        addresses
            = { QString::fromStdString(listed.ardUrl), QString::fromStdString(listed.registryUrl) % u" *" };
    for (const stack::StallState& stall : m_stack.stalls()) {
        if (!stall.ardUrl.empty())
            addresses += QString::fromStdString(stall.ardUrl);
    }
    m_address->setLocals(addresses);
    showHint();
}

bool DiscoverView::isReading() const
{
    return std::ranges::any_of(m_browsing.states(), [](const auto& state) { return state->isReading; });
}

void DiscoverView::discover(const QString& address)
{
    const std::string what = address.trimmed().toStdString();
    m_address->setText(address);
    for (const auto& state : m_browsing.states()) {
        if (state->what != what)
            continue;
        m_browsing.refresh(state->id);
        return m_sources->select({ state->id });
    }
    m_browsing.start(what, m_entries->filter().filter());
    readStates();
}

std::int64_t DiscoverView::fetchedAtMs() const
{
    std::int64_t newest = 0;
    for (const auto& state : m_states) {
        for (const Source& source : state->sources)
            newest = std::max(newest, source.fetchedAtMs);
    }
    return newest;
}

void DiscoverView::showAll()
{
    readStates();
    m_sources->select({});
}

void DiscoverView::focusAddress()
{
    m_address->focusText();
}

void DiscoverView::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a manifest"), {}, tr("Manifests (*.json);;All files (*)"));
    if (!path.isEmpty())
        discover(path);
}

/// What the choice in the tree is of, and what can be done with it.
void DiscoverView::showScope()
{
    const Scope scope = m_sources->scope();
    m_entries->setScope(scope);
    const Source* const source = m_sources->currentSource();
    const auto state = m_sources->current();
    const bool hasMore = source && std::ranges::find(state->withMore, scope.source) != state->withMore.end();
    const bool isRegistry = source && source->state == Source::State::Registry;
    const bool isToBeRead
        = source && (source->state == Source::State::Unopened || source->state == Source::State::Failed);
    m_open->setText(isRegistry ? tr("Search the &registry…")
            : hasMore          ? tr("&Next page")
                               : tr("&Open the source"));
    m_open->setEnabled(isRegistry || hasMore || isToBeRead);
    m_refresh->setEnabled(!m_states.empty());
    m_refreshAll->setEnabled(!m_states.empty());
    m_token->setEnabled(state && state->isSearch && scope.browse != stack::BrowseId::None);
    m_forget->setEnabled(scope.browse != stack::BrowseId::None);
    m_stop->setEnabled(isReading());
    showHint();
}

void DiscoverView::showCurrent()
{
    const Row* const row = m_entries->current();
    m_entry->setRow(row);
    m_entryActions->setCurrent(row, row ? waysOf(m_states, **row) : std::vector<Way>());
    m_entryActions->setSelected(m_entries->selected());
}

void DiscoverView::stop()
{
    for (const auto& state : m_browsing.states()) {
        if (state->isReading)
            m_browsing.stop(state->id);
    }
}

/// Of the choice, or of all addresses.
void DiscoverView::refresh(bool all)
{
    const stack::BrowseId chosen = m_sources->scope().browse;
    for (const auto& state : m_browsing.states()) {
        if (all || chosen == stack::BrowseId::None || state->id == chosen)
            m_browsing.refresh(state->id);
    }
}

void DiscoverView::openSource()
{
    const Source* const source = m_sources->currentSource();
    if (!source || !m_open->isEnabled())
        return;
    if (source->state == Source::State::Registry)
        m_address->askWords(QString::fromStdString(source->url));
    else
        m_browsing.open(m_sources->scope().browse, m_sources->scope().source);
}

/// The registry that was searched, once more; it is told to nobody else, and not kept beyond this program.
void DiscoverView::askForToken()
{
    const stack::BrowseId browse = m_sources->scope().browse;
    auto* const dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Ask with a token"));
    dialog->setLabelText(tr("Bearer token for this registry, until the program ends:"));
    dialog->setTextEchoMode(QLineEdit::Password);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, browse](const QString& token) {
        m_browsing.setToken(browse, token.trimmed().toStdString());
        m_browsing.refresh(browse);
    });
    dialog->open();
}

/// With all that was read of its address.
void DiscoverView::forgetSource()
{
    m_browsing.forget(m_sources->scope().browse);
}

} // namespace discover
