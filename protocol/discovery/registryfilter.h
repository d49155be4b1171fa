// SPDX-License-Identifier: Apache-2.0
// What of a filter is left to do once a registry has applied the constraints it was asked for. Pure. Internal
// to discovery/.
#pragma once

#include "protocol/discovery/registrytypes.h"

namespace discovery {

/// The entry does not say something that the filter asks and the registry did not look at: whether it matches
/// is not known.
bool isSilent(const Entry& entry, const Filter& filter, const std::vector<Constraint>& applied);
/// Leaves the hits that match.
void applyFilter(SearchPage& page, const Filter& filter, const std::vector<Constraint>& applied);

} // namespace discovery
