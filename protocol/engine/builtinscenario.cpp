// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/scenario.h"

namespace engine {

namespace {

constexpr std::string_view kText = R"json({
  "format": 1,
  "name": "workbench",
  "provider_id": "agent:workbench:local",
  "seed": 1,
  "features": {
    "output_streaming": true,
    "input_streaming": true,
    "heartbeat_interval_ms": 500
  },
  "capabilities": [
    {
      "name": "sentiment-analysis",
      "price_cu": 0.003,
      "tier": "B",
      "latency_sla_ms": 600,
      "first_chunk_ms": 20,
      "chunk_interval_ms": 20,
      "chunks": 2,
      "duration_ms": 40,
      "output": { "type": "json", "data": { "sentiment": "negative", "confidence": 0.92 } },
      "tokens_used": 487,
      "proofs": ["result-hash"]
    },
    {
      "name": "summarize",
      "price_cu": 0.012,
      "tier": "A",
      "latency_sla_ms": 5000,
      "first_chunk_ms": 120,
      "chunk_interval_ms": 120,
      "chunks": 24,
      "output": { "type": "text", "chunk_bytes": 48 },
      "proofs": ["result-hash"]
    },
    {
      "name": "echo",
      "price_cu": 0,
      "chunks": 8,
      "output": { "echo": true },
      "proofs": ["result-hash"]
    }
  ],
  "offers": { "valid_ms": 5000, "max_valid_ms": 60000 }
}
)json";

} // namespace

const Scenario& builtinScenario()
{
    static const Scenario scenario = Scenario::parse(kText).value_or(Scenario());
    return scenario;
}

std::string_view builtinScenarioText()
{
    return kText;
}

} // namespace engine
