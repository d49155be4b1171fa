// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/exitcode.h"

namespace acmpctl {

Exit exitFor(const wire::Error& error)
{
    switch (error.kind) {
    case wire::ErrorKind::Usage:
    case wire::ErrorKind::NotAdvertised:
    case wire::ErrorKind::Io:
        return kUsage;
    case wire::ErrorKind::Unreachable:
    case wire::ErrorKind::Tls:
        return kUnreachable;
    case wire::ErrorKind::Refused:
        return kRefused;
    case wire::ErrorKind::Http:
    case wire::ErrorKind::Protocol:
    case wire::ErrorKind::TooLarge:
        return kBroken;
    case wire::ErrorKind::Deadline:
        return kDeadline;
    case wire::ErrorKind::Cancelled:
        return kInterrupted;
    }
    Q_UNREACHABLE();
}

Exit exitFor(session::End end, const std::optional<wire::Error>& error)
{
    switch (end) {
    case session::End::Result:
    case session::End::Cancelled:
        return kFine;
    case session::End::Error:
    case session::End::Refused:
    case session::End::CancelUnconfirmed:
    case session::End::AsksForMore:
        return kRefused;
    case session::End::DeadlinePassed:
    case session::End::LivenessLost:
        return kDeadline;
    case session::End::ConnectionLost:
        return kUnreachable;
    case session::End::ProtocolBroken:
        return error ? exitFor(*error) : kBroken;
    case session::End::None:
        return kBroken;
    }
    Q_UNREACHABLE();
}

} // namespace acmpctl
