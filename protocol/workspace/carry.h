// SPDX-License-Identifier: Apache-2.0
// Files beside a workspace that go along when it is saved under another name: its ledger, its deals.
#pragma once

#include "protocol/wire/error.h"

#include <QString>

#include <expected>

namespace workspace {

/// Whether carry() would have to replace something: what is at `to` and is not the same as at `from`. That is
/// somebody's ledger, so it is an error.
std::expected<void, wire::Error> mayCarry(const QString& from, const QString& to);
/// Copies, byte for byte, what is at `from`; nothing if nothing is.
std::expected<void, wire::Error> carry(const QString& from, const QString& to);

} // namespace workspace
