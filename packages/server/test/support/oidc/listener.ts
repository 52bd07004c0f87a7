// A server of a client that receives logout notifications.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../../../src/database/connect.ts';

/** `is silent`: accepts the notification and never responds. `is dead`: no server listens. */
export type Manner = 'listens' | 'refuses' | 'is silent' | 'is dead';

export async function createListener(first: Manner = 'listens') {
  const tokens: string[] = [];
  let manner = first;

  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      tokens.push(new URLSearchParams(body).get('logout_token') ?? '');
      if (manner !== 'is silent') response.writeHead(manner === 'listens' ? 200 : 500).end();
    });
  });
  const listen = (port: number) =>
    new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });

  await listen(0);
  const { port } = server.address() as AddressInfo;
  if (manner === 'is dead') await close();

  return {
    address: `http://127.0.0.1:${port}`,
    /** Received logout tokens, in order. */
    tokens,
    async become(next: Manner) {
      if (manner === 'is dead') await listen(port);
      manner = next;
    },
    close,
  };
}

/** Returns the number of logout notifications that the server has not recorded as delivered. */
export async function dueNotifications(db: Database): Promise<number> {
  const rows = await db
    .selectFrom('oidc_grants')
    .select('id')
    .where('logout_due_at', 'is not', null)
    .execute();
  return rows.length;
}
