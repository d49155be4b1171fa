// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/client.h"

#include <QPromise>

namespace binding {

QFuture<Inventory> Client::inventory(const Discovered&)
{
    QPromise<Inventory> promise;
    promise.start();
    promise.addResult(Inventory());
    promise.finish();
    return promise.future();
}

} // namespace binding
