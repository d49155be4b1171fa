// SPDX-License-Identifier: GPL-3.0-or-later
// The request that is being written, as text: read as a message, and changed member by member so that all
// else stays as it was typed. Pure.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/wire/error.h"

#include <QByteArray>

#include <expected>
#include <optional>
#include <span>

namespace invoke {

struct RequestProblem {
    wire::Error error;
    std::size_t offset = 0; ///< byte of the text
};

/// An Invoke of Layer 1 §3.1. Members it doesn't name are kept in `extra`.
std::expected<acmp::Invoke, RequestProblem> readRequest(const QByteArray& text);
/// An offerRequest of Layer 6 §2.1, likewise.
std::expected<acmp::OfferRequest, RequestProblem> readOfferRequest(const QByteArray& text);

/// The text with the member at the end of `path` set to a JSON value, or removed; objects on the way are made
/// where they are missing. Text that is no object stays as it is.
QByteArray withMember(
    QByteArray text, std::span<const std::string_view> path, const std::optional<std::string>& json);
QByteArray withMember(QByteArray text, std::string_view name, const std::optional<std::string>& json);

/// The text as an accepted offer wants it (Layer 6 §4): capability, ceiling, proof, escrow; nothing else.
QByteArray underDeal(QByteArray text, const acmp::Offer& offer, const std::optional<std::string>& escrowId);

/// The request a new user begins with.
QByteArray firstRequest(const std::string& taskId);

} // namespace invoke
