// SPDX-License-Identifier: Apache-2.0
// The provider of trade.mjs on the official MCP TypeScript SDK. What carries it: provider.mjs, stdioprovider.mjs.
import { McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { accept, acmp, cancel, invoke, offerRequest, Refusal } from './trade.mjs';

/// Refuses in MCP's words.
async function refusing(answer) {
  try {
    return await answer();
  } catch (error) {
    throw error instanceof Refusal ? new ProtocolError(error.code, error.message, error.data) : error;
  }
}

const text = z.object({ type: z.string(), data: z.string() });
const invokeParams = z.looseObject({ task_id: z.string(), capability: z.string(), input: text });
const offerParams = z.looseObject({ capability: z.string() });
const acceptParams = z.looseObject({ offer_id: z.string() });
const cancelParams = z.looseObject({ task_id: z.string(), reason: z.string().optional() });

export function makeServer() {
  const mcp = new McpServer(
    { name: 'sdk-provider', version: '1.0.0' },
    { capabilities: { extensions: { 'org.a2agora/acmp': acmp } } },
  );
  mcp.server.setRequestHandler('acmp/invoke', { params: invokeParams }, (params, { mcpReq }) =>
    refusing(() => invoke(params, { notify: (method, params) => mcpReq.notify({ method, params }), signal: mcpReq.signal })),
  );
  mcp.server.setRequestHandler('acmp/offerRequest', { params: offerParams }, (params) => refusing(() => offerRequest(params)));
  mcp.server.setRequestHandler('acmp/accept', { params: acceptParams }, (params) => refusing(() => accept(params)));
  mcp.server.setNotificationHandler('acmp/cancel', { params: cancelParams }, cancel);
  return mcp;
}
