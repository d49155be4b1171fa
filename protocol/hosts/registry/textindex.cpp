// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/registry/textindex.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hosts {

namespace {

constexpr int kMaxWeight = 4;
constexpr qsizetype kStem = 4;
/// A question is no longer than a person's.
constexpr std::size_t kMaxWords = 64;

bool isEmpty(const QString& word)
{
    static constexpr std::array<const char*, 20> kEmpty { "a", "an", "and", "by", "do", "does", "find", "for",
        "in", "is", "me", "my", "of", "the", "this", "that", "to", "who", "with", "what" };
    return std::ranges::any_of(kEmpty, [&](const char* each) { return word == QLatin1String(each); });
}

/// How much two words have in common, 0 to 1: "reads" and "reading".
double likeness(const QString& a, const QString& b)
{
    if (a == b)
        return 1;
    const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    const auto common = end - a.begin();
    const bool isAlike = common >= kStem && common * 2 > std::max(a.size(), b.size());
    return isAlike ? 0.7 : 0;
}

} // namespace

std::vector<QString> wordsOf(const std::string& text)
{
    std::vector<QString> words;
    QString word;
    const QString lower = QString::fromStdString(text).toLower() + QLatin1Char(' ');
    for (const QChar c : lower) {
        if (c.isLetterOrNumber() || c.isMark() || c.isSurrogate())
            word += c;
        else if (!word.isEmpty())
            words.push_back(std::exchange(word, QString()));
    }
    return words;
}

void TextIndex::add(std::size_t document, const std::string& text, int weight)
{
    m_documents = std::max(m_documents, document + 1);
    for (const QString& word : wordsOf(text))
        m_words[word].push_back({ document, weight });
}

std::map<std::size_t, double> TextIndex::find(const QString& word) const
{
    std::map<std::size_t, double> found;
    // Words that are alike begin with the same letters, so they stand together.
    const QString stem = word.left(kStem);
    for (auto each = m_words.lower_bound(stem); each != m_words.end() && each->first.startsWith(stem);
        ++each) {
        const double alike = likeness(word, each->first);
        if (alike <= 0)
            continue;
        for (const Posting& posting : each->second) {
            double& best = found[posting.document];
            best = std::max(best, alike * posting.weight / kMaxWeight);
        }
    }
    return found;
}

std::vector<int> TextIndex::scores(const std::string& text) const
{
    std::vector<QString> words = wordsOf(text);
    if (!std::ranges::all_of(words, isEmpty))
        std::erase_if(words, isEmpty);
    std::ranges::sort(words);
    words.erase(std::ranges::unique(words).begin(), words.end());
    words.resize(std::min(words.size(), kMaxWords));
    std::vector<double> sums(m_documents);
    double most = 0;
    for (const QString& word : words) {
        const auto found = find(word);
        // A word that all have tells none from the others.
        const double rarity = std::log(1 + double(m_documents) / double(found.size() + 1)) + 0.1;
        most += rarity;
        for (const auto& [document, fit] : found)
            sums[document] += rarity * fit;
    }
    std::vector<int> scores(m_documents);
    for (std::size_t i = 0; i < m_documents && most > 0; ++i)
        scores[i] = sums[i] > 0 ? std::max(1, static_cast<int>(std::lround(100 * sums[i] / most))) : 0;
    return scores;
}

} // namespace hosts
