// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/entryactions.h"

#include "ui/theme/icons.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/workspace/workspacestore.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMetaMethod>
#include <QSettings>

namespace discover {

namespace {

const QString kVia = QStringLiteral("discover/via");

} // namespace

EntryActions::EntryActions(CardPage::Fetch fetch, workspace::WorkspaceStore& workspace,
    workspace::SecretStore& secrets, QSettings& settings, QWidget* menuParent)
    : QObject(menuParent)
    , m_workspace(workspace)
    , m_settings(settings)
    , m_connector(new CardConnector(std::move(fetch), secrets, menuParent))
    , m_connect(new QAction(theme::icon(QStringLiteral("endpoints")), tr("Connect"), this))
    , m_via(new QMenu(tr("Connect &via"), menuParent))
    , m_invoke(new QAction(theme::icon(QStringLiteral("invoke")), tr("Open in &Invoke"), this))
    , m_save(new QAction(theme::icon(QStringLiteral("save")), tr("&Save to the workspace"), this))
    , m_copy(new QMenu(tr("&Copy as"), menuParent))
    , m_offers(
          new QAction(theme::icon(QStringLiteral("offers")), tr("Request &offers from the selected"), this))
{
    m_copy->setIcon(theme::icon(QStringLiteral("copy")));
    m_via->setIcon(theme::icon(QStringLiteral("endpoints")));
    m_offers->setVisible(false);
    connect(m_connect, &QAction::triggered, this, [this] {
        if (const Way* const chosen = way())
            connectBy(*chosen);
    });
    connect(m_invoke, &QAction::triggered, this, [this] {
        QStringList capabilities;
        for (const std::string& capability : (*m_current)->capabilities)
            capabilities += QString::fromStdString(capability);
        if (const Way* const chosen = way())
            m_connector->make(*chosen, [this, capabilities](const workspace::Endpoint& endpoint) {
                Q_EMIT invokeRequested(endpoint, capabilities);
            });
    });
    connect(m_save, &QAction::triggered, this, [this] {
        // Nothing is fetched for it: the card is read by whoever connects.
        const Way* const chosen = way();
        if (chosen && chosen->reason.isEmpty())
            save(chosen->endpoint);
        else if (chosen)
            m_connector->make(*chosen, [this](const workspace::Endpoint& endpoint) { save(endpoint); });
    });
    connect(
        m_offers, &QAction::triggered, this, [this] { Q_EMIT offersRequested(candidatesOf(m_selected)); });
    connect(&workspace, &workspace::WorkspaceStore::endpointsChanged, this, &EntryActions::update);
    connect(m_via, &QMenu::aboutToShow, this, &EntryActions::fillVia);
    connect(m_copy, &QMenu::aboutToShow, this, &EntryActions::fillCopy);
    update();
}

const Way* EntryActions::way() const
{
    const QString last = m_settings.value(kVia).toString();
    const Way* first = nullptr;
    for (const Way& way : m_ways) {
        if (!way.canConnect())
            continue;
        if (way.binding == last)
            return &way;
        first = first ? first : &way;
    }
    return first;
}

const workspace::Endpoint* EntryActions::saved(const QString& url) const
{
    const auto& all = m_workspace.endpoints();
    const auto found = std::ranges::find(all, url, &workspace::Endpoint::url);
    return found == all.end() ? nullptr : &*found;
}

QString EntryActions::save(const workspace::Endpoint& endpoint)
{
    const workspace::Endpoint* const known = saved(endpoint.url);
    if (!known)
        return m_workspace.add(endpoint);
    workspace::Endpoint renewed = *known;
    if (!endpoint.access.headers.empty()) {
        renewed.access.headers = endpoint.access.headers;
        m_workspace.update(renewed);
    }
    return renewed.id;
}

void EntryActions::connectBy(const Way& way)
{
    m_connector->make(
        way, [this](const workspace::Endpoint& endpoint) { Q_EMIT connectRequested(save(endpoint)); });
}

QList<QAction*> EntryActions::all() const
{
    return { m_connect, m_via->menuAction(), m_invoke, m_offers, m_copy->menuAction(), m_save };
}

void EntryActions::setCurrent(const Row* current, std::vector<Way> ways)
{
    m_current = current ? std::optional(*current) : std::nullopt;
    m_ways = std::move(ways);
    update();
}

void EntryActions::setSelected(std::vector<Row> selected)
{
    m_selected = std::move(selected);
    m_offers->setEnabled(!candidatesOf(m_selected).empty());
}

void EntryActions::update()
{
    const Way* const chosen = way();
    m_connect->setText(chosen ? tr("Connect via %1").arg(chosen->binding) : tr("Connect"));
    m_connect->setToolTip(
        widgets::plainToolTip(!chosen ? (m_ways.empty() ? tr("No entry is chosen") : m_ways.front().reason)
                : chosen->endpoint.url.isEmpty() ? tr("Asks for what the card in the entry wants to know")
                                                 : chosen->endpoint.url));
    for (QAction* const action : { m_connect, m_invoke })
        action->setEnabled(chosen);
    const bool isSaved = chosen && !chosen->endpoint.url.isEmpty() && saved(chosen->endpoint.url);
    m_save->setEnabled(chosen && !isSaved);
    m_save->setText(isSaved ? tr("&Saved in the workspace") : tr("&Save to the workspace"));
    m_via->setEnabled(chosen);
    m_copy->setEnabled(m_current.has_value());
}

void EntryActions::fillVia()
{
    m_via->clear();
    for (const Way& way : m_ways) {
        const QString text = !way.card.isEmpty() ? tr("%1: asks for more").arg(way.binding)
            : way.reason.isEmpty()               ? tr("%1: %2").arg(way.binding, way.endpoint.url)
                                                 : tr("%1: not possible, %2").arg(way.binding, way.reason);
        QAction* const action = m_via->addAction(QString(text).replace(u'&', QStringLiteral("&&")));
        action->setEnabled(way.canConnect());
        connect(action, &QAction::triggered, this, [this, way] {
            m_settings.setValue(kVia, way.binding);
            update();
            connectBy(way);
        });
    }
}

void EntryActions::fillCopy()
{
    m_copy->clear();
    if (!m_current)
        return;
    const discovery::Entry& entry = **m_current;
    const auto add = [this](const QString& title, const std::string& text) {
        QAction* const action = m_copy->addAction(title);
        action->setEnabled(!text.empty());
        connect(action, &QAction::triggered, this, [this, text] { copy(QString::fromStdString(text)); });
    };
    add(tr("&URL"), entry.url);
    add(tr("&Identifier"), entry.identifier);
    add(tr("&JSON"), std::string(entry.raw.text()));
    const Way* const chosen = way();
    add(tr("&acmpctl command"),
        chosen && chosen->reason.isEmpty() ? commandFor(chosen->endpoint).toStdString() : std::string());
}

void EntryActions::copy(const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
}

void EntryActions::connectNotify(const QMetaMethod& signal)
{
    if (signal == QMetaMethod::fromSignal(&EntryActions::offersRequested))
        m_offers->setVisible(true);
}

} // namespace discover
