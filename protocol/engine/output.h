// SPDX-License-Identifier: Apache-2.0
// The product of one task, whole and in pieces. Any piece can be asked for at any time and is the same each
// time: a stream is replayed by making it again (decision D5). Immutable, shared between tasks where it
// doesn't depend on them.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/engine/scenario.h"

#include <memory>

namespace engine {

class Output {
public:
    explicit Output(std::string type)
        : m_type(std::move(type))
    {
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    virtual ~Output() = default;

    const std::string& type() const { return m_type; }
    /// At least 1.
    virtual std::int64_t chunks() const = 0;
    virtual json::Raw chunk(std::int64_t seq) const = 0;
    virtual json::Raw whole() const = 0;
    /// Every piece is a string: they concatenate (decision D10), and whole() is their concatenation.
    virtual bool isText() const = 0;
    /// Of the product, roughly.
    virtual std::size_t bytes() const = 0;
    /// What keeping this costs its task: nothing where it is shared with others or made anew each time.
    virtual std::size_t ownBytes() const { return 0; }

private:
    std::string m_type;
};

/// A value cut into at most `chunks` pieces. `isOwn`: it belongs to one task (an echo).
std::shared_ptr<const Output> makeValueOutput(acmp::Content value, std::int64_t chunks, bool isOwn);
/// For a capability whose product is the same for each task; null where it depends on the task.
std::shared_ptr<const Output> makeSharedOutput(const CapabilityScript& script);
/// Words that follow from seed, task and seq alone.
std::shared_ptr<const Output> makeGeneratedOutput(
    const CapabilityScript& script, std::uint64_t seed, std::string_view taskId);

/// Standard base64 of bytes is what `data` holds for this type (decision D29).
bool isBinaryType(std::string_view type);
/// One value out of pieces that came one after another (decision D10).
json::Raw join(std::string_view type, const std::vector<json::Raw>& pieces);

} // namespace engine
