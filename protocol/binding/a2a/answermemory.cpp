// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/answermemory.h"

namespace a2a {

std::string AnswerMemory::find(const MessageKey& key)
{
    forgetOld();
    const auto found = m_answers.find(key);
    return found == m_answers.end() ? std::string() : found->second.text;
}

void AnswerMemory::add(const MessageKey& key, std::string answer)
{
    const auto [place, isNew]
        = m_answers.try_emplace(key, Answer { std::move(answer), m_clock.now() + m_keep });
    if (isNew)
        m_order.push_back(place);
    forgetOld();
}

void AnswerMemory::forgetOld()
{
    const wire::Instant now = m_clock.now();
    while (!m_order.empty() && (m_order.size() > kKept || m_order.front()->second.until <= now)) {
        m_answers.erase(m_order.front());
        m_order.pop_front();
    }
}

} // namespace a2a
