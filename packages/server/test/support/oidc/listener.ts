// A server of a client that receives logout notifications.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../../../src/database/connect.ts';

/** `is silent`: accepts the notification and never responds. `is dead`: no server listens. */
export type Manner = 'listens' | 'refuses' | 'redirects' | 'is silent' | 'is dead';

const statuses: Partial<Record<Manner, number>> = { listens: 200, redirects: 302, refuses: 500 };

/** `field`: what the form of a notification contains. */
export async function createListener(first: Manner = 'listens', field = 'logout_token') {
  const tokens: string[] = [];
  const bodies: string[] = [];
  const paths: string[] = [];
  const open = { now: 0, most: 0 };
  let manner = first;

  const server: Server = createServer((request, response) => {
    let body = '';
    paths.push(request.url ?? '');
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.once('close', () => {
      open.now -= 1;
    });
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      tokens.push(new URLSearchParams(body).get(field) ?? '');
      const status = statuses[manner];
      if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end();
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
    /** Received values of the field, in order. */
    tokens,
    /** Received forms, as they were sent. */
    bodies,
    /** Their paths and queries. */
    paths,
    /** The most requests at the same time. */
    most: () => open.most,
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
