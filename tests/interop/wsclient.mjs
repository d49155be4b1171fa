// SPDX-License-Identifier: Apache-2.0
// JSON-RPC over a WebSocket of npm's ws, as one writes it who knows ACMP and no MCP: no _meta.
import { WebSocket } from 'ws';
import { PeerError } from './visit.mjs';

/// `onNotification(method, params)`. `sendText` may send a request's text its own way.
export async function connect(url, { onNotification, headers } = {}) {
  const socket = new WebSocket(url, { headers });
  const pending = new Map(); // id → { resolve, reject }
  let lastId = 0;

  socket.on('message', (data, isBinary) => {
    if (isBinary)
      throw new Error('a binary message');
    const message = JSON.parse(data.toString());
    if (message.id === undefined)
      return onNotification(message.method, message.params);
    const { resolve, reject } = pending.get(message.id);
    pending.delete(message.id);
    if (message.error)
      reject(new PeerError(message.error));
    else
      resolve(message.result);
  });
  const closed = new Promise((resolve) => {
    socket.on('close', (code, reason) => {
      for (const { reject } of pending.values())
        reject(new Error(`closed with ${code} ${reason}`));
      resolve({ code, reason: reason.toString() });
    });
  });
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });

  function request(method, params, sendText = (text) => socket.send(text)) {
    const id = `ws-${++lastId}`;
    sendText(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  }
  function notify(method, params) {
    socket.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }
  return { socket, closed, request, notify };
}
