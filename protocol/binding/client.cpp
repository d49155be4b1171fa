// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/client.h"

namespace binding {

QFuture<Inventory> Client::inventory(const Discovered&)
{
    return QtFuture::makeReadyFuture(Inventory());
}

} // namespace binding
