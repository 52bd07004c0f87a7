// A valid request for each route that changes users or groups.

import type { bulkRoutes } from '@brama/contract/admin/bulk/bulk-changes';
import type { groupRoutes } from '@brama/contract/admin/groups';
import type { importRoutes } from '@brama/contract/admin/imports/imports';
import type { newUserRoutes } from '@brama/contract/admin/imports/new-users';
import { sourceSettings } from '@brama/contract/admin/imports/source-settings';
import type { signInCheckRoutes } from '@brama/contract/admin/sign-in-check';
import type { userChangeRoutes } from '@brama/contract/admin/user-changes';
import { addPreview, changeBulk, type NewRow } from '../../../src/directory/bulk/bulk-store.ts';
import { importOptions } from '../../../src/directory/import/import-options.ts';
import { addImport, addRows, changeImport } from '../../../src/directory/import/import-store.ts';
import { addSource } from '../../../src/users/sources/source-store.ts';
import { addUser, apps, type World } from '../world.ts';
import type { Example } from './callers.ts';

const inAnHour = ({ clock }: World) => new Date(clock.now + 3_600_000).toISOString();

/** Adds a group of which new users are members, and one without members. */
async function addGroups(world: World) {
  await world.db
    .insertInto('groups')
    .values(['students', 'empty'].map((name) => ({ name, created_at: world.clock.now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const addNewUser = async (world: World) => ({
  id: await addUser(world.db, { username: crypto.randomUUID() }, world.passwordHash),
});

async function addGuest(world: World) {
  const { id } = await addNewUser(world);
  const validUntil = world.clock.now + 60_000;
  const guest = { sponsor_id: world.olena, valid_until: validUntil, changes_at: validUntil };
  await world.db.updateTable('users').set(guest).where('id', '=', id).execute();
  return { id };
}

async function groupOf(world: World, name: string) {
  await addGroups(world);
  return { name };
}

/** Creates a group again, whose version is the first. */
async function newGroup(world: World) {
  await world.db.deleteFrom('groups').where('name', '=', 'empty').execute();
  return groupOf(world, 'empty');
}

async function membershipOf(world: World, id: string) {
  await addGroups(world);
  return { id, group: 'students' };
}

/** Adds a bulk change of one new user. */
async function addBulk(world: World) {
  const { id: userId } = await addNewUser(world);
  const id = crypto.randomUUID();
  const row: NewRow = { userId, typed: null, result: 'waiting', code: null };
  const bulk = { id, act: { type: 'disable' as const }, actor_id: world.olena, token_id: null };
  await addPreview(world.db, bulk, [row], world.clock.now);
  return { id };
}

/** Adds a bulk change that has changed its user. */
async function addDoneBulk(world: World) {
  const { id } = await addBulk(world);
  await world.db
    .updateTable('bulk_change_rows')
    .set({ result: 'changed', before: 'false', after: 'true' })
    .where('bulk_id', '=', id)
    .execute();
  const at = world.clock.now;
  const done = { state: 'done', started_at: at, finished_at: at, changed: 1 };
  await changeBulk(world.db, id, done);
  return { id };
}

/** Adds a source without imports, whose version is the first. */
async function addNewSource({ db, clock }: World) {
  const name = `source-${crypto.randomUUID()}`;
  const values = { title: null, position: 1, settings: sourceSettings.parse({}), mapping: null };
  await addSource(db, { name, kind: 'file', ...values }, clock.now);
  return { name };
}

const header = 'id';
const mapping = {
  version: 1,
  username: { rule: '{id}' },
  fields: { externalId: header, fullName: 'name' },
};

/** Adds a source with a mapping. Returns its name. */
async function addMappedSource({ db, clock }: World) {
  const name = `source-${crypto.randomUUID()}`;
  const values = { title: null, position: 1, settings: sourceSettings.parse({}), mapping };
  await addSource(db, { name, kind: 'file', ...values }, clock.now);
  return name;
}

/** Adds a source of the register, with a mapping. */
async function addRegisterSource({ db, clock }: World) {
  const name = `source-${crypto.randomUUID()}`;
  const values = { title: null, position: 1, settings: sourceSettings.parse({}) };
  const read = { version: 1, list: 'students', username: { rule: '{id}' }, groups: [] };
  await addSource(db, { name, kind: 'edebo', ...values, mapping: read }, clock.now);
  return { name };
}

const exampleFile = Buffer.from(`${header},name\n1,Особа\n`);

/** A source that exists before the request is made. */
const mappedSource = 'mapped';

/** Adds the source of the example, without imports. */
async function renewMappedSource({ db, clock }: World) {
  await db.deleteFrom('sources').where('name', '=', mappedSource).execute();
  const values = { title: null, position: 1, settings: sourceSettings.parse({}), mapping };
  await addSource(db, { name: mappedSource, kind: 'file', ...values }, clock.now);
  return {};
}

/** Adds a dry run that has ended, with its file. */
async function addDryRun(world: World) {
  const { db, clock } = world;
  const source = await addMappedSource(world);
  const id = crypto.randomUUID();
  const by = { actor_id: null, token_id: null, system_user: 'root' };
  const options = importOptions.parse({});
  const file = { file_of: id, file_hash: 'a hash' };
  const start = { id, source, file_name: null, mapping: null, options, sourceVersion: 1, file };
  await addImport(db, { ...start, ...by, isDryRun: true }, clock.now);
  await changeImport(db, id, { state: 'compared' });
  const part = { import_id: id, position: 0, encrypted_part: '' };
  await db
    .insertInto('import_files')
    .values({ ...part, expires_at: clock.now + 60_000 })
    .execute();
  return { id };
}

/** Adds an import that waits for its approval, with one rejected row. */
export async function addWaitingImport(world: World) {
  const { name: source } = await addNewSource(world);
  const { db, clock } = world;
  const id = crypto.randomUUID();
  await addImport(
    db,
    {
      id,
      source,
      file_name: 'students.csv',
      mapping: null,
      options: importOptions.parse({}),
      isDryRun: false,
      sourceVersion: 1,
      actor_id: null,
      token_id: null,
      system_user: 'root',
    },
    clock.now,
  );
  await changeImport(db, id, { state: 'waiting', stops: [{ code: 'first-import' }] });
  const nobody = { userId: null, username: null, changes: null, record: null };
  const rejected = { kind: 'rejected', code: 'invalid-email', field: 'email' } as const;
  await addRows(db, id, [{ position: 0, line: 2, externalId: '1', ...nobody, ...rejected }]);
  return { id };
}

/** Adds an import that has been written and created one user. */
async function addDoneImport(world: World) {
  const { id } = await addWaitingImport(world);
  const { db, clock } = world;
  const username = unique('new');
  const userId = await addUser(db, { username, passwordHash: null }, world.passwordHash);
  const created = { userId, username, kind: 'created', code: null, field: null } as const;
  const written = { changes: null, record: null };
  await addRows(db, id, [{ position: 1, line: 3, externalId: '2', ...created, ...written }]);
  await changeImport(db, id, { state: 'done', finished_at: clock.now });
  return { id };
}

const unique = (prefix: string) => `${prefix}-${crypto.randomUUID()}`;

/** The code on the error page of a refused sign-in. */
const shownCode = '0a1b2c3d';

export const examplesOfUsers: Record<
  | keyof typeof userChangeRoutes
  | keyof typeof signInCheckRoutes
  | keyof typeof groupRoutes
  | keyof typeof bulkRoutes
  | keyof typeof importRoutes
  | keyof typeof newUserRoutes,
  Example
> = {
  createUser: { input: () => ({ body: { username: unique('new'), fullName: 'Новий' } }) },
  validateUser: { input: () => ({ body: { username: 'o.next', email: 'o.next@campus.example' } }) },
  updateUser: { object: addNewUser, input: () => ({ body: { givenName: 'Оля' } }) },
  eraseUser: { object: addNewUser },
  previewErasure: { object: addNewUser },
  inviteUser: {
    object: async (world) => ({
      id: await addUser(world.db, { username: crypto.randomUUID(), passwordHash: null }, ''),
    }),
  },
  renewGuest: {
    object: addGuest,
    input: (world) => ({ body: { validUntil: inAnHour(world) } }),
  },
  listMemberships: { object: async (_world, id) => ({ id }) },
  putMembership: {
    object: async (world) => membershipOf(world, (await addNewUser(world)).id),
    input: (world) => ({ body: { validUntil: inAnHour(world) } }),
  },
  removeMembership: {
    object: async (world) => membershipOf(world, (await addNewUser(world)).id),
  },
  checkSignIn: {
    object: async (_world, id) => ({ id }),
    input: () => ({ query: { applicationId: apps.campus.id } }),
  },
  findSignInAttempts: {
    object: async ({ db, clock }, id) => {
      const at = clock.now;
      const attempt = { step: 'sign-in', method: 'password', reason: 'wrong-password' } as const;
      await db
        .insertInto('sign_in_attempts')
        .values({
          ...attempt,
          id: crypto.randomUUID(),
          at,
          expires_at: at + 1000,
          user_id: id,
          network: null,
          reference: shownCode,
        })
        .execute();
      return {};
    },
    input: () => ({ query: { code: shownCode } }),
  },
  listRefusalReasons: {},
  liftSignInWaits: { object: addNewUser },
  previewBulkChange: {
    input: (world) => ({ body: { act: { type: 'enable' }, users: { ids: [world.olena] } } }),
  },
  listBulkChanges: {},
  readBulkChange: { object: addBulk },
  listBulkChangeRows: { object: addBulk },
  startBulkChange: { object: addBulk, input: () => ({ body: { count: 1 } }) },
  cancelBulkChange: { object: addBulk },
  undoBulkChange: { object: addDoneBulk, input: () => ({ body: { count: 1 } }) },
  listSources: {},
  readSource: { object: addNewSource },
  updateSource: {
    object: addNewSource,
    input: () => ({
      body: {
        title: { uk: 'Студенти', en: 'Students' },
        position: 1,
        settings: { overlapDays: 7 },
        mapping: null,
      },
    }),
  },
  createSource: { input: () => ({ body: { name: unique('source'), kind: 'file' } }) },
  readColumns: { input: () => ({ file: exampleFile, query: { valuesOf: header } }) },
  linkPerson: {
    object: addNewSource,
    input: () => ({ body: { externalId: '1', userId: null } }),
  },
  startImport: {
    object: renewMappedSource,
    input: () => ({ query: { source: mappedSource }, file: exampleFile }),
  },
  readRegister: { object: addRegisterSource, input: () => ({ body: { isDryRun: true } }) },
  repeatImport: { object: addDryRun },
  listImports: {},
  readImport: { object: addWaitingImport },
  listImportRows: { object: addWaitingImport },
  readImportGroups: { object: addWaitingImport },
  approveImport: { object: addWaitingImport },
  refuseImport: { object: addWaitingImport },
  readNewUsers: { object: addDoneImport },
  issueImportCodes: { object: addDoneImport, input: () => ({ body: { group: null } }) },
  listGroups: {},
  createGroup: { input: () => ({ body: { name: unique('group') } }) },
  readGroup: { object: (world) => groupOf(world, 'students') },
  updateGroup: {
    object: newGroup,
    input: () => ({ body: { secondFactor: 'required' } }),
  },
  deleteGroup: { object: newGroup },
  listMembers: { object: (world) => groupOf(world, 'students') },
};
