// SPDX-License-Identifier: Apache-2.0
// The messages' members as the specification's tables have them, written down apart from the codec's own
// tables, and a way to decode and re-encode each kind of message by its name.
#pragma once

#include "protocol/acmp/codec.h"

#include <QByteArray>

#include <span>

enum class MemberKind { String, Integer, Number, Boolean, Content, Object, Strings, Anything };

struct MemberSpec {
    const char* name;
    MemberKind kind;
    bool isRequired;
};

struct MessageSpec {
    const char* name;
    const char* section;
    std::vector<MemberSpec> members;
    /// Decodes, and encodes again what was decoded.
    std::expected<QByteArray, std::vector<acmp::FieldError>> (*recode)(const json::View& value);
};

std::span<const MessageSpec> messageSpecs();
const MessageSpec& messageSpec(const char* name);

/// A JSON value that a member of this kind may have.
QByteArray validValue(MemberKind kind);
/// Values of every JSON kind that it may not have; null is not among them.
std::vector<QByteArray> wrongValues(MemberKind kind);
/// What the codec calls the kind.
std::string expectedName(MemberKind kind);
/// A message with each member of the table; `name` left out, or replaced by `value`.
QByteArray messageWith(const MessageSpec& spec, const char* name = nullptr, const QByteArray& value = {});
