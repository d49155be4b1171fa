// SPDX-License-Identifier: GPL-3.0-or-later
// What JsonModel says of its nodes.
#include "ui/widgets/bytetext.h"
#include "ui/widgets/jsonmodel.h"

#include "protocol/json/text.h"

namespace widgets {

namespace {

// More of a value than a row shows.
constexpr std::size_t kMaxShown = 1000;

QString excerpt(std::string_view text)
{
    const std::string_view part = text.substr(0, kMaxShown);
    QString shown = widgets::shown(part, 0, static_cast<qsizetype>(part.size()), true).text;
    if (part.size() < text.size())
        shown += QChar(0x2026);
    return shown;
}

QString number(std::uint32_t value)
{
    return QString::number(value);
}

} // namespace

JsonModel::Look JsonModel::look(const Node& node) const
{
    switch (node.type) {
    case Type::Group:
        return Look::Group;
    case Type::Note:
        return Look::Note;
    case Type::Message:
        return Look::Message;
    case Type::Value:
        break;
    }
    switch (token(node).kind) {
    case json::Kind::Object:
    case json::Kind::Array:
        return Look::Container;
    case json::Kind::Key:
    case json::Kind::String:
        return Look::String;
    case json::Kind::Number:
        return Look::Number;
    case json::Kind::True:
    case json::Kind::False:
        return Look::Literal;
    case json::Kind::Null:
        break;
    }
    return Look::Null;
}

QString JsonModel::name(const Node& node) const
{
    if (node.type == Type::Group)
        return tr("%1 … %2").arg(number(node.position), number(node.position + node.count - 1));
    if (node.type != Type::Value || node.token == 0)
        return {};
    if (!isMember(node))
        return number(node.position);
    const json::Token& key = m_document->tape().tokens[node.token - 1];
    const std::string_view inner = m_document->text().substr(key.offset + 1, key.length - 2);
    return excerpt((key.flags & json::kEscaped) != 0 ? json::unescape(inner) : std::string(inner));
}

QString JsonModel::value(const Node& node) const
{
    switch (node.type) {
    case Type::Note:
        return m_notes[node.position].text;
    case Type::Message:
        return m_message;
    case Type::Group:
        return {};
    case Type::Value:
        break;
    }
    const json::Token& token = this->token(node);
    if (token.kind == json::Kind::Object && node.count > 0)
        return node.count == 1 ? tr("{ 1 member }") : tr("{ %L1 members }").arg(node.count);
    if (token.kind == json::Kind::Array && node.count > 0)
        return node.count == 1 ? tr("[ 1 element ]") : tr("[ %L1 elements ]").arg(node.count);
    if (token.kind == json::Kind::Object)
        return QStringLiteral("{}");
    if (token.kind == json::Kind::Array)
        return QStringLiteral("[]");
    return excerpt(m_document->text().substr(token.offset, token.length));
}

QString JsonModel::remark(const Node& node) const
{
    if (node.type != Type::Value)
        return {};
    std::uint8_t flags = token(node).flags;
    if (isMember(node))
        flags |= m_document->tape().tokens[node.token - 1].flags;
    QStringList remarks;
    if ((flags & json::kDuplicateKey) != 0)
        remarks += tr("duplicate name");
    if ((flags & json::kOutOfRange) != 0)
        remarks += tr("beyond a double");
    if ((flags & json::kLoneSurrogate) != 0)
        remarks += tr("lone surrogate");
    if ((flags & json::kEscapedNul) != 0)
        remarks += tr("holds U+0000");
    return remarks.join(QStringLiteral(", "));
}

QVariant JsonModel::level(const Node& node) const
{
    if (node.type == Type::Note)
        return static_cast<int>(m_notes[node.position].level);
    return node.type == Type::Message ? QVariant(static_cast<int>(m_messageLevel)) : QVariant();
}

QVariant JsonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Node& node = this->node(index);
    switch (role) {
    case Qt::DisplayRole: {
        const QString name = this->name(node), value = this->value(node);
        const bool hasBoth = !name.isEmpty() && !value.isEmpty();
        return QString(name % (hasBoth ? QStringLiteral(": ") : QString()) % value);
    }
    case LookRole:
        return static_cast<int>(look(node));
    case NameRole:
        return name(node);
    case IsElementRole:
        return node.type == Type::Value && !isMember(node);
    case ValueRole:
        return value(node);
    case RemarkRole:
        return remark(node);
    case LevelRole:
        return level(node);
    case SizeRole:
        return node.count;
    default:
        return {};
    }
}

JsonModel::Range JsonModel::range(const QModelIndex& index) const
{
    const Node& node = this->node(index);
    if (!index.isValid() || node.type == Type::Message)
        return {};
    const json::Token& token = this->token(node);
    const json::Token& first = isMember(node) ? m_document->tape().tokens[node.token - 1] : token;
    return { first.offset, qsizetype { token.offset } + token.length - first.offset };
}

std::string JsonModel::pointer(const QModelIndex& index) const
{
    const Node& node = this->node(index);
    if (!index.isValid() || node.type == Type::Message)
        return {};
    return m_document->pointerAt(token(node).offset);
}

std::string_view JsonModel::lexeme(const QModelIndex& index) const
{
    const Node& node = this->node(index);
    if (!index.isValid() || node.type != Type::Value)
        return {};
    return m_document->text().substr(token(node).offset, token(node).length);
}

} // namespace widgets
