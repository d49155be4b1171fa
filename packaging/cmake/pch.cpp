// SPDX-License-Identifier: Apache-2.0
// A target has to have a source to have a precompiled header.
