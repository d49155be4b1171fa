// SPDX-License-Identifier: Apache-2.0
// A provider on the official SDK whose one task ends at once and whose price is fixed; prints its port. For tests/bench/bench_invokes.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { z } from 'zod';

const capability = { version: '0.1.0', role: 'provider', accepts: ['acmp/invoke', 'acmp/offerRequest'], emits: [], features: {} };
const handler = toNodeHandler(
  createMcpHandler(
    () => {
      const provider = new McpServer(
        { name: 'instant', version: '1.0.0' },
        { capabilities: { extensions: { 'org.a2agora/acmp': capability } } },
      );
      provider.server.setRequestHandler('acmp/invoke', { params: z.looseObject({}) }, async (params) => ({
        task_id: params.task_id,
        output: { type: 'text', data: 'x' },
        tokens_used: 1,
        cost_cu: 0.001,
      }));
      provider.server.setRequestHandler('acmp/offerRequest', { params: z.looseObject({}) }, async (params) => ({
        offer_id: randomUUID(),
        capability: params.capability,
        price_cu: 0.001,
        valid_until_ms: Date.now() + 5000,
      }));
      return provider;
    },
    { legacy: 'reject' },
  ),
);
const server = createServer(handler);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
