// A local server that receives and keeps the logout notifications of the scenarios.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startReceiver() {
  /** Path → logout tokens of OpenID Connect and logout requests of CAS, in the order in which they came. */
  const told = new Map<string, string[]>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      const form = new URLSearchParams(body);
      const notification = form.get('logout_token') ?? form.get('logoutRequest') ?? '';
      told.set(path, [...(told.get(path) ?? []), notification]);
      response.end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    toldAt: (address: string) => told.get(new URL(address).pathname) ?? [],
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
