// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/capabilityreader.h"

#include <array>

namespace engine {

namespace {

using json::View;
template <class T>
using Field = ScenarioReader::Field<T>;
using Reader = ScenarioReader;

constexpr std::int64_t kMostChunks = 1'000'000'000;
constexpr std::int64_t kMostChunkBytes = 65'536;
constexpr milliseconds kLongestRun = std::chrono::hours(24) * 365;
/// The only proof that this engine can make (Layer 3).
constexpr std::string_view kResultHash = "result-hash";

void readPieces(Reader& reader, const View& value, OutputScript& out)
{
    if (!value.isArray() || value.size() == 0) {
        reader.fail(value, "an array with at least one value");
        return;
    }
    out.kind = OutputScript::Kind::Pieces;
    for (const View& element : value.elements()) {
        out.pieces.push_back(element.raw());
    }
}

void readEcho(Reader& reader, const View& value, OutputScript& out)
{
    bool echo = false;
    reader.read(value, echo);
    if (echo) {
        out.kind = OutputScript::Kind::Echo;
    }
}

constexpr std::array kOutputFields {
    Field<OutputScript> { "type", [](Reader& r, const View& v, OutputScript& o) { r.read(v, o.type); } },
    Field<OutputScript> { "data",
        [](Reader&, const View& v, OutputScript& o) {
            o.kind = OutputScript::Kind::Fixed;
            o.data = v.raw();
        } },
    Field<OutputScript> { "pieces", readPieces },
    Field<OutputScript> { "echo", readEcho },
    Field<OutputScript> { "chunk_bytes",
        [](Reader& r, const View& v, OutputScript& o) { r.read(v, o.chunkBytes, 1, kMostChunkBytes); } },
};

void readOutput(Reader& reader, const View& value, CapabilityScript& out)
{
    reader.readObject<OutputScript>(value, out.output, kOutputFields);
    if (!value["type"] && value["data"] && !value["data"].isString()) {
        out.output.type = "json";
    }
    const auto echo = value["echo"].boolean();
    const int sources = (value["data"] ? 1 : 0) + (value["pieces"] ? 1 : 0) + (echo.value_or(false) ? 1 : 0)
        + (value["chunk_bytes"] ? 1 : 0);
    if (sources > 1) {
        reader.fail(value, "at most one of data, pieces, echo, chunk_bytes", std::to_string(sources));
    }
}

constexpr std::array kFailFields {
    Field<FailScript> { "code",
        [](Reader& r, const View& v, FailScript& f) { r.read(v, f.code, -2'147'483'648, 2'147'483'647); },
        true },
    Field<FailScript> {
        "message", [](Reader& r, const View& v, FailScript& f) { r.read(v, f.message); }, true },
    Field<FailScript> { "detail", [](Reader& r, const View& v, FailScript& f) { r.read(v, f.detail); } },
    Field<FailScript> { "after_chunks",
        [](Reader& r, const View& v, FailScript& f) { r.read(v, f.afterChunks, 0, kMostChunks); } },
};

void readProofs(Reader& reader, const View& value, CapabilityScript& out)
{
    reader.read(value, out.proofs);
    for (const View& element : value.elements()) {
        if (element.isString() && !element.equals(kResultHash)) {
            reader.fail(element, "\"result-hash\", the one proof that can be made here");
        }
    }
}

constexpr std::array kCapabilityFields {
    Field<CapabilityScript> {
        "name", [](Reader& r, const View& v, CapabilityScript& c) { r.read(v, c.name); }, true },
    Field<CapabilityScript> {
        "price_cu", [](Reader& r, const View& v, CapabilityScript& c) { r.readAmount(v, c.priceCu); }, true },
    Field<CapabilityScript> {
        "tier", [](Reader& r, const View& v, CapabilityScript& c) { r.read(v, c.tier); } },
    Field<CapabilityScript> { "latency_sla_ms",
        [](Reader& r, const View& v, CapabilityScript& c) { r.read(v, c.latencySlaMs, 0, Reader::kMost); } },
    Field<CapabilityScript> {
        "first_chunk_ms", [](Reader& r, const View& v, CapabilityScript& c) { r.read(v, c.firstChunk); } },
    Field<CapabilityScript> { "chunk_interval_ms",
        [](Reader& r, const View& v, CapabilityScript& c) { r.read(v, c.chunkInterval); } },
    Field<CapabilityScript> { "chunks",
        [](Reader& r, const View& v, CapabilityScript& c) { r.read(v, c.chunks, 1, kMostChunks); } },
    Field<CapabilityScript> {
        "duration_ms", [](Reader& r, const View& v, CapabilityScript& c) { r.read(v, c.duration); } },
    Field<CapabilityScript> { "output", readOutput },
    Field<CapabilityScript> { "tokens_used",
        [](Reader& r, const View& v, CapabilityScript& c) { r.read(v, c.tokens, 0, Reader::kMost); } },
    Field<CapabilityScript> { "proofs", readProofs },
    Field<CapabilityScript> { "fail",
        [](Reader& r, const View& v, CapabilityScript& c) {
            r.readObject<FailScript>(v, c.fail.emplace(), kFailFields);
        } },
};

void checkRun(Reader& reader, const View& value, const CapabilityScript& capability)
{
    // The product may not fit into 64 bits; a quotient does.
    if (capability.chunks > 1 && capability.chunkInterval > kLongestRun / (capability.chunks - 1)) {
        reader.fail(value, "chunks × chunk_interval_ms of at most a year",
            std::to_string(capability.chunks) + " × " + std::to_string(capability.chunkInterval.count())
                + " ms");
    }
}

} // namespace

void readCapability(ScenarioReader& reader, const json::View& value, CapabilityScript& out)
{
    reader.readObject<CapabilityScript>(value, out, kCapabilityFields);
    if (out.output.kind == OutputScript::Kind::Pieces) {
        out.chunks = static_cast<std::int64_t>(out.output.pieces.size());
    }
    checkRun(reader, value, out);
}

void addCapabilityMembers(std::vector<std::string>& names)
{
    addMembers(names, "capabilities[].", kCapabilityFields);
    addMembers(names, "capabilities[].output.", kOutputFields);
    addMembers(names, "capabilities[].fail.", kFailFields);
}

bool CapabilityScript::canProve(std::string_view method) const
{
    return std::ranges::find(proofs, method) != proofs.end();
}

std::string CapabilityScript::minimumPriceText() const
{
    return "Minimum price for " + name + (tier ? " at tier " + *tier : std::string()) + " is "
        + priceCu.text() + " CU.";
}

} // namespace engine
