import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { commandContext } from '../../test/support/command-context.ts';
import { addUser } from '../../test/support/world.ts';
import { readConfig } from '../app/config.ts';
import { hashSecret } from '../crypto/secrets.ts';
import { openDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { runSessions } from './sessions.ts';

// that running servers obey, and tell the applications: session-ends.test.ts
const folder = mkdtempSync(join(tmpdir(), 'brama-sessions-'));
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, () => '');
const context = commandContext(config);
const said: string[] = [];
const complained: string[] = [];
const hour = 3_600_000;

beforeAll(async () => {
  const db = await openDatabase(config, createLogger('silent'));
  const lesia = await addUser(db, { username: 'L.Ukrainka' }, 'x');
  await addUser(db, { username: 'i.franko' }, 'x');
  const now = Date.now();
  const add = (seenAt: number, more = {}, uid: string = crypto.randomUUID()) =>
    db
      .insertInto('sessions')
      .values({
        uid,
        id_hash: hashSecret(uid),
        user_id: lesia,
        method: 'diia',
        verified_at: seenAt - hour,
        created_at: 0,
        seen_at: seenAt,
        expires_at: now + hour,
        encrypted_tax_id: null,
        browser: null,
        system: null,
        ...more,
      })
      .execute();
  await add(now - 13 * hour);
  await add(now - hour, { browser: 'Safari', system: 'iPhone' });
  await add(now, { shared_computer: 1 });
  await add(now - hour, { shared_computer: 1 });
  await db.destroy();
});
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(`${line}`));
  vi.spyOn(console, 'error').mockImplementation((line) => void complained.push(`${line}`));
});
afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
  complained.length = 0;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('lists, ends and counts open sessions', async () => {
  expect(await runSessions(['list', 'l.ukrainka'], context)).toBe(0);
  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
  const [second, first, ...others] = said.join().split('\n');
  expect(second).toMatch(
    new RegExp(
      `^used ${time}  since ${time}  diia  unknown browser, unknown system, shared computer$`,
    ),
  );
  expect(first).toMatch(/ {2}diia {2}Safari, iPhone$/);
  expect(others).toEqual([]);
  said.length = 0;
  for (const command of ['end', 'end', 'list'])
    expect(await runSessions([command, 'L.UKRAINKA'], context)).toBe(0);
  expect(said).toEqual(['Ended 2 sessions.', 'Ended 0 sessions.', 'The user is not signed in.']);
});

test('rejects an unknown username', async () => {
  for (const command of ['list', 'end'])
    expect(await runSessions([command, 'l.kosach'], context)).toBe(1);
  expect([said, complained]).toEqual([[], Array(2).fill('There is no user l.kosach.')]);
});

test.each([
  [[]],
  [['list']],
  [['end', '']],
  [['end', '--all']],
  [['end', 'i.franko', 'l.ukrainka']],
  [['stop', 'i.franko']],
])('%j shows the usage', async (args) => {
  expect(await runSessions(args, context)).toBe(2);
  expect(complained.join()).toContain('usage:');
  expect(said).toEqual([]);
});
