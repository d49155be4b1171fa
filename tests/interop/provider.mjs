// SPDX-License-Identifier: Apache-2.0
// The provider of sdkprovider.mjs over HTTP. Says where it listens in one line of JSON on stdout and lives until its
// stdin ends.
import { createServer } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { makeServer } from './sdkprovider.mjs';

const handle = toNodeHandler(createMcpHandler(makeServer, { legacy: 'reject' }));
const isOurHost = localhostHostValidation();
const isOurOrigin = localhostOriginValidation();
const server = createServer((request, response) => {
  if (isOurHost(request, response) && isOurOrigin(request, response))
    handle(request, response);
});
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/mcp`;
  console.log(JSON.stringify({ event: 'listening', mcp: url }));
});
process.stdin.on('end', () => process.exit(0)).resume();
