// SPDX-License-Identifier: Apache-2.0
// An ACMP buyer on the official MCP TypeScript SDK. Goes through discovery, quote and accept, a streamed task (twice
// under one id), a cancelled one and two refused ones at the given provider, and prints what it saw, one JSON object
// a line.
// usage: buyer.mjs URL
import { randomUUID } from 'node:crypto';
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';

const acmp = {
  version: '0.1.0',
  role: 'buyer',
  accepts: ['acmp/streamChunk', 'acmp/heartbeat'],
  emits: ['acmp/invoke', 'acmp/cancel', 'acmp/offerRequest', 'acmp/accept'],
  features: {},
};
const anything = z.looseObject({});

const say = (event, members) => console.log(JSON.stringify({ event, ...members }));
const newTaskId = () => `task_${randomUUID()}`;

const client = new Client(
  { name: 'sdk-buyer', version: '1.0.0' },
  {
    capabilities: { extensions: { 'org.a2agora/acmp': acmp } },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  },
);

const onSignOfLife = new Map(); // task_id → called at each chunk and heartbeat of that task
for (const [method, event] of [['acmp/streamChunk', 'chunk'], ['acmp/heartbeat', 'heartbeat']]) {
  client.setNotificationHandler(method, { params: anything }, (params) => {
    say(event, params);
    onSignOfLife.get(params.task_id)?.(event);
  });
}

/// Sends a request and says its result as `event`, or the error that came instead; gives back the result.
async function ask(event, method, params) {
  try {
    const result = await client.request({ method, params }, anything);
    say(event, result);
    return result;
  } catch (error) {
    if (!(error instanceof ProtocolError))
      throw error;
    say('error', { method, task_id: params.task_id, code: error.code, message: error.message, data: error.data });
  }
}

async function discover() {
  await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
  const capability = client.getServerCapabilities()?.extensions?.['org.a2agora/acmp'];
  say('discovered', { version: client.getNegotiatedProtocolVersion(), capability });
}

async function quoteAndAccept() {
  const terms = { capability: 'sentiment-analysis', max_price_cu: 1, offer_valid_ms: 5000 };
  const offer = await ask('offer', 'acmp/offerRequest', terms);
  await ask('accepted', 'acmp/accept', { offer_id: offer.offer_id, escrow_id: 'esc_interop' });
  await ask('accepted', 'acmp/accept', { offer_id: offer.offer_id, escrow_id: 'esc_interop' });
  await ask('accepted', 'acmp/accept', { offer_id: 'offer_of_nobody' });
  return offer;
}

function invoke(task_id, members) {
  return ask('result', 'acmp/invoke', { task_id, input: { type: 'text', data: 'It broke after a week.' }, ...members });
}

/// Under the accepted terms; then the same again, which must not run a second time.
async function invokeStreamed({ capability, price_cu }) {
  const task_id = newTaskId();
  const terms = { capability, max_price_cu: price_cu, escrow_id: 'esc_interop', stream: true };
  await invoke(task_id, terms);
  await invoke(task_id, terms);
}

async function cancelWhenAlive() {
  const task_id = newTaskId();
  const answered = invoke(task_id, { capability: 'summarize', stream: true, timeout_ms: 60_000 });
  const alive = new Promise((resolve) => {
    onSignOfLife.set(task_id, (event) => event === 'heartbeat' && resolve());
  });
  if ((await Promise.race([alive.then(() => 'alive'), answered])) === 'alive')
    await client.notification({ method: 'acmp/cancel', params: { task_id, reason: 'seen enough' } });
  await answered;
}

await discover();
const offer = await quoteAndAccept();
await invokeStreamed(offer);
await cancelWhenAlive();
await invoke(newTaskId(), { capability: 'nothing-of-the-kind' });
await invoke(newTaskId(), { capability: 'sentiment-analysis', max_price_cu: 0.000001 });
await client.close();
