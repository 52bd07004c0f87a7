import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../app/config.ts';
import { Registrations } from '../applications/oidc/clients/registrations.ts';
import { createApplicationStore } from '../applications/store.ts';
import { newSecret } from '../crypto/secrets.ts';
import { openDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { runRegistrations } from './registrations.ts';

const folder = mkdtempSync(join(tmpdir(), 'brama-registrations-'));
const config = readConfig({ DATA_DIR: folder, OIDC_REGISTRATION: '1' }, () => '');
const said: string[] = [];
const complained: string[] = [];

beforeAll(async () => {
  const db = await openDatabase(config, createLogger('silent'));
  await db.insertInto('groups').values({ name: 'students', created_at: 0 }).execute();
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

test('prints only the token, so that a script can read it', async () => {
  const args = ['token', '--hours', '2', '--group', 'students'];
  expect(await runRegistrations(args, config)).toBe(0);
  expect(said).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(complained).toEqual([]);
});

test('warns beside the token if registration is off', async () => {
  expect(await runRegistrations(['token'], { ...config, oidcRegistration: false })).toBe(0);
  expect(said).toHaveLength(1);
  expect(complained.join()).toContain('OIDC_REGISTRATION is not 1 here');
});

test('an unknown group is named in the error, and no token is printed', async () => {
  expect(await runRegistrations(['token', '--group', 'studnets'], config)).toBe(1);
  expect([said, complained]).toEqual([
    [],
    ['There is no group studnets. Add it to a manifest first.'],
  ]);
});

test('the list says that no application has registered itself', async () => {
  expect(await runRegistrations(['list'], config)).toBe(0);
  expect(said).toEqual(['No application has registered itself.']);
  expect(await runRegistrations(['remove', 'nobody'], config)).toBe(1);
});

/** Registers an application at this moment; returns its client id. */
async function registerAt(moment: string, host: string): Promise<string> {
  await runRegistrations(['token'], config);
  const clientId = randomUUID();
  const body = { redirect_uris: [`https://${host}/callback`] };
  const db = await openDatabase(config, createLogger('silent'));
  const now = () => Date.parse(moment);
  const applications = createApplicationStore(db, now);
  const registering = { token: said.pop() ?? '', clientId, secret: newSecret(), body };
  await new Registrations({ db, applications, now }).register(registering);
  await db.destroy();
  return clientId;
}

test('the list shows when each application registered, the newest first', async () => {
  const older = await registerAt('2026-10-01T09:05:59Z', 'older.example');
  const newer = await registerAt('2026-11-22T23:30:00Z', 'newer.example');
  expect(await runRegistrations(['list'], config)).toBe(0);
  expect(said.join().split('\n')).toEqual([
    `${newer}  registered 2026-11-22 23:30 UTC  newer.example`,
    `${older}  registered 2026-10-01 09:05 UTC  older.example`,
  ]);
  for (const clientId of [older, newer]) await runRegistrations(['remove', clientId], config);
});

test('a removal prints the application and succeeds only once', async () => {
  const clientId = await registerAt('2026-11-22T12:00:00Z', 'app.example');
  expect(await runRegistrations(['remove', clientId], config)).toBe(0);
  expect(said).toEqual([`Removed ${clientId}.`]);
  expect(await runRegistrations(['remove', clientId], config)).toBe(1);
});

test.each([
  [[]],
  [['tokens']],
  [['token', 'extra']],
  [['token', '--hours', '0']],
  [['token', '--hours', '1.5']],
  [['token', '--hours', '100000']],
  [['remove']],
  [['remove', 'one', 'two']],
  [['list', 'all']],
  [['list', '--nonsense']],
])('%j shows the usage', async (args) => {
  expect(await runRegistrations(args, config)).toBe(2);
  expect(complained.join()).toContain('usage:');
  expect(said).toEqual([]);
});
