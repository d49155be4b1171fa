// SPDX-License-Identifier: Apache-2.0
// What the providers of the interop tests deal in, whatever carries it: two capabilities, offers, streaming, heartbeats,
// cancellation. What a caller gives: notify(method, params), and a signal that aborts when the buyer has hung up.
import { createHash, randomUUID } from 'node:crypto';

const HEARTBEAT_INTERVAL_MS = 1000;
const OFFER_VALID_MS = 5000;

export class Refusal extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const acmp = {
  version: '0.1.0',
  role: 'provider',
  accepts: ['acmp/invoke', 'acmp/cancel', 'acmp/offerRequest', 'acmp/accept'],
  emits: ['acmp/streamChunk', 'acmp/heartbeat'],
  features: { output_streaming: true, input_streaming: false, heartbeat_interval_ms: HEARTBEAT_INTERVAL_MS },
};

const capabilities = {
  'sentiment-analysis': { priceCu: 0.003, run: sentimentAnalysis },
  summarize: { priceCu: 0.02, run: summarize },
};

const offers = new Map(); // offer_id → { terms, accepted }
const tasks = new Map(); // task_id → { controller, done }

async function sentimentAnalysis(task) {
  const words = task.params.input.data.split(/(?<= )/);
  if (!task.params.stream)
    return { output: { type: 'text', data: words.join('') }, tokens_used: words.length };
  await task.heartbeat(0, 'reading');
  for (const [seq, word] of words.entries())
    await task.chunk(seq, word, seq === words.length - 1);
  return { output_streamed: true, tokens_used: words.length };
}

/// Never gets done: it is there to be cancelled.
async function summarize(task) {
  for (let beat = 1; !task.cancelled.aborted; ++beat) {
    await task.heartbeat(beat / (beat + 10), `page ${beat}`);
    await delay(HEARTBEAT_INTERVAL_MS, task.cancelled);
  }
  throw new Refusal(-33004, 'Cancelled', { task_id: task.params.task_id, detail: task.cancelled.reason });
}

function delay(ms, cancelled) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    cancelled.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/// The capability asked for, or the refusal that quoting and invoking share.
function find(params) {
  const task = params.task_id === undefined ? {} : { task_id: params.task_id };
  const capability = capabilities[params.capability];
  if (!capability)
    throw new Refusal(-33002, 'Capability not found', { ...task, detail: params.capability });
  if (params.max_price_cu < capability.priceCu)
    throw new Refusal(-33001, 'Budget exceeded', { ...task, min_price_cu: capability.priceCu });
  if (params.proof_method !== undefined && params.proof_method !== 'result-hash')
    throw new Refusal(-33006, 'Proof unsupported', { ...task, detail: params.proof_method });
  return capability;
}

/// Layer 3's result-hash. JSON.stringify of strings, with the names sorted, is their canonical form (RFC 8785).
function resultHash(text) {
  const canonical = JSON.stringify({ data: text, type: 'text' });
  return { method: 'result-hash', hash: `sha256:${createHash('sha256').update(canonical).digest('hex')}` };
}

/// The same task_id again gets what the first one gets, and runs nothing (Layer 1 §3.1.1).
export function invoke(params, caller) {
  let task = tasks.get(params.task_id);
  if (!task) {
    const capability = find(params);
    const controller = new AbortController();
    task = { controller, done: execute(capability, params, controller, caller) };
    tasks.set(params.task_id, task);
  }
  return task.done;
}

async function execute(capability, params, controller, caller) {
  const task_id = params.task_id;
  let output = '';
  const task = {
    params,
    cancelled: controller.signal,
    chunk: (seq, data, final) => {
      output += data;
      return caller.notify('acmp/streamChunk', { task_id, seq, chunk: { type: 'text', data }, final });
    },
    heartbeat: (progress, detail) =>
      caller.notify('acmp/heartbeat', { task_id, progress, detail }),
  };
  // A buyer that hangs up ends the task too.
  caller.signal?.addEventListener('abort', () => controller.abort('the buyer hung up'));
  const result = await capability.run(task);
  const proof = params.proof_method && { proof: resultHash(result.output?.data ?? output) };
  return { task_id, ...result, cost_cu: capability.priceCu, ...proof, provider_id: 'agent:sdk-provider:local' };
}

export function offerRequest(params) {
  const capability = find(params);
  const terms = {
    offer_id: `offer_${randomUUID()}`,
    capability: params.capability,
    price_cu: capability.priceCu,
    valid_until_ms: Date.now() + OFFER_VALID_MS,
    latency_sla_ms: 2000,
    ...(params.proof_method && { proof_method: params.proof_method }),
    challenge_window_ms: params.challenge_window_ms ?? 86_400_000,
  };
  offers.set(terms.offer_id, { terms, accepted: false });
  return terms;
}

export function accept({ offer_id, escrow_id }) {
  const offer = offers.get(offer_id);
  if (!offer)
    throw new Refusal(-34001, 'Offer not found', { offer_id });
  if (offer.accepted)
    throw new Refusal(-34003, 'Already accepted', { offer_id });
  if (Date.now() > offer.terms.valid_until_ms)
    throw new Refusal(-34002, 'Offer expired', { offer_id });
  offer.accepted = true;
  return { offer_id, ...(escrow_id && { escrow_id }), price_cu: offer.terms.price_cu };
}

export function cancel({ task_id, reason }) {
  tasks.get(task_id)?.controller.abort(reason ?? 'cancelled by the buyer');
}
