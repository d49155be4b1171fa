// SPDX-License-Identifier: Apache-2.0
// The provider of sdkprovider.mjs on stdin and stdout.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { makeServer } from './sdkprovider.mjs';

serveStdio(makeServer, { legacy: 'reject' });
console.error('at your service');
