// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/urn.h"

#include "protocol/wire/ascii.h"

#include <QUrl>

#include <algorithm>

namespace discovery {

namespace {

bool isAlnum(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isOf(std::string_view text, std::string_view others)
{
    return !text.empty()
        && std::ranges::all_of(text, [&](char c) { return isAlnum(c) || others.find(c) != others.npos; });
}

/// did:web:HOST[%3APORT][:PATH…]
std::optional<std::string> hostOfDidWeb(std::string_view rest)
{
    const QByteArray encoded = QByteArray::fromStdString(std::string(rest.substr(0, rest.find(':'))));
    std::string host = QByteArray::fromPercentEncoding(encoded).toStdString();
    host.resize(std::min(host.size(), host.find(':')));
    return host.empty() ? std::nullopt : std::optional(wire::lower(host));
}

std::optional<std::string> hostOfUrl(std::string_view text)
{
    const QUrl url(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), QUrl::StrictMode);
    const std::string host = url.host(QUrl::FullyEncoded).toStdString();
    return !url.isValid() || host.empty() ? std::nullopt : std::optional(wire::lower(host));
}

} // namespace

std::optional<AirUrn> AirUrn::parse(std::string_view text)
{
    constexpr std::string_view kScheme = "urn:air:";
    if (!text.starts_with(kScheme))
        return std::nullopt;
    const std::string_view rest = text.substr(kScheme.size());
    const auto first = rest.find(':');
    const auto last = rest.rfind(':');
    if (first == rest.npos)
        return std::nullopt;
    const std::string_view publisher = rest.substr(0, first);
    const std::string_view name = rest.substr(last + 1);
    if (!isOf(publisher, ".-") || !isOf(name, "._-"))
        return std::nullopt;
    AirUrn urn { std::string(publisher), {}, std::string(name) };
    if (first == last)
        return urn;
    const std::string_view space = rest.substr(first + 1, last - first - 1);
    // No segment is empty.
    if (!isOf(space, "._-:") || space.starts_with(':') || space.ends_with(':')
        || space.find("::") != space.npos)
        return std::nullopt;
    urn.space = space;
    return urn;
}

std::optional<std::string> hostOfIdentity(std::string_view identity)
{
    constexpr std::string_view kDidWeb = "did:web:";
    if (identity.starts_with(kDidWeb))
        return hostOfDidWeb(identity.substr(kDidWeb.size()));
    if (identity.starts_with("spiffe://") || identity.starts_with("https://"))
        return hostOfUrl(identity);
    return std::nullopt;
}

PublisherBinding bindingOf(const std::optional<AirUrn>& urn, std::string_view identity)
{
    if (identity.empty())
        return PublisherBinding::None;
    const auto host = hostOfIdentity(identity);
    if (!urn || !host)
        return PublisherBinding::Unverifiable;
    const std::string publisher = wire::lower(urn->publisher);
    if (*host == publisher)
        return PublisherBinding::Same;
    return host->ends_with('.' + publisher) ? PublisherBinding::Subdomain : PublisherBinding::Other;
}

std::string_view toString(PublisherBinding binding)
{
    switch (binding) {
    case PublisherBinding::None:
        return "no identity";
    case PublisherBinding::Same:
        return "bound";
    case PublisherBinding::Subdomain:
        return "bound to a subdomain";
    case PublisherBinding::Other:
        return "not bound";
    case PublisherBinding::Unverifiable:
        return "can't be verified";
    }
    Q_UNREACHABLE();
}

} // namespace discovery
