// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/jsonmodel.h"

namespace widgets {

namespace {

bool isContainer(json::Kind kind)
{
    return kind == json::Kind::Object || kind == json::Kind::Array;
}

} // namespace

JsonModel::JsonModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_nodes(1)
{
}

void JsonModel::setDocument(std::shared_ptr<const json::Document> document, std::vector<JsonNote> notes)
{
    Q_ASSERT(document && document->isValid());
    beginResetModel();
    m_document = std::move(document);
    m_notes = std::move(notes);
    m_notesOf.clear();
    for (std::uint32_t i = 0; i < m_notes.size(); ++i)
        m_notesOf[innermost(m_notes[i].pointer)].push_back(i);
    m_nodes.assign(1, makeValue(0, 0));
    std::vector<Node> rows;
    if (m_nodes.front().count > 0) {
        rows = childrenOf(m_nodes.front());
    } else {
        rows.push_back(m_nodes.front());
        addNotes(rows, 0);
    }
    adopt(0, std::move(rows));
    endResetModel();
}

void JsonModel::setMessage(acmp::Level level, const QString& text)
{
    beginResetModel();
    m_document = nullptr;
    m_notes.clear();
    m_notesOf.clear();
    m_message = text;
    m_messageLevel = level;
    m_nodes.assign(1, {});
    Node message;
    message.type = Type::Message;
    adopt(0, { message });
    endResetModel();
}

void JsonModel::clear()
{
    beginResetModel();
    m_document = nullptr;
    m_notes.clear();
    m_notesOf.clear();
    m_nodes.assign(1, {});
    m_nodes.front().isFetched = true;
    endResetModel();
}

const JsonModel::Node& JsonModel::node(const QModelIndex& index) const
{
    return m_nodes[index.isValid() ? index.internalId() : 0];
}

QModelIndex JsonModel::indexOf(std::uint32_t node) const
{
    return node == 0 ? QModelIndex() : createIndex(static_cast<int>(m_nodes[node].row), 0, quintptr { node });
}

QModelIndex JsonModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return indexOf(node(parent).firstChild + static_cast<std::uint32_t>(row));
}

QModelIndex JsonModel::parent(const QModelIndex& index) const
{
    return index.isValid() ? indexOf(node(index).parent) : QModelIndex();
}

int JsonModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(node(parent).childCount);
}

bool JsonModel::hasChildren(const QModelIndex& parent) const
{
    const Node& node = this->node(parent);
    return node.isFetched ? node.childCount > 0 : node.count > 0;
}

bool JsonModel::canFetchMore(const QModelIndex& parent) const
{
    const Node& node = this->node(parent);
    return !node.isFetched && node.count > 0;
}

void JsonModel::fetchMore(const QModelIndex& parent)
{
    if (!canFetchMore(parent))
        return;
    std::vector<Node> children = childrenOf(node(parent));
    beginInsertRows(parent, 0, static_cast<int>(children.size()) - 1);
    adopt(parent.isValid() ? static_cast<std::uint32_t>(parent.internalId()) : 0, std::move(children));
    endInsertRows();
}

// A value's token follows its key's.
bool JsonModel::isMember(const Node& node) const
{
    return node.token > 0 && m_document->tape().tokens[node.token - 1].kind == json::Kind::Key;
}

JsonModel::Node JsonModel::makeValue(std::uint32_t token, std::uint32_t position) const
{
    const std::vector<json::Token>& tokens = m_document->tape().tokens;
    Node node;
    node.token = token;
    node.position = position;
    const std::uint32_t toValue = tokens[token].kind == json::Kind::Object ? 1 : 0;
    if (isContainer(tokens[token].kind)) {
        for (std::uint32_t i = token + 1; i < tokens[token].next; i = tokens[i + toValue].next)
            ++node.count;
    }
    return node;
}

std::vector<JsonModel::Node> JsonModel::childrenOf(const Node& node) const
{
    const std::vector<json::Token>& tokens = m_document->tape().tokens;
    const bool isGroup = node.type == Type::Group;
    const bool areMembers = isGroup ? isMember(node) : token(node).kind == json::Kind::Object;
    const std::uint32_t toNext = areMembers ? 1 : 0; // over the next one's key
    std::uint32_t token = isGroup ? node.token : node.token + 1 + toNext;
    std::uint32_t position = isGroup ? node.position : 0;
    const std::uint32_t end = position + node.count;
    std::uint32_t step = 1;
    while (node.count / step > kGroup)
        step *= kGroup;

    std::vector<Node> children;
    if (!isGroup)
        addNotes(children, node.token);
    while (position < end) {
        if (step == 1) {
            children.push_back(makeValue(token, position));
            if (children.back().count == 0)
                addNotes(children, token);
        } else {
            Node group;
            group.type = Type::Group;
            group.token = token;
            group.position = position;
            group.count = std::min(step, end - position);
            children.push_back(group);
        }
        for (std::uint32_t i = 0; i < step && position < end; ++i, ++position)
            token = tokens[token].next + toNext;
    }
    return children;
}

void JsonModel::addNotes(std::vector<Node>& nodes, std::uint32_t token) const
{
    const auto notes = m_notesOf.find(token);
    if (notes == m_notesOf.end())
        return;
    for (const std::uint32_t number : notes->second) {
        Node note;
        note.type = Type::Note;
        note.token = token;
        note.position = number;
        nodes.push_back(note);
    }
}

std::size_t JsonModel::adopt(std::uint32_t parent, std::vector<Node> children)
{
    m_nodes[parent].isFetched = true;
    m_nodes[parent].firstChild = static_cast<std::uint32_t>(m_nodes.size());
    m_nodes[parent].childCount = static_cast<std::uint32_t>(children.size());
    for (std::uint32_t row = 0; row < children.size(); ++row) {
        children[row].parent = parent;
        children[row].row = row;
    }
    m_nodes.insert(m_nodes.end(), children.begin(), children.end());
    return children.size();
}

// The token that a pointer names, or of the longest part of it that names one.
std::uint32_t JsonModel::innermost(std::string_view pointer) const
{
    for (;;) {
        const json::View view = m_document->at(pointer);
        if (view.isValid())
            return view.tokenIndex();
        const std::size_t slash = pointer.rfind('/');
        pointer = pointer.substr(0, slash == std::string_view::npos ? 0 : slash);
    }
}

QModelIndex JsonModel::indexOfNote(std::size_t note)
{
    const std::uint32_t token = innermost(m_notes.at(note).pointer);
    std::uint32_t at = 0;
    for (;;) {
        fetchMore(indexOf(at));
        const std::uint32_t first = m_nodes[at].firstChild;
        for (std::uint32_t child = first; child < first + m_nodes[at].childCount; ++child) {
            if (m_nodes[child].type == Type::Note && m_nodes[child].position == note)
                return indexOf(child);
        }
        at = childTowards(at, token);
        if (at == 0)
            return {};
    }
}

// The child that holds a token; 0 if none does.
std::uint32_t JsonModel::childTowards(std::uint32_t node, std::uint32_t token) const
{
    const std::uint32_t first = m_nodes[node].firstChild;
    std::uint32_t found = 0;
    for (std::uint32_t child = first; child < first + m_nodes[node].childCount; ++child) {
        if (m_nodes[child].type != Type::Note && m_nodes[child].token <= token)
            found = child;
    }
    const bool holds = found != 0
        && (m_nodes[found].type == Type::Group
            || token < m_document->tape().tokens[m_nodes[found].token].next);
    return holds ? found : 0;
}

} // namespace widgets
