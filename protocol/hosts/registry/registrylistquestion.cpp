// SPDX-License-Identifier: Apache-2.0
// The question of GET /agents (ARD §5.3.5) and its filter expression (Appendix A).
#include "protocol/hosts/registry/registryquestion.h"

#include <QUrlQuery>

#include <algorithm>
#include <array>

namespace hosts {

namespace {

constexpr std::size_t kMaxClauses = 100;

struct Clause {
    std::string field;
    char sign = '=';
    std::string value;
};

/// field = 'value' AND field > "value" …
class Scanner final {
public:
    explicit Scanner(std::string_view text)
        : m_text(text)
    {
    }
    Asked<std::vector<Clause>> read();

private:
    void skipBlanks() { m_text.remove_prefix(std::min(m_text.find_first_not_of(" \t"), m_text.size())); }
    std::string_view word(std::string_view ends);
    std::optional<std::string> value();
    std::unexpected<RegistryRefusal> expected(const char* what) const
    {
        return refused("filter: expected " + std::string(what) + ", found "
            + (m_text.empty() ? "its end" : wire::excerpt(m_text, 60)));
    }

    std::string_view m_text;
};

std::string_view Scanner::word(std::string_view ends)
{
    const std::string_view text = m_text.substr(0, m_text.find_first_of(ends));
    m_text.remove_prefix(text.size());
    return text;
}

std::optional<std::string> Scanner::value()
{
    if (m_text.empty())
        return std::nullopt;
    const char quote = m_text.front();
    if (quote != '\'' && quote != '"')
        return std::string(word(" \t"));
    m_text.remove_prefix(1);
    const auto end = m_text.find(quote);
    if (end == m_text.npos)
        return std::nullopt;
    std::string text(m_text.substr(0, end));
    m_text.remove_prefix(end + 1);
    return text;
}

Asked<std::vector<Clause>> Scanner::read()
{
    std::vector<Clause> clauses;
    for (skipBlanks(); !m_text.empty(); skipBlanks()) {
        if (!clauses.empty()) {
            if (word(" \t") != "AND")
                return refused("filter: expected AND between its constraints");
            skipBlanks();
        }
        Clause clause;
        clause.field = word(" \t=>");
        skipBlanks();
        if (clause.field.empty() || m_text.empty() || (m_text.front() != '=' && m_text.front() != '>'))
            return expected("a field and = or >");
        clause.sign = m_text.front();
        m_text.remove_prefix(1);
        skipBlanks();
        auto text = value();
        if (!text)
            return expected("a value, in quotes that end");
        clause.value = std::move(*text);
        clauses.push_back(std::move(clause));
        if (clauses.size() > kMaxClauses)
            return refused("filter: expected at most 100 constraints");
    }
    return clauses;
}

std::vector<std::string> partsOf(const std::string& text)
{
    std::vector<std::string> parts;
    for (const QString& part : QString::fromStdString(text).split(QLatin1Char(','), Qt::SkipEmptyParts))
        parts.push_back(part.trimmed().toStdString());
    return parts;
}

Asked<void> take(const Clause& clause, ListQuestion& into)
{
    const bool isTime = clause.field == "createdAfter" || clause.field == "updatedAfter";
    if (clause.sign == '>' && !isTime)
        return refused("filter: > is for createdAfter and updatedAfter");
    if (clause.field == "displayName")
        into.displayName = clause.value;
    else if (clause.field == "type")
        into.types = partsOf(clause.value);
    else if (clause.field == "publisherId")
        into.publishers = partsOf(clause.value);
    else if (!isTime)
        return refused("filter: expected displayName, type, publisherId, createdAfter or updatedAfter, found "
            + wire::excerpt(clause.field, 60));
    if (!isTime)
        return {};
    const QDateTime time = timeOf(clause.value);
    if (!time.isValid())
        return refused("filter: expected a time of ISO 8601, found " + wire::excerpt(clause.value, 60));
    (clause.field == "createdAfter" ? into.createdAfter : into.updatedAfter) = time;
    return {};
}

Asked<std::vector<std::pair<std::string, bool>>> readOrder(const std::string& text)
{
    static constexpr std::array<std::string_view, 6> kFields { "identifier", "displayName", "type", "version",
        "updatedAt", "createdAt" };
    std::vector<std::pair<std::string, bool>> order;
    for (const std::string& part : partsOf(text)) {
        const auto blank = part.find(' ');
        const std::string field = part.substr(0, blank);
        const std::string way = blank == part.npos ? "ASC" : part.substr(blank + 1);
        if (std::ranges::find(kFields, field) == kFields.end() || (way != "ASC" && way != "DESC"))
            return refused(
                "orderBy: expected identifier, displayName, type, version, updatedAt or createdAt, and "
                "ASC or DESC, found "
                + wire::excerpt(part, 60));
        order.emplace_back(field, way == "DESC");
    }
    return order;
}

Asked<std::size_t> readPageSize(const std::string& text)
{
    bool isNumber = false;
    const qlonglong size = QString::fromStdString(text).toLongLong(&isNumber);
    if (!text.empty() && (!isNumber || size < 1))
        return refused("pageSize: expected an integer from 1, found " + wire::excerpt(text, 60));
    return text.empty() ? 20 : static_cast<std::size_t>(std::min<qlonglong>(size, 100));
}

} // namespace

/// Without a zone it is UTC.
QDateTime timeOf(const std::string& text)
{
    QDateTime time = QDateTime::fromString(QString::fromStdString(text), Qt::ISODateWithMs);
    if (time.timeSpec() == Qt::LocalTime)
        time.setTimeSpec(Qt::UTC);
    return time;
}

Asked<ListQuestion> readList(std::string_view query, const RegistryRules& rules)
{
    const QUrlQuery parts(QString::fromUtf8(query.data(), static_cast<qsizetype>(query.size()))
            .replace(QLatin1Char('+'), QLatin1String("%20")));
    const auto valueOf = [&parts](const char* name) {
        return parts.queryItemValue(QLatin1String(name), QUrl::FullyDecoded).toStdString();
    };
    for (const auto& [name, value] : parts.queryItems()) {
        static constexpr std::array<const char*, 4> kNames { "filter", "orderBy", "pageSize", "pageToken" };
        const bool isKnown
            = std::ranges::any_of(kNames, [&](const char* known) { return name == QLatin1String(known); });
        if (!isKnown && !rules.isLenient)
            return refused("there is no parameter " + wire::excerpt(name.toStdString(), 60));
    }
    const auto clauses = Scanner(valueOf("filter")).read();
    if (!clauses)
        return std::unexpected(clauses.error());
    ListQuestion question;
    for (const Clause& clause : *clauses) {
        if (auto fine = take(clause, question); !fine)
            return std::unexpected(std::move(fine.error()));
    }
    auto order = readOrder(valueOf("orderBy"));
    if (!order)
        return std::unexpected(std::move(order.error()));
    question.orderBy = std::move(*order);
    const auto pageSize = readPageSize(valueOf("pageSize"));
    if (!pageSize)
        return std::unexpected(pageSize.error());
    question.pageSize = *pageSize;
    question.fingerprint = fingerprintOf(valueOf("filter") + '\n' + valueOf("orderBy"));
    const auto offset = offsetOf(valueOf("pageToken"), question.fingerprint);
    if (!offset)
        return std::unexpected(offset.error());
    question.offset = *offset;
    return question;
}

} // namespace hosts
