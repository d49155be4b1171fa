// SPDX-License-Identifier: Apache-2.0
// An ACMP buyer on the official A2A SDK: the visit that every buyer makes, and then what only A2A has: a task watched
// by a second stream, looked up, canceled.
// usage: a2abuyer.mjs CARD-URL JSONRPC|HTTP+JSON
import { randomUUID } from 'node:crypto';
import { ClientFactory, ClientFactoryOptions } from '@a2a-js/sdk/client';
import { newTaskId, notified, PeerError, say, visit } from './visit.mjs';

const [cardUrl, binding] = process.argv.slice(2);
const extension = 'https://a2agora.org/acmp/v0.1';
const options = { serviceParameters: { 'A2A-Extensions': extension } };
const states = ['UNSPECIFIED', 'SUBMITTED', 'WORKING', 'COMPLETED', 'FAILED', 'CANCELED'];

const factory = new ClientFactory(
  ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { preferredTransports: [binding] }),
);
const client = await factory.createFromUrl(cardUrl, '');
const tasks = new Map(); // ACMP task_id → { id, contextId } of its A2A task

const messageOf = (method, params, more = {}) => ({
  messageId: randomUUID(),
  role: 1,
  parts: [{ content: { $case: 'data', value: { acmp_method: method, params } }, mediaType: 'application/acmp+json', filename: '' }],
  contextId: '',
  taskId: '',
  extensions: [extension],
  referenceTaskIds: [],
  ...more,
});
const requestOf = (message, configuration) => ({ tenant: '', message, configuration, metadata: undefined });

const payloads = (message) => (message?.parts ?? []).map((part) => part.content?.value);

/// What an event of a stream says: its ACMP messages, its state, and which task it is about.
function read({ payload: { $case: kind, value } }) {
  switch (kind) {
    case 'task':
      return { kind, ids: { id: value.id, contextId: value.contextId }, state: states[value.status.state], said: [] };
    case 'statusUpdate':
      return { kind, state: states[value.status.state], said: payloads(value.status.message) };
    case 'message':
      return { kind, said: payloads(value) };
    default:
      return { kind, said: [], artifact: value.artifact.artifactId };
  }
}

/// Reads a stream of a task to its end; the answer in it.
async function follow(stream, taskId) {
  let answer;
  for await (const event of stream) {
    const { ids, said } = read(event);
    if (ids)
      tasks.set(taskId, ids);
    for (const data of said) {
      if (data?.acmp_method)
        notified(data.acmp_method, data.params);
      else
        answer = data;
    }
  }
  return answer;
}

async function request(method, params) {
  const message = messageOf(method, params);
  let answer;
  if (method === 'acmp/invoke') {
    answer = await follow(client.sendMessageStream(requestOf(message), options), params.task_id);
  } else {
    const reply = await client.sendMessage(requestOf(message), options);
    answer = payloads(reply)[0];
  }
  if (answer?.acmp_error)
    throw new PeerError(answer.acmp_error);
  return answer.acmp_result;
}

await visit({
  async discover() {
    const card = await client.getAgentCard();
    const { params } = card.capabilities.extensions.find(({ uri }) => uri === extension);
    return { version: card.supportedInterfaces[0].protocolVersion, capability: params };
  },
  request,
  notify: (method, params) =>
    client.sendMessage(
      requestOf(messageOf(method, params, { taskId: tasks.get(params.task_id).id }), { returnImmediately: true, acceptedOutputModes: [] }),
      options,
    ),
});

// A blocking request: its task, and the same by its id.
const input = { type: 'text', data: 'It broke after a week.' };
const sold = { task_id: newTaskId(), capability: 'sentiment-analysis', input };
const done = await client.sendMessage(requestOf(messageOf('acmp/invoke', sold)), options);
say('blocking', { id: done.id, state: states[done.status.state], artifacts: done.artifacts.map(({ artifactId, parts }) => ({ artifactId, data: parts[0].content.value })) });
const known = await client.getTask({ tenant: '', id: done.id }, options);
say('known', { id: known.id, state: states[known.status.state], messages: known.history.length });
const listed = await client.listTasks({ tenant: '', contextId: done.contextId, status: 0, pageToken: '' }, options);
say('listed', { ids: listed.tasks.map(({ id }) => id), total: listed.totalSize });

// A second stream on a task that runs, and its end by CancelTask.
const long = { task_id: newTaskId(), capability: 'summarize', input, stream: true, timeout_ms: 60_000 };
let subscribed;
let canceled;
for await (const event of client.sendMessageStream(requestOf(messageOf('acmp/invoke', long)), options)) {
  const { kind, ids, state, said } = read(event);
  say('first', { kind, state, said });
  if (ids)
    tasks.set(long.task_id, ids);
  const { id } = tasks.get(long.task_id);
  subscribed ??= (async () => {
    for await (const other of client.resubscribeTask({ tenant: '', id }, options)) {
      const told = read(other);
      say('second', { kind: told.kind, state: told.state, said: told.said });
      if (told.said[0]?.acmp_method === 'acmp/heartbeat')
        canceled ??= client.cancelTask({ tenant: '', id, metadata: undefined }, options);
    }
  })();
}
await subscribed;
const end = await canceled;
say('canceled', { state: states[end.status.state] });
const again = await client.cancelTask({ tenant: '', id: end.id, metadata: undefined }, options);
say('canceled', { state: states[again.status.state] });

// What is refused comes as the SDK's own errors.
for (const [what, call] of Object.entries({
  unknown: () => client.getTask({ tenant: '', id: 'nobody' }, options),
  over: async () => { for await (const event of client.resubscribeTask({ tenant: '', id: done.id }, options)) say('odd', { event }); },
  late: () => client.cancelTask({ tenant: '', id: done.id, metadata: undefined }, options),
  literal: () => client.sendMessage(requestOf(messageOf('acmp/invoke', sold, { taskId: 'task_of_acmp' })), options),
})) {
  try {
    await call();
    say('refused', { what, name: '' });
  } catch (error) {
    say('refused', { what, name: error.reason ?? error.name, message: error.message });
  }
}
