import { sourceSettings } from '@brama/contract/admin/imports/source-settings';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../../test/support/admin/callers.ts';
import { edeboCredentials, startEdeboRegister } from '../../../../test/support/edebo-register.ts';
import { importsOf } from '../../../../test/support/import/import-run.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';
import { revokeUsers } from '../../../app/revoke-users.ts';
import { createEncryption } from '../../../crypto/encryption.ts';
import { EventStore } from '../../../events/store.ts';
import { addSource, findSource } from '../../../users/sources/source-store.ts';
import { aliveMs } from '../heartbeat.ts';
import { runImports } from '../import-job.ts';
import { importOptions } from '../import-options.ts';
import { findImport } from '../import-store.ts';
import { startImport } from '../run-import.ts';

const mapping = {
  version: 1,
  list: 'students',
  username: { rule: '{given}.{family}' },
  groups: [{ value: ['students'] }],
};
const unset = {
  EDEBO_URL: '',
  EDEBO_USER: '',
  EDEBO_PASSWORD: '',
  EDEBO_APP_KEY: '',
  EDEBO_UNIVERSITY_ID: '',
};

let register: Awaited<ReturnType<typeof startEdeboRegister>>;
let world: World;
let chief: Caller;

beforeAll(async () => {
  register = await startEdeboRegister(60);
});
afterAll(() => register.stop());

async function open(env: Record<string, string>) {
  world = await makeWorld('sqlite', env);
  await addCaller(world, 'chief', ['administrator']);
  chief = await strongSession(world, 'chief');
  const { db, clock } = world;
  const values = { title: null, position: 1, settings: sourceSettings.parse({}) };
  await db
    .insertInto('groups')
    .values({ name: 'students', created_at: 0 })
    .onConflict((on) => on.doNothing())
    .execute();
  for (const [name, kind, given] of [
    ['students', 'edebo', mapping],
    ['staff', 'edebo', { ...mapping, list: 'staff' }],
    ['bare', 'edebo', null],
    ['file', 'file', null],
  ] as const)
    await addSource(db, { name, kind, ...values, mapping: given }, clock.now);
}
afterEach(() => world.close());

const call = async (
  id: Parameters<typeof callRoute>[1],
  input: Parameters<typeof callRoute>[3] = {},
) => {
  const answer = await callRoute(world, id, chief, input);
  return { status: answer.statusCode, body: answer.json() };
};
const read = (name: string, body: object = {}) => call('readRegister', { params: { name }, body });
const stored = async (id: string) => findImport(world.db, id);

/** Works as a node with or without the settings of the register. */
function work({ hasSettings = true } = {}) {
  const { db, keys, clock } = world;
  const now = () => clock.now;
  return runImports({
    db,
    now,
    revokeUsers,
    events: new EventStore(db, now),
    log: { info() {}, warn() {}, error() {} } as never,
    encryption: createEncryption(keys.data),
    edebo: hasSettings ? { url: register.url, ...edeboCredentials } : undefined,
    hashUsername: (username) => username,
    hashExternalId: (source, id) => `${source} ${id}`,
    hashTaxId: (taxId) => `hash of ${taxId.length}`,
    checksDigit: true,
  });
}

test('a server without the settings of the register refuses to read it', async () => {
  await open(unset);
  for (const [name, status, fields] of [
    ['none', 404, undefined],
    ['file', 409, { name: 'does not come from the register' }],
    ['bare', 409, { name: 'has no mapping' }],
    ['students', 409, { name: 'the register is not set up on this server' }],
  ] as const) {
    const refused = await read(name);
    expect([name, refused.status, refused.body.fields]).toEqual([name, status, fields]);
  }
});

test('a server reads the register and compares it, and then the import waits', async () => {
  const { user, password, appKey, universityId } = edeboCredentials;
  await open({
    EDEBO_URL: register.url,
    EDEBO_USER: user,
    EDEBO_PASSWORD: password,
    EDEBO_APP_KEY: appKey,
    EDEBO_UNIVERSITY_ID: `${universityId}`,
  });
  const settled = async (id: string) => {
    await expect
      .poll(async () => (await stored(id))?.state, { timeout: 20_000 })
      .not.toBe('comparing');
    return (await call('readImport', { params: { id } })).body;
  };
  const started = await read('students', { isDryRun: true });
  expect([started.status, started.body]).toMatchObject([
    201,
    { state: 'comparing', startedBy: 'chief', isDryRun: true, fileName: null },
  ]);
  const again = await read('students', { isDryRun: true });
  expect([again.status, again.body.fields]).toEqual([
    409,
    { name: 'another import of the source runs' },
  ]);
  const dry = await settled(started.body.id);
  expect(dry).toMatchObject({ state: 'compared', isIncrement: false, error: null });
  expect(dry.counts.created).toBeGreaterThan(20);
  const { body } = await read('students');
  expect(await settled(body.id)).toMatchObject({
    state: 'waiting',
    obstacle: 'own-import',
    stops: [{ code: 'first-import' }],
    counts: dry.counts,
  });
});

/** Starts an import as another server does, which has the settings. Returns its id. */
async function begin(name: string): Promise<string> {
  const { db, clock } = world;
  const source = await findSource(db, name);
  if (!source) throw new Error('no such source');
  const by = { actor_id: chief.userId, token_id: null, system_user: null };
  const options = importOptions.parse({});
  const given = { source, isDryRun: true, options, fileName: null, mapping: source.mapping, by };
  const change = importsOf(db, () => clock.now).change;
  return startImport({ now: () => clock.now }, change, given);
}

test('a refused key, and a mapping that is no longer accepted, fail the import', async () => {
  await open(unset);
  const first = await begin('students');
  await register.set({ fault: 'denied' });
  await work();
  await register.set({ fault: 'none' });
  expect(await stored(first)).toMatchObject({ state: 'failed', error: 'register-credentials' });
  const old = JSON.stringify({ ...mapping, list: 'visitors' });
  await world.db.updateTable('sources').set({ mapping: old }).execute();
  const second = await begin('students');
  await work();
  expect(await stored(second)).toMatchObject({ state: 'failed', error: 'invalid-mapping' });
});

test('a server without the settings leaves the import to another one, for an hour', async () => {
  await open(unset);
  const first = await begin('students');
  world.clock.now += 1;
  const second = await begin('staff');
  await work({ hasSettings: false });
  expect(await stored(first)).toMatchObject({ state: 'comparing', claims: 0 });
  await work();
  const states = [await stored(first), await stored(second)].map((one) => one?.state);
  expect(states).toEqual(['compared', 'compared']);
  const third = await begin('students');
  world.clock.now += 3_600_000;
  await work({ hasSettings: false });
  expect(await stored(third)).toMatchObject({ state: 'failed', error: 'register-settings' });
});

test('a server waits for an earlier reading; after a crash, for any', async () => {
  await open(unset);
  const { db, clock } = world;
  const set = (id: string, columns: { state?: string; seen_at?: number; claims?: number }) =>
    db.updateTable('imports').set(columns).where('id', '=', id).execute();
  const earlier = await begin('staff');
  await set(earlier, { claims: 1 });
  clock.now += 5000;
  const own = await begin('students');
  clock.now += 5000;
  await work();
  expect(await stored(own)).toMatchObject({ claims: 0, seen_at: clock.now });
  await set(earlier, { state: 'refused' });
  await work();
  expect(await stored(own)).toMatchObject({ state: 'compared', claims: 1 });
  // its process was killed, and a later import reads meanwhile
  await set(own, { state: 'comparing', seen_at: clock.now - aliveMs });
  const later = await begin('staff');
  await set(later, { claims: 1 });
  await work();
  expect(await stored(own)).toMatchObject({ state: 'comparing', claims: 1 });
  await set(later, { state: 'refused' });
  await work();
  expect(await stored(own)).toMatchObject({ state: 'compared', claims: 2 });
  await set(own, { state: 'comparing', seen_at: clock.now - aliveMs, claims: 3 });
  await work();
  expect(await stored(own)).toMatchObject({ state: 'failed', error: 'interrupted' });
});
