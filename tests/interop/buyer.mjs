// SPDX-License-Identifier: Apache-2.0
// An ACMP buyer on the official MCP TypeScript SDK: one visit at a provider over HTTP, or at one that it starts and
// talks with over stdio.
// usage: buyer.mjs URL | PROGRAM ARGUMENTS…
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { acmp, notified, PeerError, visit } from './visit.mjs';

const anything = z.looseObject({});
const client = new Client(
  { name: 'sdk-buyer', version: '1.0.0' },
  {
    capabilities: { extensions: { 'org.a2agora/acmp': acmp } },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  },
);
for (const method of ['acmp/streamChunk', 'acmp/heartbeat'])
  client.setNotificationHandler(method, { params: anything }, (params) => notified(method, params));

const [target, ...args] = process.argv.slice(2);
const transport = /^https?:/.test(target)
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args });

await visit({
  async discover() {
    await client.connect(transport);
    const capability = client.getServerCapabilities()?.extensions?.['org.a2agora/acmp'];
    return { version: client.getNegotiatedProtocolVersion(), capability };
  },
  async request(method, params) {
    try {
      return await client.request({ method, params }, anything);
    } catch (error) {
      throw error instanceof ProtocolError ? new PeerError(error) : error;
    }
  },
  notify: (method, params) => client.notification({ method, params }),
});
await client.close();
