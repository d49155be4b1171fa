// SPDX-License-Identifier: Apache-2.0
// The reference server of MCP before 2026-07-28, by the transport named: streamableHttp, sse or stdio. Over HTTP it
// listens on a free port of loopback, and says where in a line of JSON.
import net from 'node:net';

const transport = process.argv[2];
if (transport !== 'stdio') {
  console.log = console.error;
  const listen = net.Server.prototype.listen;
  net.Server.prototype.listen = function (port, then) {
    return listen.call(this, { port: 0, host: '127.0.0.1' }, () => {
      const url = `http://127.0.0.1:${this.address().port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
      process.stdout.write(JSON.stringify({ event: 'listening', mcp: url }) + '\n');
      then?.();
    });
  };
  process.stdin.resume();
  process.stdin.on('end', () => process.exit(0));
}
await import('@modelcontextprotocol/server-everything/dist/index.js');
