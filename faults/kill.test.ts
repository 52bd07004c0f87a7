// Kills the server while clients do nothing but refresh their tokens. The last response of each client holds.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { Client, repeat, type Statuses, until } from './clients.ts';
import { prepareServer, startServer, users } from './server.ts';

async function killUnderLoad() {
  const folder = mkdtempSync(join(tmpdir(), 'brama-faults-'));
  const statuses: Statuses = new Map();
  try {
    const settings = await prepareServer(folder);
    let server = await startServer(settings);
    try {
      const clients = users.map(() => new Client(() => server, statuses));
      for (const [index, client] of clients.entries()) {
        await client.signIn(users[index] ?? '');
        await client.hop();
        expect(client.known.refreshToken).toBeDefined();
      }
      const before = statuses.get(200) ?? 0;
      const stops = clients.map((client) =>
        repeat(async () => (await client.refresh()) || !client.isUnsure),
      );
      await until(async () => (statuses.get(200) ?? 0) - before > 10 * clients.length);
      await server.kill();
      await until(async () => clients.every(({ isUnsure }) => isUnsure));
      for (const stop of stops) await stop();
      const began = performance.now();
      server = await startServer(settings);
      const recoveryMs = Math.round(performance.now() - began);
      const lost = (await Promise.all(clients.map((client) => client.lost()))).flat();
      return { statuses, lost, recoveryMs };
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each(Array.from({ length: inject('runs') }, (_, index) => index + 1))(
  'kill -9 under load loses no response (run %i)',
  async () => {
    const { statuses, lost, recoveryMs } = await killUnderLoad();
    const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    console.log(`sent ${sent}, lost ${lost.length}, started again after ${recoveryMs} ms`);
    expect(lost).toEqual([]);
  },
);
