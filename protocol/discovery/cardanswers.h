// SPDX-License-Identifier: Apache-2.0
// A remote of an MCP server card with what it asks for filled in. Pure.
#pragma once

#include "protocol/discovery/servercard.h"

#include <expected>

namespace discovery {

struct FilledHeader {
    std::string name, value;
    bool isSecret = false;
};

struct FilledRemote {
    std::string url;
    std::vector<FilledHeader> headers;
};

/// What goes in unless the user says otherwise.
std::string presetOf(const CardQuestion& question);
/// Why an answer won't do, a sentence; empty: it will. An empty answer leaves out what is not required.
std::string mistakeIn(const CardQuestion& question, std::string_view answer);
/// `answers` to questionsOf(remote), one each, without mistakes. What is put into a URL is percent-encoded,
/// unless the URL begins with it: an answer can't lead to another server than the card says.
FilledRemote fill(const CardRemote& remote, const std::vector<std::string>& answers);

} // namespace discovery
