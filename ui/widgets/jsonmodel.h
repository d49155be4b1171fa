// SPDX-License-Identifier: GPL-3.0-or-later
// A JSON document as an item model: members and elements become rows as their branch is fetched; more than
// kGroup of them are grouped by thousands. Below a node stands what is noted of it.
#pragma once

#include "ui/widgets/jsonnote.h"

#include "protocol/json/document.h"

#include <QAbstractItemModel>

#include <unordered_map>

namespace widgets {

class JsonModel final : public QAbstractItemModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JsonModel)

public:
    static constexpr std::uint32_t kGroup = 1000;

    enum class Look { Container, String, Number, Literal, Null, Group, Note, Message };
    enum Role {
        LookRole = Qt::UserRole, ///< Look
        NameRole, ///< of a member, or an element's number
        IsElementRole, ///< its name is a number
        ValueRole, ///< as written, shortened; of a note or message its text
        RemarkRole, ///< what is odd about the token: "duplicate name"; may be empty
        LevelRole, ///< acmp::Level, of a note or message
        SizeRole, ///< members or elements of a container or group
    };

    explicit JsonModel(QObject* parent = nullptr);

    /// A valid document.
    void setDocument(std::shared_ptr<const json::Document> document, std::vector<JsonNote> notes);
    /// One row instead of a document.
    void setMessage(acmp::Level level, const QString& text);
    void clear();

    struct Range {
        qsizetype offset = 0, length = 0;
    };
    /// Where its bytes lie in the document, with its name.
    Range range(const QModelIndex& index) const;
    std::string pointer(const QModelIndex& index) const;
    /// The bytes of the value; empty for what is none.
    std::string_view lexeme(const QModelIndex& index) const;
    /// The row of a note; fetches the branches above it.
    QModelIndex indexOfNote(std::size_t note);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex&) const override { return 1; }
    bool hasChildren(const QModelIndex& parent = {}) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    enum class Type : std::uint8_t { Value, Group, Note, Message };
    // Children are created together, so they follow each other.
    struct Node {
        std::uint32_t token = 0; // the value; of a group its first one; of a note the one it is about
        std::uint32_t parent = 0;
        std::uint32_t position = 0; // among all children of the container; of a note its number
        std::uint32_t count = 0; // children, of a value container or a group
        std::uint32_t firstChild = 0, childCount = 0;
        std::uint32_t row = 0;
        Type type = Type::Value;
        bool isFetched = false;
    };

    const json::Token& token(const Node& node) const { return m_document->tape().tokens[node.token]; }
    const Node& node(const QModelIndex& index) const;
    QModelIndex indexOf(std::uint32_t node) const;
    bool isMember(const Node& node) const;
    Node makeValue(std::uint32_t token, std::uint32_t position) const;
    std::vector<Node> childrenOf(const Node& node) const;
    void addNotes(std::vector<Node>& nodes, std::uint32_t token) const;
    std::size_t adopt(std::uint32_t parent, std::vector<Node> children);
    std::uint32_t innermost(std::string_view pointer) const;
    std::uint32_t childTowards(std::uint32_t node, std::uint32_t token) const;

    QString name(const Node& node) const;
    QString value(const Node& node) const;
    QString remark(const Node& node) const;
    Look look(const Node& node) const;
    QVariant level(const Node& node) const;

    std::shared_ptr<const json::Document> m_document;
    std::vector<JsonNote> m_notes;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> m_notesOf; // by token
    QString m_message;
    acmp::Level m_messageLevel = acmp::Level::Note;
    std::vector<Node> m_nodes; // [0]: above all rows
};

} // namespace widgets
