// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/sourcesmodel.h"

#include "ui/discovery/describe.h"
#include "ui/widgets/elidedlabel.h"

namespace discover {

using stack::BrowseState;

namespace {

Verdict verdictOfBrowse(const BrowseState& state)
{
    if (state.isReading)
        return { widgets::State::Running, SourcesModel::tr("reading") };
    if (state.isStopped)
        return { widgets::State::Neutral, SourcesModel::tr("stopped") };
    const std::size_t count = state.entries->size();
    if (count > 0)
        return { widgets::State::Good,
            count == 1 ? SourcesModel::tr("1 entry") : SourcesModel::tr("%L1 entries").arg(count) };
    const auto hasFailed
        = [](const discovery::Step& step) { return step.state == discovery::Step::State::Failed; };
    if (std::ranges::any_of(state.steps, hasFailed))
        return { widgets::State::Bad, SourcesModel::tr("failed") };
    return { widgets::State::Neutral, SourcesModel::tr("nothing") };
}

/// Without what all have.
QString addressText(const std::string& what)
{
    for (const std::string_view scheme : { "https://", "http://" }) {
        if (what.starts_with(scheme))
            return shown(std::string_view(what).substr(scheme.size()));
    }
    return shown(what);
}

} // namespace

SourcesModel::SourcesModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_nodes(nodesOf({}))
{
}

std::vector<SourcesModel::Node> SourcesModel::nodesOf(const States& states)
{
    std::vector<Node> nodes(1);
    const auto add = [&](std::size_t state, int source, std::size_t parent) {
        const std::size_t at = nodes.size();
        nodes.push_back({ state, source, parent, static_cast<int>(nodes[parent].children.size()) });
        nodes[parent].children.push_back(at);
        return at;
    };
    for (std::size_t i = 0; i < states.size(); ++i) {
        const std::size_t address = add(i, -1, 0);
        // A source comes after the one that names it.
        for (std::size_t source = 0; source < states[i]->sources.size(); ++source) {
            const int parent = states[i]->sources[source].parent;
            add(i, static_cast<int>(source),
                parent < 0 ? address : address + 1 + static_cast<std::size_t>(parent));
        }
    }
    return nodes;
}

void SourcesModel::setStates(States states)
{
    std::vector<Node> nodes = nodesOf(states);
    if (nodes == m_nodes) {
        m_states = std::move(states);
        const auto tell = [this](const Node& parent, const QModelIndex& index) {
            if (!parent.children.empty())
                Q_EMIT dataChanged(this->index(0, 0, index),
                    this->index(static_cast<int>(parent.children.size()) - 1, ColumnCount - 1, index));
        };
        for (std::size_t i = 0; i < m_nodes.size(); ++i)
            tell(m_nodes[i], createIndex(m_nodes[i].row, 0, i));
        return;
    }
    beginResetModel();
    m_states = std::move(states);
    m_nodes = std::move(nodes);
    endResetModel();
}

Scope SourcesModel::scopeOf(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    return { m_states[node(index).state]->id, node(index).source };
}

QModelIndex SourcesModel::indexOf(const Scope& scope) const
{
    if (scope == Scope())
        return index(0, 0);
    for (std::size_t i = 1; i < m_nodes.size(); ++i) {
        if (m_states[m_nodes[i].state]->id == scope.browse && m_nodes[i].source == scope.source)
            return createIndex(m_nodes[i].row, 0, i);
    }
    return {};
}

QModelIndex SourcesModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, quintptr { 0 });
    return createIndex(row, column, node(parent).children[static_cast<std::size_t>(row)]);
}

QModelIndex SourcesModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    const std::size_t parent = node(index).parent;
    return createIndex(m_nodes[parent].row, 0, parent);
}

int SourcesModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return 1;
    return parent.column() == 0 ? static_cast<int>(node(parent).children.size()) : 0;
}

int SourcesModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant SourcesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(node(index), index.column());
    case Qt::ToolTipRole:
        return index.internalId() == 0 ? QVariant() : toolTip(node(index));
    case StateRole:
        return index.internalId() == 0 || index.column() != State ? QVariant() : state(node(index));
    default:
        return {};
    }
}

QVariant SourcesModel::text(const Node& node, int column) const
{
    if (&node == &m_nodes.front())
        return column == Name ? tr("All") : QString();
    const BrowseState& of = *m_states[node.state];
    if (node.source < 0)
        return column == Name ? addressText(of.what) : verdictOfBrowse(of).word;
    const discovery::Source& source = of.sources[static_cast<std::size_t>(node.source)];
    return column == Name ? nameOf(source) : verdictOf(source).word;
}

QVariant SourcesModel::toolTip(const Node& node) const
{
    const BrowseState& of = *m_states[node.state];
    return widgets::plainToolTip(
        node.source < 0 ? shown(of.what) : factsOf(of.sources[static_cast<std::size_t>(node.source)]));
}

QVariant SourcesModel::state(const Node& node) const
{
    const BrowseState& of = *m_states[node.state];
    return static_cast<int>(node.source < 0
            ? verdictOfBrowse(of).state
            : verdictOf(of.sources[static_cast<std::size_t>(node.source)]).state);
}

QVariant SourcesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("Source") : tr("State");
}

} // namespace discover
