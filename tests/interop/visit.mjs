// SPDX-License-Identifier: Apache-2.0
// What every buyer here does at a provider: discovery, quote and accept, a streamed task (twice under one id), a
// cancelled one and two refused ones. Prints what it saw, one JSON object a line.
import { randomUUID } from 'node:crypto';

export const acmp = {
  version: '0.1.0',
  role: 'buyer',
  accepts: ['acmp/streamChunk', 'acmp/heartbeat'],
  emits: ['acmp/invoke', 'acmp/cancel', 'acmp/offerRequest', 'acmp/accept'],
  features: {},
};

/// An error that the provider answered with.
export class PeerError extends Error {
  constructor({ code, message, data }) {
    super(message);
    Object.assign(this, { code, data });
  }
}

export const say = (event, members) => console.log(JSON.stringify({ event, ...members }));
export const newTaskId = () => `task_${randomUUID()}`;

const events = { 'acmp/streamChunk': 'chunk', 'acmp/heartbeat': 'heartbeat' };
const onSignOfLife = new Map(); // task_id → called at each chunk and heartbeat of that task

/// To be called at each notification of the provider's.
export function notified(method, params) {
  say(events[method], params);
  onSignOfLife.get(params.task_id)?.(events[method]);
}

/// `connection`: discover() → { version, capability }, request(method, params) → its result or PeerError,
/// notify(method, params).
export async function visit(connection) {
  const { request, notify } = connection;

  /// Sends a request and says its result as `event`, or the error that came instead; gives back the result.
  async function ask(event, method, params) {
    try {
      const result = await request(method, params);
      say(event, result);
      return result;
    } catch (error) {
      if (!(error instanceof PeerError))
        throw error;
      say('error', { method, task_id: params.task_id, code: error.code, message: error.message, data: error.data });
    }
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
    const input = { type: 'text', data: 'It broke after a week.' };
    return ask('result', 'acmp/invoke', { task_id, input, ...members });
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
      await notify('acmp/cancel', { task_id, reason: 'seen enough' });
    await answered;
  }

  say('discovered', await connection.discover());
  const offer = await quoteAndAccept();
  await invokeStreamed(offer);
  await cancelWhenAlive();
  await invoke(newTaskId(), { capability: 'nothing-of-the-kind' });
  await invoke(newTaskId(), { capability: 'sentiment-analysis', max_price_cu: 0.000001 });
}
