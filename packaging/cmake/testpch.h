// SPDX-License-Identifier: Apache-2.0
// What nearly every test reads.
#pragma once

#include "packaging/cmake/pch.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif
