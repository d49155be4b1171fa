// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/providersmodel.h"

#include "ui/widgets/elidedlabel.h"

namespace offers {

namespace {

QString addressText(const Provider& provider)
{
    return provider.negotiationUrl.isEmpty()
        ? provider.endpoint.url
        : ProvidersModel::tr("%1\nasked at %2").arg(provider.endpoint.url, provider.negotiationUrl);
}

} // namespace

void ProvidersModel::setProviders(
    const std::vector<Provider>& providers, const std::function<bool(const Provider&)>& isTicked)
{
    if (std::ranges::equal(providers, m_items, {}, {}, &Item::provider))
        return;
    std::vector<Item> items;
    for (const Provider& provider : providers) {
        const auto known = std::ranges::find(m_items, provider, &Item::provider);
        items.push_back(known != m_items.end() ? *known : Item { provider, isTicked(provider) });
    }
    beginResetModel();
    m_items = std::move(items);
    endResetModel();
    Q_EMIT ticksChanged();
}

int ProvidersModel::find(const QString& url) const
{
    const auto found
        = std::ranges::find_if(m_items, [&](const Item& item) { return item.provider.endpoint.url == url; });
    return found == m_items.end() ? -1 : static_cast<int>(found - m_items.begin());
}

void ProvidersModel::setTicked(int row, bool ticked)
{
    setData(index(row, Name), ticked ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
}

std::vector<Provider> ProvidersModel::ticked() const
{
    std::vector<Provider> found;
    for (const Item& item : m_items) {
        if (item.isTicked)
            found.push_back(item.provider);
    }
    return found;
}

std::vector<Provider> ProvidersModel::takeUnknown()
{
    std::vector<Provider> found;
    for (Item& item : m_items) {
        if (!item.isTicked || item.isAsked)
            continue;
        item.isAsked = true;
        found.push_back(item.provider);
    }
    return found;
}

void ProvidersModel::setStanding(const QString& url, widgets::State state, const QString& word)
{
    const int row = find(url);
    if (row < 0)
        return;
    Item& item = m_items[static_cast<std::size_t>(row)];
    item.state = state;
    item.word = word;
    Q_EMIT dataChanged(index(row, Standing), index(row, Standing));
}

int ProvidersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

int ProvidersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant ProvidersModel::data(const QModelIndex& index, int role) const
{
    const Item& item = m_items[static_cast<std::size_t>(index.row())];
    const workspace::Endpoint& endpoint = item.provider.endpoint;
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Standing ? item.word
            : endpoint.name.isEmpty()     ? endpoint.url
                                          : endpoint.name;
    case Qt::ToolTipRole:
        return widgets::plainToolTip(index.column() == Standing ? item.word : addressText(item.provider));
    case Qt::CheckStateRole:
        return index.column() == Name ? QVariant(item.isTicked ? Qt::Checked : Qt::Unchecked) : QVariant();
    case StateRole:
        return index.column() == Standing && !item.word.isEmpty() ? static_cast<int>(item.state) : QVariant();
    default:
        return {};
    }
}

bool ProvidersModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || index.column() != Name)
        return false;
    Item& item = m_items[static_cast<std::size_t>(index.row())];
    const bool ticked = value.toInt() == Qt::Checked;
    if (item.isTicked == ticked)
        return true;
    item.isTicked = ticked;
    Q_EMIT dataChanged(index, index, { Qt::CheckStateRole });
    Q_EMIT ticksChanged();
    return true;
}

Qt::ItemFlags ProvidersModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == Name ? flags | Qt::ItemIsUserCheckable : flags;
}

} // namespace offers
