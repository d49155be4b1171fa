// SPDX-License-Identifier: Apache-2.0
// How well texts fit some words: an inverted index whose scores depend on nothing but what is in it. Pure.
#pragma once

#include <QString>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hosts {

/// The words of a text, in lower case.
std::vector<QString> wordsOf(const std::string& text);

class TextIndex final {
public:
    /// `weight`: 1 to 4, of what stands where it says most of the whole.
    void add(std::size_t document, const std::string& text, int weight);
    /// One score for each document up to the last added: 0 does not fit, 100 has all of the words where they
    /// count most. Words that begin alike count for less than the same.
    std::vector<int> scores(const std::string& text) const;

private:
    struct Posting {
        std::size_t document;
        int weight;
    };
    /// Documents that have the word, and how much it says of each, 0 to 1.
    std::map<std::size_t, double> find(const QString& word) const;

    std::map<QString, std::vector<Posting>> m_words;
    std::size_t m_documents = 0;
};

} // namespace hosts
