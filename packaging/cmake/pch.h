// SPDX-License-Identifier: Apache-2.0
// What nearly every source of the tree reads.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
