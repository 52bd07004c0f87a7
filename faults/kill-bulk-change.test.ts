// Kills the server in the middle of a bulk change. Started again, it goes on, and each user is changed exactly once.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { until } from './clients.ts';
import { prepareServer, runCommand, type Server, startServer } from './server.ts';

const members = Array.from({ length: 300 }, (_, number) => `member.${number}`);
const administrator = 'administrator';
const people = [
  { username: administrator, fullName: administrator, roles: ['administrator'] },
  ...members.map((username) => ({ username, fullName: username })),
];

type Counts = { total: number; waiting: number; changed: number; unchanged: number };
type BulkChange = { id: string; state: string; counts: Counts };
type Page<Item> = { items: Item[]; next: string | null };

/** Calls the administration API of the server that runs now, with an API token. */
function createCaller(server: () => Server, token: string) {
  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${server().url}/api/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  return {
    call,
    /** Returns the items of all pages. */
    async all<Item>(path: string): Promise<Item[]> {
      const items: Item[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page: Page<Item> = await call('GET', `${path}limit=200${from}`);
        items.push(...page.items);
        cursor = page.next;
      }
      return items;
    },
  };
}

async function killInBulkChange() {
  const folder = mkdtempSync(join(tmpdir(), 'brama-faults-'));
  try {
    const settings = await prepareServer(folder, people);
    const token = await runCommand(settings, ['admin', 'token', administrator, '--name', 'faults']);
    let server = await startServer(settings);
    try {
      const { call, all } = createCaller(() => server, token);
      const { id, counts } = await call<BulkChange>('POST', '/bulk-changes', {
        act: { type: 'disable' },
        users: { usernames: members },
      });
      expect(counts.waiting).toBe(members.length);
      const path = `/bulk-changes/${id}`;
      await call('POST', `${path}/start`, { count: members.length });
      let changedBefore = 0;
      await until(async () => {
        changedBefore = (await call<BulkChange>('GET', path)).counts.changed;
        return changedBefore > members.length / 10;
      });
      await server.kill();
      server = await startServer(settings);
      const goesOnAt = (await call<BulkChange>('GET', path)).counts.changed;
      const ranMs = await until(
        async () => (await call<BulkChange>('GET', path)).state !== 'running',
      );
      const done = await call<BulkChange>('GET', path);
      const rows = await all<{ username: string; result: string }>(`${path}/rows?`);
      const events = await all<{ userId: string }>('/events?type=user.changed&');
      return { changedBefore, goesOnAt, ranMs, done, rows, events };
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const runs = inject('runs');

// it takes longer than `npm test` may, so that only `npm run test:faults` runs it
test.skipIf(runs === 1).each(Array.from({ length: runs }, (_, index) => index + 1))(
  'kill -9 in a bulk change: each user is changed exactly once (run %i)',
  async () => {
    const { changedBefore, goesOnAt, ranMs, done, rows, events } = await killInBulkChange();
    const lost = members.length - rows.filter(({ result }) => result === 'changed').length;
    const changed = new Set(events.map(({ userId }) => userId));
    console.log(
      `killed after ${changedBefore}, went on at ${goesOnAt} for ${ranMs} ms, lost ${lost}, duplicated ${events.length - changed.size}`,
    );
    // the kill came in the middle, and acknowledged changes hold
    expect(goesOnAt).toBeGreaterThanOrEqual(changedBefore);
    expect(changedBefore).toBeLessThan(members.length);
    expect(done).toMatchObject({
      state: 'done',
      counts: { total: members.length, changed: members.length, waiting: 0, unchanged: 0 },
    });
    expect(rows.map(({ username }) => username).sort()).toEqual([...members].sort());
    expect([lost, events.length, changed.size]).toEqual([0, members.length, members.length]);
  },
);
