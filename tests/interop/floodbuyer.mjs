// SPDX-License-Identifier: Apache-2.0
// The official SDK's client on one flooding stream; prints chunks a second. For tests/bench/bench_stream.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';

const loose = z.looseObject({});
const client = new Client(
  { name: 'flood-buyer', version: '1.0.0' },
  { versionNegotiation: { mode: { pin: '2026-07-28' } } },
);
let chunks = 0;
client.setNotificationHandler('acmp/streamChunk', { params: loose }, () => {
  chunks += 1;
});
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
const started = performance.now();
await client.request(
  {
    method: 'acmp/invoke',
    params: { task_id: 'task_flood', capability: 'flood', input: { type: 'text', data: '' }, stream: true },
  },
  loose,
  { timeout: 600_000 },
);
console.log(chunks / ((performance.now() - started) / 1000));
await client.close();
