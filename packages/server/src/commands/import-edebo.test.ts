import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { edeboCredentials, startEdeboRegister } from '../../test/support/edebo-register.ts';
import { type FullConfig, readConfig } from '../app/config.ts';
import type { Database } from '../database/connect.ts';
import { openDatabase } from '../database/open.ts';
import { untilRegisterIsFree } from '../directory/import/edebo/one-reading.ts';
import { createLogger } from '../http/log.ts';
import { runImport } from './import.ts';
import { runSources } from './sources.ts';

const system = { user: 'root' };

const folder = mkdtempSync(join(tmpdir(), 'brama-edebo-'));
const said: string[] = [];
const complained: string[] = [];
let register: Awaited<ReturnType<typeof startEdeboRegister>>;
let config: FullConfig;
let db: Database;

const mapping = {
  version: 1,
  username: { rule: '{given}.{family}' },
  groups: [{ value: ['students'] }],
};
const sourceOf = (list: string, group: string) => ({
  kind: 'edebo',
  settings: { overlapDays: 0 },
  mapping: { ...mapping, list, groups: [{ value: [group] }] },
});

beforeAll(async () => {
  register = await startEdeboRegister(120);
  config = {
    ...readConfig({ DATA_DIR: folder }, () => ''),
    edebo: { url: register.url, ...edeboCredentials },
  };
  db = await openDatabase(config, createLogger('silent'));
  const groups = ['students', 'staff'].map((name) => ({ name, created_at: 0 }));
  await db.insertInto('groups').values(groups).execute();
  writeFileSync(join(folder, 'students.json'), JSON.stringify(sourceOf('students', 'students')));
  writeFileSync(join(folder, 'staff.json'), JSON.stringify(sourceOf('staff', 'staff')));
});
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(`${line}`));
  vi.spyOn(console, 'error').mockImplementation((line) => void complained.push(`${line}`));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
  complained.length = 0;
  system.user = 'root';
});
afterAll(async () => {
  await db.destroy();
  await register.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sources = (...args: string[]) => runSources(args, () => config, folder);
const imports = (...args: string[]) => runImport(args, () => config, folder, system.user);

async function jsonOf(...args: string[]) {
  said.length = 0;
  const code = await imports(...args, '--json');
  if (said.length === 0) throw new Error(`no output: ${complained.join(' ')}`);
  return { code, json: JSON.parse(said.join('\n')) };
}

/** Imports, and approves what waits as another user. */
async function importAll(...args: string[]) {
  const done = await jsonOf('edebo', ...args);
  if (done.code !== 6) return done.json;
  system.user = 'another';
  const approved = await jsonOf('approve', done.json.id);
  system.user = 'root';
  return approved.json;
}

async function userOf(source: string, personId: number) {
  const row = await db
    .selectFrom('source_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.username', 'u.disabled', 'u.groups', 'u.tax_id_hash'])
    .where('l.source', '=', source)
    .where('l.external_id', '=', `${personId}`)
    .executeTakeFirst();
  return row && { ...row, groups: JSON.parse(row.groups) as string[] };
}

const all = ['--max-leavers', '100%', '--max-created', '100%', '--max-changed', '100%'];

test('both lists become users, and a person in both is one of them', async () => {
  await sources('set', 'students', 'students.json');
  await sources('set', 'staff', 'staff.json');
  expect(complained).toEqual([]);
  const students = await importAll('students');
  expect(students).toMatchObject({ state: 'done', error: null });
  expect(students.counts.created).toBeGreaterThan(40);
  const staff = await importAll('staff');
  expect(staff).toMatchObject({ state: 'done' });
  const people = await register.people();
  const both: number[] = [];
  for (const { personId, works } of people)
    if (works && (await userOf('students', personId))) both.push(personId);
  const [one] = both;
  const asStudent = await userOf('students', one ?? 0);
  const asEmployee = await userOf('staff', one ?? 0);
  expect(asStudent?.id).toBe(asEmployee?.id);
  expect(asStudent?.groups).toEqual(['staff', 'students']);
});

test('an expelled student loses access with the next increment, and a reinstated one has the old account', async () => {
  const people = await register.people();
  const student = people.find(({ statuses, works }) => !works && statuses.join() === 'studying');
  const personId = student?.personId ?? 0;
  const before = await userOf('students', personId);
  expect(before).toMatchObject({ disabled: 0, groups: ['students'] });
  await register.change(personId, { status: 'expelled' });
  const increment = await importAll('students', ...all);
  expect(increment.counts).toMatchObject({ left: 1, created: 0 });
  expect(await userOf('students', personId)).toMatchObject({ disabled: 1, groups: [] });
  await register.change(personId, { status: 'reinstated' });
  await importAll('students', ...all);
  expect(await userOf('students', personId)).toMatchObject({
    id: before?.id,
    disabled: 0,
    groups: ['students'],
  });
});

test('the whole list is read again after a week; between, only what has changed', async () => {
  const ofStudents = db.selectFrom('imports').select('options').where('source', '=', 'students');
  const readStudents = async () => {
    const { counts } = await importAll('students', ...all);
    const last = await ofStudents.orderBy('created_at', 'desc').executeTakeFirstOrThrow();
    return { counts, isIncrement: JSON.parse(last.options).isIncrement };
  };
  const later = async (days: number) => {
    const ms = days * 24 * 3_600_000;
    const at = { created_at: sql<number>`created_at - ${ms}` };
    await db.updateTable('imports').set(at).where('source', '=', 'students').execute();
  };
  await later(6);
  expect(await readStudents()).toMatchObject({ isIncrement: true });
  await later(1.1);
  const whole = await readStudents();
  expect(whole).toMatchObject({ isIncrement: false, counts: { created: 0, left: 0 } });
  expect(whole.counts.unchanged).toBeGreaterThan(40);
  expect(await readStudents()).toMatchObject({ isIncrement: true });
  const raised = { version: sql<number>`version + 1` };
  await db.updateTable('sources').set(raised).where('name', '=', 'students').execute();
  expect(await readStudents()).toMatchObject({ isIncrement: false });
});

test('an import of the register waits for an earlier one, if its process is alive', async () => {
  const [later, earlier, dead] = await db
    .selectFrom('imports')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(3)
    .execute();
  const id = later?.id ?? '';
  const comparing = { state: 'comparing', seen_at: Date.now() };
  const states = {
    reading: comparing,
    dead: { ...comparing, seen_at: 0 },
    done: { state: 'done' },
  };
  const set = (of: { id: string } | undefined, state: keyof typeof states) =>
    db
      .updateTable('imports')
      .set(states[state])
      .where('id', '=', of?.id ?? '')
      .execute();
  await set(earlier, 'reading');
  await set(dead, 'dead');
  let waits = 0;
  await untilRegisterIsFree({ db, now: Date.now }, id, async () => {
    waits += 1;
    if (waits === 2) await set(earlier, 'done');
  });
  expect(waits).toBe(2);
  await set(dead, 'done');
});

test.each([
  ['denied', 'register-credentials'],
  ['maintenance', 'register-unavailable'],
  ['half-list', null],
])('a fault of the register changes nothing: %s', async (fault, error) => {
  const usersBefore = await db
    .selectFrom('users')
    .select(['id', 'version', 'disabled'])
    .orderBy('id')
    .execute();
  await register.set({ fault });
  const code = await imports('edebo', 'students', '--full');
  await register.set({ fault: 'none' });
  expect(code).not.toBe(0);
  const { json } = await jsonOf('list', '--limit', '1');
  expect(json.items).toMatchObject([{ error }]);
  const usersAfter = await db
    .selectFrom('users')
    .select(['id', 'version', 'disabled'])
    .orderBy('id')
    .execute();
  expect(usersAfter).toEqual(usersBefore);
});

test('a stored mapping that is no longer accepted is named', async () => {
  const old = JSON.stringify({ ...mapping, list: 'visitors' });
  await db.updateTable('sources').set({ mapping: old }).where('name', '=', 'students').execute();
  expect(await imports('edebo', 'students')).toBe(1);
  expect(complained.at(-1)).toMatch(/^The mapping of the source is no longer accepted/);
});
