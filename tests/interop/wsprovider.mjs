// SPDX-License-Identifier: Apache-2.0
// An ACMP provider on npm's ws that knows no MCP: no server/discover, no _meta, no resultType. Wants to know the party
// that calls: ?party_id=. Says where it listens in one line of JSON on stdout and lives until its stdin ends.
import { WebSocketServer } from 'ws';

const capabilities = { story, diary, echo, hangUp, binary };
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Refusal extends Error {
  constructor(code, message, data) {
    super(message);
    Object.assign(this, { code, data });
  }
}

/// Each piece a message in frames of one byte, with a ping within.
async function story(task) {
  const pieces = ['Es war einmal ', 'ein Käuzchen 🦉, ', 'das fraß keine Mäuse.'];
  for (const [seq, data] of pieces.entries()) {
    const bytes = Buffer.from(JSON.stringify(task.chunk(seq, data, seq === pieces.length - 1)));
    for (let i = 0; i < bytes.length; ++i) {
      task.socket.send(bytes.subarray(i, i + 1), { binary: false, fin: i === bytes.length - 1 });
      if (i === 20)
        task.socket.ping('are you there?');
    }
  }
  return { output_streamed: true, tokens_used: pieces.length };
}

/// Goes on until it is cancelled.
async function diary(task) {
  for (let seq = 0; !task.isCancelled; ++seq) {
    task.send(seq % 5 === 0 ? task.heartbeat(seq) : task.chunk(seq - Math.ceil(seq / 5), `day ${seq} `, false));
    await delay(10);
  }
  throw new Refusal(-33004, 'Cancelled', { task_id: task.params.task_id });
}

/// What comes in goes out.
async function echo(task) {
  for (let seq = 0; ; ++seq) {
    const { chunk, final } = await task.nextInput();
    task.send(task.chunk(seq, chunk.data, final ?? false));
    if (final)
      return { output_streamed: true, tokens_used: seq + 1 };
  }
}

async function hangUp(task) {
  task.send(task.chunk(0, 'that was ', false));
  task.socket.close(1011, 'out of paper');
  await new Promise(() => {});
}

async function binary(task) {
  task.socket.send(Buffer.from([0, 159, 146, 150]), { binary: true });
  await new Promise(() => {});
}

class Task {
  constructor(socket, params) {
    Object.assign(this, { socket, params, isCancelled: false, inputs: [], wanted: [] });
  }
  notification(method, members) {
    return { jsonrpc: '2.0', method, params: { task_id: this.params.task_id, ...members } };
  }
  chunk(seq, data, final) {
    return this.notification('acmp/streamChunk', { seq, chunk: { type: 'text', data }, final });
  }
  heartbeat(day) {
    return this.notification('acmp/heartbeat', { progress: day / (day + 10), detail: `day ${day}` });
  }
  send(message) {
    this.socket.send(JSON.stringify(message));
  }
  takeInput(chunk) {
    this.inputs.push(chunk);
    this.wanted.shift()?.();
  }
  async nextInput() {
    if (this.inputs.length === 0)
      await new Promise((resolve) => this.wanted.push(resolve));
    return this.inputs.shift();
  }
}

function serve(socket, party) {
  const tasks = new Map();
  async function invoke(params) {
    const run = capabilities[params.capability];
    if (!run)
      throw new Refusal(-33002, 'Capability not found', { task_id: params.task_id, detail: params.capability });
    const task = new Task(socket, params);
    tasks.set(params.task_id, task);
    const result = await run(task);
    return { task_id: params.task_id, ...result, cost_cu: 0.001, provider_id: 'agent:ws-provider:local', party };
  }
  async function answer({ id, method, params }) {
    if (method !== 'acmp/invoke')
      throw new Refusal(-32601, `no method ${method}`);
    return { jsonrpc: '2.0', id, result: await invoke(params) };
  }
  socket.on('message', async (data) => {
    const message = JSON.parse(data.toString());
    if (message.method === 'acmp/cancel')
      tasks.get(message.params.task_id).isCancelled = true;
    else if (message.method === 'acmp/inputChunk')
      tasks.get(message.params.task_id).takeInput(message.params);
    else if (message.id !== undefined)
      socket.send(JSON.stringify(await answer(message).catch(({ code, message: text, data }) => (
        { jsonrpc: '2.0', id: message.id, error: { code, message: text, ...(data && { data }) } }))));
  });
  socket.on('close', () => tasks.forEach((task) => (task.isCancelled = true)));
}

const partyOf = (request) => new URL(request.url, 'ws://localhost').searchParams.get('party_id');
const server = new WebSocketServer({
  host: '127.0.0.1',
  port: 0,
  perMessageDeflate: true, // only where the client offers it
  verifyClient: ({ req }, done) => (partyOf(req) ? done(true) : done(false, 400, 'party_id is missing')),
});
server.on('connection', (socket, request) => serve(socket, partyOf(request)));
server.on('listening', () => {
  console.log(JSON.stringify({ event: 'listening', ws: `ws://127.0.0.1:${server.address().port}/acmp` }));
});
process.stdin.on('end', () => process.exit(0)).resume();
