// What an import from the register means for people: who gets an account, and who keeps it. A fault of the register changes nothing.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DiiaWorld, makeDiiaWorld } from '../../../../test/support/diia/world.ts';
import { edeboClient, startEdeboRegister } from '../../../../test/support/edebo-register.ts';
import { importsOf } from '../../../../test/support/import/import-run.ts';
import type { SourceRow } from '../plan/source-record.ts';
import { registerMapping } from './register-mapping.ts';
import { registerRows } from './register-rows.ts';

/** In the register and with Diia, but not in Brama. */
const newStudent = '3634766310';
const lists = ['students', 'staff'] as const;

let register: Awaited<ReturnType<typeof startEdeboRegister>>;
let world: DiiaWorld;
let imports: ReturnType<typeof importsOf>;

beforeAll(async () => {
  register = await startEdeboRegister(400, { hasCast: true });
  // the register says since when a state lasts, by its own clock
  const now = Date.now();
  world = await makeDiiaWorld('sqlite', {}, { now });
  world.clock.now = now;
  const { db, clock } = world;
  await db
    .insertInto('groups')
    .values(lists.map((name) => ({ name, created_at: 0 })))
    .onConflict((on) => on.doNothing())
    .execute();
  imports = importsOf(db, () => clock.now);
  const [leavers, created, changed] = [{ percent: 5 }, { percent: 5 }, { percent: 5 }];
  const grace = { completed: 0, withdrawn: 0, unknown: 0 };
  for (const [index, list] of lists.entries())
    await imports.source(list, index + 1, { grace, limits: { leavers, created, changed } });
  await db.updateTable('sources').set({ kind: 'edebo' }).execute();
});
afterAll(async () => {
  await register.stop();
  await world.close();
});

/** Reads a list of the register, as the command does. */
async function rowsOf(list: (typeof lists)[number]): Promise<SourceRow[]> {
  const { client } = edeboClient(register.url);
  const mapping = registerMapping.parse({
    version: 1,
    list,
    username: { rule: '{given}.{family}' },
    groups: [{ value: [list] }],
  });
  const { hash: hashTaxId, clock } = world;
  const deps = { client, hashTaxId, checksDigit: true, now: () => clock.now };
  const rows: SourceRow[] = [];
  for await (const row of registerRows(deps, mapping, undefined)) rows.push(row);
  return rows;
}

const importList = async (list: (typeof lists)[number]) => imports.run(list, await rowsOf(list));

async function userOf(personId: number) {
  const row = await world.db
    .selectFrom('source_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.disabled', 'u.groups'])
    .where('l.external_id', '=', `${personId}`)
    .executeTakeFirst();
  return row && { ...row, groups: JSON.parse(row.groups) as string[] };
}

/** Signs in with Diia. Returns the session, or why there is none. */
async function signIn(taxId: string) {
  const { requestId, cookie } = await world.askLink();
  await world.confirm(requestId, { leaf: world.diia.person(`TINUA-${taxId}`) });
  const answer = (await world.check(requestId, cookie)).json();
  if (!answer.sessionId) return { refused: answer };
  const [session] = (await world.enter(answer.sessionId)).cookies;
  return { cookie: `${session?.name}=${session?.value}` };
}

test('a new student of the register signs in with Diia without an invitation', async () => {
  expect(await signIn(newStudent)).toHaveProperty('refused');
  await importList('students');
  await importList('staff');
  const { cookie = '' } = await signIn(newStudent);
  const { statusCode, body } = await world.send({ url: '/user', headers: { cookie } });
  expect(statusCode).toBe(200);
  expect(body).toContain('Бондар');
  const invitations = await world.db.selectFrom('events').select('type').execute();
  expect(invitations.filter(({ type }) => type.startsWith('invitation'))).toEqual([]);
  const person = (await register.people()).find(({ taxId }) => taxId === newStudent);
  expect(await userOf(person?.personId ?? 0)).toMatchObject({ disabled: 0, groups: ['students'] });
});

const ways = {
  studying: { ends: { status: 'expelled' }, returns: { status: 'reinstated' }, list: 'students' },
  teaching: { ends: { isDismissed: true }, returns: { isDismissed: false }, list: 'staff' },
} as const;

test('a student who teaches keeps the account when either ends, and has it again after both', async () => {
  const both: { personId: number; id: string }[] = [];
  for (const { personId, works, statuses } of await register.people()) {
    const user = works && statuses.join() === 'studying' ? await userOf(personId) : undefined;
    if (user?.groups.length === 2) both.push({ personId, id: user.id });
  }
  const { personId, id } = both[0] ?? { personId: 0, id: '' };
  let ahead = 0;
  const change = async (way: keyof typeof ways, what: 'ends' | 'returns') => {
    const { list, ...changes } = ways[way];
    await register.change(personId, changes[what]);
    // the last day is a day of work; a student is out on the day of the order
    if (way === 'teaching') ahead += 24 * 3_600_000;
    world.clock.now = Date.now() + ahead;
    await importList(list);
    return userOf(personId);
  };
  expect(await change('studying', 'ends')).toEqual({ id, disabled: 0, groups: ['staff'] });
  expect(await change('studying', 'returns')).toMatchObject({ id, groups: ['staff', 'students'] });
  expect(await change('teaching', 'ends')).toEqual({ id, disabled: 0, groups: ['students'] });
  expect(await change('studying', 'ends')).toEqual({ id, disabled: 1, groups: [] });
  expect(await change('teaching', 'returns')).toEqual({ id, disabled: 0, groups: ['staff'] });
});

test.each([
  'token-conflict',
  'wrong-password',
  'denied',
  'maintenance',
  'maintenance-503',
  'half-out',
  'half-cards',
  'half-list',
  'empty-list',
  'not-json',
])('a fault of the register changes nothing: %s', async (fault) => {
  const stored = async () => ({
    users: await world.db.selectFrom('users').selectAll().orderBy('id').execute(),
    links: await world.db
      .selectFrom('source_links')
      .selectAll()
      .orderBy('source')
      .orderBy('external_id')
      .execute(),
  });
  const before = await stored();
  await register.set({ fault });
  const compared = await rowsOf('students')
    .then((rows) => imports.compare('students', rows))
    .catch((error: unknown) => ({ state: `${(error as Error).name}` }));
  await register.set({ fault: 'none' });
  expect(['EdeboError', 'ImportFileError', 'waiting']).toContain(compared.state);
  expect(await stored()).toEqual(before);
});
