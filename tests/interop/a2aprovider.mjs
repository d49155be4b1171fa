// SPDX-License-Identifier: Apache-2.0
// The provider of trade.mjs on the official A2A SDK, over JSON-RPC and HTTP+JSON. Says where its agent card is in one line
// of JSON on stdout and lives until its stdin ends.
import { randomUUID } from 'node:crypto';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';
import { accept, acmp, cancel, invoke, offerRequest, Refusal } from './trade.mjs';

const EXTENSION = 'https://a2agora.org/acmp/v0.1';
const ROLE_AGENT = 2;
const STATE = { SUBMITTED: 1, WORKING: 2, COMPLETED: 3, CANCELED: 5 };

const part = (value) => ({ content: { $case: 'data', value }, mediaType: 'application/acmp+json', filename: '' });
const message = (value, ids) => ({
  messageId: randomUUID(),
  role: ROLE_AGENT,
  parts: [part(value)],
  extensions: [EXTENSION],
  referenceTaskIds: [],
  taskId: '',
  ...ids,
});

const statusUpdate = ({ taskId, contextId }, state, value) => {
  const ids = { taskId, contextId };
  const status = { state, timestamp: new Date().toISOString(), message: value && message(value, ids) };
  return AgentEvent.statusUpdate({ ...ids, status });
};

async function answerOf(call) {
  try {
    return { acmp_result: await call() };
  } catch (error) {
    if (!(error instanceof Refusal))
      throw error;
    return { acmp_error: { code: error.code, message: error.message, data: error.data } };
  }
}

/// One run of a task, as its A2A task tells it.
class Telling {
  constructor({ taskId, contextId, userMessage }, bus) {
    this.ids = { taskId, contextId };
    this.bus = bus;
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status: { state: STATE.SUBMITTED, timestamp: new Date().toISOString() },
        artifacts: [],
        history: [userMessage],
      }),
    );
  }

  status(state, value) {
    this.bus.publish(statusUpdate(this.ids, state, value));
  }

  /// In an artifact, which stays, and in the last status (A2A §3.7).
  end(value, state) {
    const artifact = { artifactId: 'acmp-result', name: '', description: '', parts: [part(value)], extensions: [EXTENSION] };
    this.bus.publish(AgentEvent.artifactUpdate({ ...this.ids, artifact, append: false, lastChunk: true }));
    this.status(state, value);
  }
}

const runs = new Map(); // A2A task id → { task_id, done }
const canceled = new Set(); // A2A task ids

async function run(params, context, bus) {
  const telling = new Telling(context, bus);
  const notify = (acmp_method, params) => telling.status(STATE.WORKING, { acmp_method, params });
  const answer = await answerOf(() => invoke(params, { notify }));
  telling.end(answer, canceled.has(context.taskId) ? STATE.CANCELED : STATE.COMPLETED);
}

const executor = {
  async execute(context, bus) {
    const { acmp_method: method, params } = context.userMessage.parts[0].content.value;
    if (method === 'acmp/invoke') {
      const done = run(params, context, bus);
      runs.set(context.taskId, { task_id: params.task_id, done });
      await done;
    } else if (method === 'acmp/cancel') {
      cancel(params);
      // A message to a running task is answered by the task. Its bus is closed by whoever ends first.
      if (context.task) {
        bus.publish(statusUpdate(context, STATE.WORKING));
        return runs.get(context.taskId).done;
      }
      bus.publish(AgentEvent.message(message({ acmp_result: {} }, { contextId: context.contextId })));
    } else {
      const call = method === 'acmp/accept' ? accept : offerRequest;
      bus.publish(AgentEvent.message(message(await answerOf(() => call(params)), { contextId: context.contextId })));
    }
    bus.finished();
  },
  async cancelTask(taskId) {
    canceled.add(taskId);
    cancel({ task_id: runs.get(taskId)?.task_id, reason: 'CancelTask' });
  },
};

const app = express();
const server = app.listen(0, '127.0.0.1', () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const at = (path, protocolBinding) => ({ url: base + path, protocolBinding, protocolVersion: '1.0', tenant: '' });
  const card = {
    name: 'a2a-provider',
    description: 'ACMP on the A2A SDK',
    version: '1.0.0',
    supportedInterfaces: [at('/rpc', 'JSONRPC'), at('/rest', 'HTTP+JSON')],
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extendedAgentCard: false,
      extensions: [{ uri: EXTENSION, description: 'ACMP Layer 1', required: false, params: acmp }],
    },
    defaultInputModes: ['application/acmp+json'],
    defaultOutputModes: ['application/acmp+json'],
    skills: [{ id: 'acmp', name: 'ACMP', description: 'Sells compute', tags: ['acmp'], examples: [], inputModes: [], outputModes: [] }],
    securitySchemes: {},
    securityRequirements: [],
    signatures: [],
  };
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const userBuilder = UserBuilder.noAuthentication;
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }));
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder }));
  app.use('/rest', restHandler({ requestHandler, userBuilder }));
  console.log(JSON.stringify({ event: 'listening', a2a: base }));
});
process.stdin.on('end', () => process.exit(0)).resume();
