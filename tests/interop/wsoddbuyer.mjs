// SPDX-License-Identifier: Apache-2.0
// What a WebSocket of npm's ws can do besides whole text messages, at the shop of tests/acmpctl: pieces, pings,
// compression, input chunks, parties, binary messages. Prints what it saw, one JSON object a line.
// usage: wsoddbuyer.mjs URL
import { once } from 'node:events';
import { newTaskId, say } from './visit.mjs';
import { connect } from './wsclient.mjs';

const url = process.argv[2];
const chunks = [];
const onNotification = (method, params) => method === 'acmp/streamChunk' && chunks.push(params);
const text = (data) => ({ type: 'text', data });
const sales = await connect(`${url}?party_id=party-a`, { onNotification });
say('connected', { extensions: sales.socket.extensions, protocol: sales.socket.protocol });

/// One frame a byte, which cuts each character of more than one.
function sendInPieces(whole) {
  const bytes = Buffer.from(whole);
  for (let i = 0; i < bytes.length; ++i)
    sales.socket.send(bytes.subarray(i, i + 1), { binary: false, fin: i === bytes.length - 1 });
}
const echo = { task_id: newTaskId(), capability: 'echo', input: text('Grüße, 世界 🙂') };
say('pieces', await sales.request('acmp/invoke', echo, sendInPieces));

sales.socket.ping('still there?');
say('pong', { payload: (await once(sales.socket, 'pong'))[0].toString() });

const task_id = newTaskId();
const answered = sales.request('acmp/invoke', { task_id, capability: 'echo', input_stream: true, stream: true });
const words = ['one ', 'two ', 'three'];
for (const [seq, word] of words.entries())
  sales.notify('acmp/inputChunk', { task_id, seq, chunk: text(word), final: seq === words.length - 1 });
const result = await answered;
say('input', { result, output: chunks.filter((chunk) => chunk.task_id === task_id) });

// Another party's task of the same id is another task.
const other = await connect(`${url}?party_id=party-b`, { onNotification });
const quick = { task_id: echo.task_id, capability: 'quick', input: text('hello') };
say('same party', await sales.request('acmp/invoke', quick).catch((error) => ({ code: error.code })));
say('other party', await other.request('acmp/invoke', quick));

other.socket.send('no JSON');
other.socket.send(Buffer.from([1, 2, 3]));
say('binary', await other.closed);
say('alive', await sales.request('acmp/invoke', { ...quick, task_id: newTaskId() }));
sales.socket.close(1000, 'done');
say('closed', await sales.closed);
