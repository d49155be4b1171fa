// SPDX-License-Identifier: Apache-2.0
// An ACMP buyer on npm's ws: one visit at a provider.
// usage: wsbuyer.mjs URL
import { notified, visit } from './visit.mjs';
import { connect } from './wsclient.mjs';

const { socket, closed, request, notify } = await connect(process.argv[2], { onNotification: notified });
await visit({
  async discover() {
    const result = await request('server/discover', {});
    return {
      version: result.supportedVersions[0],
      capability: result.capabilities.extensions['org.a2agora/acmp'],
    };
  },
  request,
  notify,
});
socket.close(1000);
await closed;
