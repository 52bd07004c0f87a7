import { createSecretKey } from 'node:crypto';
import { blankFacts } from '@brama/contract/applications/fields';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { untilWaiting } from '../../../test/support/admin/lock-waits.ts';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { taxIdFrom } from '../../../test/support/tax-ids.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { createReadIcon } from '../../applications/icons/read-icon.ts';
import { parseLinkSettings } from '../../applications/link/protocol.ts';
import { createApplicationsManifest } from '../../applications/manifest/manifest.ts';
import { ApplicationOwners } from '../../applications/owners.ts';
import { createApplicationStore } from '../../applications/store.ts';
import type { Database } from '../../database/connect.ts';
import { EventStore } from '../../events/store.ts';
import { blankRow } from '../../users/columns.ts';
import { lockNames } from '../../users/name-clashes.ts';
import { UserStore } from '../../users/store.ts';
import { createTaxIdCheck, hashTaxId } from '../../users/tax-id.ts';
import { type ApplyDeps, apply } from './apply.ts';
import { issueLine } from './parse/issue.ts';
import { createUserEntry } from './parse/user-entry.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const olena = {
  username: 'O.Shevchenko',
  password: 'correct horse',
  fullName: 'Шевченко Олена',
  email: 'o@campus.example',
  groups: ['students'],
  studentId: 'KB1',
  taxId: '1234567899',
  data: { faculty: 'ФПМ', phone: null },
};
const taras = { username: 'taras', passwordHash: '$argon2id$taras', fullName: 'Тарас' };
const library = {
  id: 'c2a7b1d4-7e55-4d0a-b6a3-93f1e86b0c44',
  name: 'library',
  title: { uk: 'Книги', en: 'Books' },
  description: { uk: 'опис', en: 'about' },
  access: { groups: ['students'] },
  protocol: { type: 'link', url: 'https://library.example/' },
};
const whole = { groups: ['students', 'staff'], users: [olena, taras], applications: [library] };

/** Everything in the database but the log of migrations. */
async function dump(db: Database) {
  const all = await Promise.all([
    db.selectFrom('users').selectAll().orderBy('username_key').execute(),
    db.selectFrom('groups').selectAll().orderBy('name').execute(),
    db.selectFrom('applications').selectAll().orderBy('name').execute(),
    db.selectFrom('sessions').selectAll().orderBy('uid').execute(),
    db.selectFrom('applied_manifests').selectAll().orderBy('name').execute(),
  ]);
  return JSON.stringify(all);
}

describe.each(databaseKinds)('apply, on %s', (kind) => {
  let database: TestDatabase;
  let counts: { hash: number; verify: number };
  /** Runs when everything has been compared and nothing written yet, as somebody else would. */
  let meanwhile: () => Promise<unknown>;
  let at: number;

  beforeEach(async () => {
    database = await makeDatabase(kind);
    counts = { hash: 0, verify: 0 };
    meanwhile = async () => undefined;
    at = 1_800_000_000_000;
  });
  afterEach(() => database.close());

  function deps(): ApplyDeps {
    const { db } = database;
    const store = createApplicationStore(db, () => at);
    const applications = createApplicationsManifest({
      store,
      owners: new ApplicationOwners(db),
      readIcon: createReadIcon('.'),
      now: () => at,
      readers: new Map([['link', parseLinkSettings]]),
    });
    return {
      db,
      rules: {
        entry: createUserEntry((text) => (text.startsWith('$argon2id$') ? undefined : 'bad')),
        hashTaxId: (taxId) => hashTaxId(taxId, key),
        validateTaxId: createTaxIdCheck({ checksDigit: true }),
        taxIdKeyFingerprint: 'ours',
      },
      hashUsername: (usernameKey) => `hash of ${usernameKey}`,
      passwords: {
        hash: async (password) => {
          counts.hash += 1;
          return `hash of ${password}`;
        },
        verify: async (hash, password) => {
          counts.verify += 1;
          return hash === `hash of ${password}`;
        },
        concurrency: 2,
      },
      revokeUsers,
      recordEvents: (queries, events) => new EventStore(db, Date.now).recordMany(queries, events),
      planApplications: async (entries, groupExists, context) => {
        const plan = await applications.plan(entries, groupExists, context);
        const change = meanwhile;
        meanwhile = async () => undefined;
        await change();
        return plan;
      },
      progress: { phase: () => () => undefined, complete: () => undefined, end: () => undefined },
      now: () => at,
    };
  }

  const run = (manifest: unknown, once?: string) => apply(JSON.stringify(manifest), once, deps());

  async function applied(manifest: unknown, once?: string) {
    const outcome = await run(manifest, once);
    if (!('summary' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
    return outcome.summary;
  }

  async function refused(manifest: unknown) {
    const before = await dump(database.db);
    const outcome = await run(manifest);
    expect(await dump(database.db)).toBe(before);
    return 'issues' in outcome ? outcome.issues.map(issueLine) : outcome;
  }

  test('a new address or tax number voids emailed links and notifies the user', async () => {
    const { db } = database;
    const other = { username: 'other', fullName: 'Other', email: 'other@campus.example' };
    await applied({ groups: ['students'], users: [olena, taras, other] });
    // new users are not notified
    expect(await db.selectFrom('queued_notices').selectAll().execute()).toEqual([]);
    const ids = new Map((await users()).map(({ username, id }) => [username, id]));
    await db
      .insertInto('password_resets')
      .values(
        [...ids.values()].map((user_id) => ({
          user_id,
          token_hash: user_id,
          expires_at: at + 1,
          previous_token_hash: null,
          previous_expires_at: null,
          invited_email: null,
        })),
      )
      .execute();
    const told = async () => {
      const rows = await db.selectFrom('queued_notices').selectAll().execute();
      return rows
        .map(({ user_id, notice, former_email }) => [user_id, notice, former_email])
        .sort();
    };
    const voided = async () => {
      const left = await db.selectFrom('password_resets').select('user_id').execute();
      return [...ids]
        .filter(([, id]) => left.every(({ user_id }) => user_id !== id))
        .map(([name]) => name);
    };
    at += 1000;
    await applied({ users: [{ ...taras, fullName: 'Тарас Григорович' }, { ...other }] });
    expect([await told(), await voided()]).toEqual([[], []]);
    const changed = { ...olena, email: 'new@campus.example', taxId: '3184710691' };
    await applied({ users: [changed, { username: 'taras', email: 't@campus.example' }, other] });
    const expected = [
      [ids.get('O.Shevchenko'), 'email-changed', olena.email],
      [ids.get('O.Shevchenko'), 'tax-id-changed', olena.email],
      [ids.get('taras'), 'email-changed', null],
    ].sort();
    expect([await told(), await voided()]).toEqual([expected, ['O.Shevchenko', 'taras']]);
    // the same manifest changes nothing
    await applied({ users: [changed] });
    expect(await told()).toEqual(expected);
  });

  const users = () => database.db.selectFrom('users').selectAll().orderBy('username').execute();

  async function user(username: string) {
    const found = (await users()).find((one) => one.username === username);
    if (!found) throw new Error(`no user ${username}`);
    return found;
  }

  test('stores an event of every change, and none without a change', async () => {
    const types = async () => {
      const rows = await database.db.selectFrom('events').selectAll().execute();
      await database.db.deleteFrom('events').execute();
      expect(new Set(rows.map(({ actor }) => actor)).size).toBeLessThan(2);
      return rows
        .map((row) => `${row.type} ${row.details}`.replace(/,?"reason":"by-manifest"/, ''))
        .sort();
    };
    await applied(whole);
    expect((await types()).map((text) => text.split(' ')[0])).toEqual([
      'application.created',
      'group.created',
      'group.created',
      'user.created',
      'user.created',
    ]);
    await applied(whole);
    expect(await types()).toEqual([]);
    await applied({
      groups: [{ name: 'staff', title: { uk: 'Працівники', en: 'Staff' } }],
      users: [{ username: 'taras', disabled: true, groups: ['staff'] }],
      applications: [{ id: library.id, title: { uk: 'Книги', en: 'Library' } }],
    });
    expect(await types()).toEqual([
      'application.changed {"name":"library","fields":["title"]}',
      'group.changed {"group":"staff","fields":["title"]}',
      'user.changed {"fields":["groups","disabled"]}',
      'user.disabled {}',
    ]);
  });

  test('names that a file omits stay, and null clears them', async () => {
    const names = { fullNameEn: 'Olena Shevchenko', givenName: 'Олена' };
    await applied({ ...whole, users: [{ ...olena, ...names }] });
    const stored = async () => {
      const { full_name_en, given_name } = await user('O.Shevchenko');
      return [full_name_en, given_name];
    };
    expect(await stored()).toEqual(['Olena Shevchenko', 'Олена']);
    expect((await applied(whole)).users).toMatchObject({ updated: [] });
    expect(await stored()).toEqual(['Olena Shevchenko', 'Олена']);
    await applied({ ...whole, users: [{ ...olena, fullNameEn: null, givenName: null }] });
    expect(await stored()).toEqual([null, null]);
  });

  test('the title of a group can change, and a file without a title keeps it', async () => {
    const titled = (title?: object) => ({ groups: [{ name: 'staff', title }, 'students'] });
    const titles = async () => {
      const rows = await database.db.selectFrom('groups').select('title').orderBy('name').execute();
      return rows.map(({ title }) => title && JSON.parse(title));
    };
    const first = { uk: 'Працівники', en: 'Staff' };
    expect((await applied(titled(first))).groups.created).toHaveLength(2);
    expect(await titles()).toEqual([first, null]);
    expect((await applied(titled())).groups.unchanged).toBe(2);
    expect((await applied({ groups: ['staff'] })).groups.unchanged).toBe(1);
    const changed = { uk: 'Працівники', en: 'Employees' };
    expect((await applied(titled(changed))).groups).toEqual({
      created: [],
      updated: [{ name: 'staff', fields: ['title'] }],
      unchanged: 1,
    });
    expect(await titles()).toEqual([changed, null]);
  });

  test('the policy of a group for second factors can change, and a file without one keeps it', async () => {
    const staff = (secondFactor?: string | null) => ({ groups: [{ name: 'staff', secondFactor }] });
    const stored = async () => {
      const rows = await database.db.selectFrom('groups').select('second_factor').execute();
      return rows.map(({ second_factor }) => second_factor);
    };
    await applied(staff('required'));
    expect(await stored()).toEqual(['required']);
    const title = { uk: 'Працівники', en: 'Staff' };
    expect((await applied({ groups: [{ name: 'staff', title }] })).groups.updated).toEqual([
      { name: 'staff', fields: ['title'] },
    ]);
    expect(await stored()).toEqual(['required']);
    expect((await applied(staff('off'))).groups.updated).toEqual([
      { name: 'staff', fields: ['secondFactor'] },
    ]);
    expect((await applied(staff('off'))).groups.unchanged).toBe(1);
    await applied(staff(null));
    expect(await stored()).toEqual([null]);
  });

  test('creates groups, users and applications', async () => {
    const summary = await applied(whole);
    expect(summary).toMatchObject({
      groups: { created: [{ name: 'students' }, { name: 'staff' }], unchanged: 0 },
      users: { created: [{ name: 'O.Shevchenko' }, { name: 'taras' }], updated: [], unchanged: 0 },
      applications: { created: [{ name: 'library' }], updated: [], unchanged: 0 },
      passwordsSet: 2,
    });
    expect(await users()).toEqual([
      {
        ...blankRow,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        username: 'O.Shevchenko',
        username_key: 'o.shevchenko',
        full_name: 'Шевченко Олена',
        email: 'o@campus.example',
        email_key: 'o@campus.example',
        student_id: 'KB1',
        tax_id_hash: hashTaxId('1234567899', key),
        data: '{"faculty":"ФПМ","phone":null}',
        groups: '["students"]',
        password_hash: 'hash of correct horse',
        erased_at: null,
        version: 1,
        created_at: at,
        updated_at: at,
      },
      expect.objectContaining({
        username: 'taras',
        password_hash: '$argon2id$taras',
        email: null,
        groups: '[]',
        data: '{}',
      }),
    ]);
    expect(await createApplicationStore(database.db, () => at).all()).toHaveLength(1);
  });

  test('the second run of the same manifest writes nothing', async () => {
    await applied(whole);
    const before = await dump(database.db);
    expect(counts).toEqual({ hash: 1, verify: 0 });
    at += 1000;
    const summary = await applied(whole);
    expect(summary).toMatchObject({
      groups: { created: [], updated: [], unchanged: 2 },
      users: { created: [], updated: [], unchanged: 2 },
      applications: { created: [], updated: [], unchanged: 1 },
      passwordsSet: 0,
    });
    expect(counts).toEqual({ hash: 1, verify: 1 });
    expect(await dump(database.db)).toBe(before);
  });

  test('changes the given fields and keeps the others', async () => {
    await applied(whole);
    const before = await user('O.Shevchenko');
    at += 1000;
    const summary = await applied({
      users: [
        { username: 'o.shevchenko', email: null, groups: ['staff', 'students'] },
        { username: 'taras', password: 'new' },
      ],
    });
    expect(summary.users.updated).toEqual([
      { name: 'o.shevchenko', fields: ['username', 'email', 'groups'] },
      { name: 'taras', fields: ['password'] },
    ]);
    expect(await user('o.shevchenko')).toEqual({
      ...before,
      username: 'o.shevchenko',
      email: null,
      email_key: null,
      groups: '["staff","students"]',
      version: 2,
      updated_at: at,
    });
    expect(await user('taras')).toMatchObject({ password_hash: 'hash of new', full_name: 'Тарас' });
    await applied({ users: [{ username: 'taras', password: null, data: { a: 'b' } }] });
    expect(await user('taras')).toMatchObject({
      password_hash: null,
      data: '{"a":"b"}',
      version: 3,
    });
  });

  test('a group that another writer deletes meanwhile gets no members', async () => {
    await applied(whole);
    meanwhile = () => database.db.deleteFrom('groups').where('name', '=', 'staff').execute();
    const joining = { username: 'taras', groups: ['staff'] };
    const outcome = await run({ users: [joining, { ...taras, username: 'new' }] });
    expect(outcome).toEqual({ conflict: 'another change' });
    expect((await users()).map(({ groups }) => groups)).toEqual(['["students"]', '[]']);
    // a file that has the group creates it again
    await applied({ groups: ['staff'], users: [joining] });
    expect((await user('taras')).groups).toBe('["staff"]');
  });

  test('reports three issues and changes nothing', async () => {
    await applied(whole);
    expect(
      await refused({
        users: [
          { username: 'new' },
          { username: 'taras', email: 'x', groups: ['ghosts'] },
          { username: 'other', fullName: 'Other', taxId: olena.taxId },
        ],
        applications: [{ id: library.id, name: 'fine', protocol: { type: 'smtp' } }],
      }),
    ).toEqual([
      'users[0].fullName (new): is required for a new user',
      'users[1].email (taras): must be an email address',
      'users[1].groups (taras): there is no group ghosts: add it to groups',
      'users[2].taxId (other): is that of the user O.Shevchenko',
      'applications[0].protocol.type (fine): must be one of link',
    ]);
  });

  test('an empty manifest and a manifest of empty lists change nothing', async () => {
    for (const manifest of [{}, { users: [], groups: null }])
      expect((await applied(manifest)).users.unchanged).toBe(0);
    expect(await users()).toEqual([]);
  });

  describe('a username that is the email address of another user', () => {
    const anna = { username: 'anna', fullName: 'A', email: 'Chair@campus.example' };
    const chair = { username: 'chair@CAMPUS.example', fullName: 'C' };
    const isUsername = (of: string) => `is the username of ${of}`;
    const isEmail = (of: string) => `is the email address of ${of}`;

    test('is rejected within one file, in either order', async () => {
      expect(await refused({ users: [anna, chair] })).toEqual([
        `users[1].username (chair@CAMPUS.example): ${isEmail('users[0]')}`,
      ]);
      expect(await refused({ users: [chair, anna] })).toEqual([
        `users[1].email (anna): ${isUsername('users[0]')}`,
      ]);
    });

    test('is rejected for a new username that conflicts with the database', async () => {
      await applied({ users: [anna] });
      expect(await refused({ users: [chair] })).toEqual([
        `users[0].username (chair@CAMPUS.example): ${isEmail('the user anna')}`,
      ]);
      const wide = { ...chair, username: 'ｃhair@campus.example' };
      expect(await refused({ users: [wide] })).toHaveLength(1);
    });

    test('is rejected in every form in which the administration API refuses it', async () => {
      await applied({ users: [{ ...anna, email: 'Ö@x.example' }] });
      for (const username of ['Ö@x.example', 'Ö@X.EXAMPLE'.normalize('NFD')])
        expect(await refused({ users: [{ ...chair, username }] })).toEqual([
          expect.stringContaining(`: ${isEmail('the user anna')}`),
        ]);
    });

    test('is rejected if another writer adds the name meanwhile', async () => {
      await applied({ users: [chair] });
      meanwhile = () =>
        database.db
          .updateTable('users')
          .set({ email: 'chair2@campus.example', email_key: 'chair2@campus.example' })
          .execute();
      const outcome = await run({ users: [{ ...chair, username: 'chair2@campus.example' }] });
      expect(outcome).toEqual({ conflict: 'another change' });
      expect(await users()).toHaveLength(1);
    });

    test.runIf(kind === 'postgres')('waits for a writer of names', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>();
      await applied({ users: [chair] });
      const writer = database
        .again()
        .transaction()
        .execute(async (queries) => {
          const email = 'chair2@campus.example';
          await lockNames(queries, { email });
          hasWritten();
          await held;
          await queries.updateTable('users').set({ email, email_key: email }).execute();
        });
      await written;
      const outcome = run({ users: [{ ...chair, username: 'chair2@campus.example' }] });
      await untilWaiting(database.again(), 1);
      release();
      await writer;
      expect(await outcome).toEqual({ conflict: 'another change' });
    });

    test('is rejected for a new or changed address that conflicts with the database', async () => {
      await applied({ users: [chair, { username: 'boris', fullName: 'B' }] });
      const named = isUsername('the user chair@CAMPUS.example');
      expect(await refused({ users: [anna] })).toEqual([`users[0].email (anna): ${named}`]);
      expect(await refused({ users: [{ username: 'boris', email: anna.email }] })).toEqual([
        `users[0].email (boris): ${named}`,
      ]);
    });

    test('is accepted for an address removed in the same file and for the user’s own address', async () => {
      await applied({ users: [anna] });
      const own = { ...chair, email: 'CHAIR@campus.example' };
      await applied({ users: [own, { username: 'anna', email: null }] });
      await applied({ users: [{ username: 'anna', email: 'anna@campus.example' }] });
      expect((await user('chair@CAMPUS.example')).email).toBe('CHAIR@campus.example');
      await applied({ users: [own, { username: 'anna', fullName: 'Anna' }] });
      expect(await refused({ users: [{ username: 'anna', email: anna.email }] })).toHaveLength(1);
    });

    test('does not block other changes when the conflict is already stored', async () => {
      await applied({ users: [anna] });
      const email = 'chair@campus.example';
      await applied({ users: [{ ...chair, username: 'other' }] });
      const renamed = { username: email, username_key: email };
      const other = database.db.updateTable('users').set(renamed);
      await other.where('username', '=', 'other').execute();
      await applied({
        users: [
          { ...anna, fullName: 'Anna' },
          { ...chair, fullName: 'Chair' },
        ],
      });
    });
  });

  test('a typing error in a tax number is refused, but not in one that is stored already', async () => {
    const { taxId: _, ...rest } = olena;
    const typo = '1234567898';
    const reason =
      'users[0].taxId (O.Shevchenko): has a wrong check digit: look for a typing error';
    const groups = ['students'];
    expect(await refused({ groups, users: [{ ...rest, taxId: typo }] })).toEqual([reason]);
    await applied({ groups, users: [rest] });
    expect(await refused({ users: [{ ...rest, taxId: typo }] })).toEqual([reason]);
    await database.db
      .updateTable('users')
      .set({ tax_id_hash: hashTaxId(typo, key) })
      .execute();
    const changed = { ...rest, taxId: typo, givenName: 'Олена' };
    expect((await applied({ users: [changed] })).users.updated).toEqual([
      { name: 'O.Shevchenko', fields: ['givenName'] },
    ]);
  });

  test('a tax number may move from one user to another', async () => {
    const taxIds = (a: string | null, b: string | null) => ({
      users: [
        { username: 'a', fullName: 'A', taxId: a },
        { username: 'b', fullName: 'B', taxId: b },
      ],
    });
    await applied(taxIds('1111111118', '2222222225'));
    await applied(taxIds('2222222225', '1111111118'));
    expect((await user('a')).tax_id_hash).toBe(hashTaxId('2222222225', key));
    await applied(taxIds('1111111118', null));
    expect((await user('b')).tax_id_hash).toBeNull();
    await applied({
      users: [
        { username: 'c', fullName: 'C', taxId: '1111111118' },
        { username: 'a', taxId: null },
      ],
    });
    expect((await user('c')).tax_id_hash).toBe(hashTaxId('1111111118', key));
  });

  describe('passwords', () => {
    const renew = async (to: string) => {
      const { id, password_hash } = await user('taras');
      await new UserStore(database.db).renewPasswordHash(id, password_hash ?? '', to);
    };

    test('a hash renewed at sign-in counts as the given password', async () => {
      await applied(whole);
      await renew('$argon2id$newer');
      await renew('$argon2id$newest');
      const before = await dump(database.db);
      expect((await applied(whole)).users.updated).toEqual([]);
      expect(await dump(database.db)).toBe(before);
    });

    test('a password chosen by the user is kept, for both password forms in the file', async () => {
      const choose = async (to: string) => {
        const { id, password_hash: from } = await user('taras');
        const { setPassword } = new UserStore(database.db);
        expect(await setPassword(database.db, id, { from, to })).toBe(true);
      };
      await applied(whole);
      await renew('hash of the given one');
      await choose('$argon2id$chosen');
      await choose('$argon2id$chosen-again');
      const { id } = await user('taras');
      const { setPassword } = new UserStore(database.db);
      const late = { from: '$argon2id$chosen', to: '$argon2id$late' };
      expect(await setPassword(database.db, id, late)).toBe(false);
      expect(await setPassword(database.db, id, { ...late, from: null })).toBe(false);
      const asDisabled = database.db.transaction().execute(async (transaction) => {
        await transaction.updateTable('users').set({ disabled: 1 }).where('id', '=', id).execute();
        const from = '$argon2id$chosen-again';
        expect(await setPassword(transaction, id, { from, to: '$argon2id$late' })).toBe(false);
        throw new Error('as it was');
      });
      await expect(asDisabled).rejects.toThrow('as it was');
      const before = await dump(database.db);
      expect((await applied(whole)).users.updated).toEqual([]);
      const { passwordHash: _, ...rest } = taras;
      const inPlain = (password: string) => applied({ users: [{ ...rest, password }] });
      expect((await inPlain('the given one')).users.updated).toEqual([]);
      expect(await dump(database.db)).toBe(before);
      expect((await inPlain('a new one')).passwordsSet).toBe(1);
      expect(await user('taras')).toMatchObject({ password_given: null });
      expect((await inPlain('the given one')).passwordsSet).toBe(1);
    });

    test('another hash replaces the password permanently', async () => {
      await applied(whole);
      await renew('$argon2id$newer');
      const other = { ...taras, passwordHash: '$argon2id$other' };
      const link = { user_id: (await user('taras')).id, token_hash: 'of a link', expires_at: 9e12 };
      await database.db.insertInto('password_resets').values(link).execute();
      await applied({ users: [other] });
      expect(await database.db.selectFrom('password_resets').selectAll().execute()).toEqual([]);
      expect(await user('taras')).toMatchObject({
        password_hash: '$argon2id$other',
        password_renewed_from: null,
      });
      expect((await applied({ users: [taras] })).passwordsSet).toBe(1);
    });

    test('apply keeps a hash renewed during the run', async () => {
      await applied(whole);
      meanwhile = () => renew('$argon2id$newer');
      await applied({ users: [{ ...taras, fullName: 'Тарас Григорович' }] });
      expect(await user('taras')).toMatchObject({
        full_name: 'Тарас Григорович',
        password_hash: '$argon2id$newer',
      });
    });

    test('hashing runs in parallel up to a limit', async () => {
      let [running, most] = [0, 0];
      const one = deps();
      const slowly = async (password: string) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return password;
      };
      const manifest = {
        users: Array.from({ length: 50 }, (_, n) => ({
          username: `u${n}`,
          fullName: 'U',
          password: `p${n}`,
        })),
      };
      one.passwords = { ...one.passwords, hash: slowly, concurrency: 3 };
      await apply(JSON.stringify(manifest), undefined, one);
      expect(most).toBe(3);
      expect((await users()).map((row) => row.password_hash).sort()).toEqual(
        manifest.users.map(({ password }) => password).sort(),
      );
    });
  });

  describe('sessions', () => {
    async function openSession(username: string) {
      const session = { uid: username, id_hash: username, user_id: (await user(username)).id };
      const times = { verified_at: 0, created_at: 0, seen_at: 0, expires_at: 1 };
      await database.db
        .insertInto('sessions')
        .values({ ...session, method: 'password', ...times })
        .execute();
    }
    const sessions = async () =>
      (await database.db.selectFrom('sessions').select('uid').orderBy('uid').execute()).map(
        ({ uid }) => uid,
      );

    test('do not begin with a ticket issued for an old password', async () => {
      await applied(whole);
      const times = { verified_at: 0, created_at: 0, expires_at: 1, consumed_at: null };
      for (const name of ['O.Shevchenko', 'taras'])
        await database.db
          .insertInto('sign_in_tickets')
          .values({
            id_hash: name,
            user_id: (await user(name)).id,
            method: 'password',
            ...times,
          })
          .execute();
      await applied({ users: [{ username: 'taras', password: 'another password' }] });
      const left = await database.db.selectFrom('sign_in_tickets').select('id_hash').execute();
      expect(left).toEqual([{ id_hash: 'O.Shevchenko' }]);
    });

    test('a new password deletes the trusted devices of the user', async () => {
      await applied(whole);
      for (const name of ['O.Shevchenko', 'taras'])
        await database.db
          .insertInto('trusted_devices')
          .values({ device_hash: name, user_id: (await user(name)).id, seen_at: 0 })
          .execute();
      await applied({ users: [{ username: 'taras', password: 'another password' }] });
      const left = await database.db.selectFrom('trusted_devices').select('device_hash').execute();
      expect(left).toEqual([{ device_hash: 'O.Shevchenko' }]);
    });

    test('end for a user with a new password, and for no other user', async () => {
      await applied(whole);
      await openSession('O.Shevchenko');
      await openSession('taras');
      await applied({ users: [{ username: 'taras', password: 'another password' }] });
      expect(await sessions()).toEqual(['O.Shevchenko']);
    });

    test('end for a disabled user, and for no other user', async () => {
      await applied(whole);
      await openSession('O.Shevchenko');
      await openSession('taras');
      await applied({
        users: [
          { username: 'taras', disabled: true },
          { username: 'O.Shevchenko', email: null },
        ],
      });
      expect(await sessions()).toEqual(['O.Shevchenko']);
    });

    test('created while the user was disabled do not survive re-enabling', async () => {
      await applied({ users: [{ ...taras, disabled: true }] });
      await openSession('taras');
      await applied({ users: [{ username: 'taras', disabled: false }] });
      expect(await sessions()).toEqual([]);
    });
  });

  describe('a concurrent writer', () => {
    const addSomebody = (username: string, taxId: string | null = null) =>
      database.db
        .insertInto('users')
        .values({
          id: username,
          username,
          username_key: username,
          full_name: 'S',
          tax_id_hash: taxId && hashTaxId(taxId, key),
          data: '{}',
          groups: '[]',
          disabled: 0,
          version: 1,
          created_at: 0,
          updated_at: 0,
        })
        .execute();

    /** What comes of a manifest when somebody does something meanwhile; only that may have happened. */
    async function conflict(manifest: unknown, change: () => Promise<unknown>, once?: string) {
      let after = '';
      meanwhile = async () => {
        await change();
        after = await dump(database.db);
      };
      const outcome = await run(manifest, once);
      expect(await dump(database.db)).toBe(after);
      return 'issues' in outcome ? outcome.issues.map(issueLine) : outcome;
    }

    test('changes the same user: the whole run is rejected', async () => {
      await applied(whole);
      const change = async () => {
        await database.db
          .updateTable('users')
          .set({ version: 2, full_name: 'X' })
          .where('username', '=', 'taras')
          .execute();
      };
      const manifest = {
        groups: ['more'],
        users: [
          { username: 'new', fullName: 'N' },
          { username: 'taras', email: 'a@b.c' },
        ],
      };
      expect(await conflict(manifest, change)).toEqual({ conflict: 'another change' });
    });

    test('adds the same user: the whole run is rejected', async () => {
      expect(await conflict(whole, () => addSomebody('taras'))).toEqual({
        conflict: 'another change',
      });
    });

    test('takes the tax number: the issue names that user', async () => {
      expect(await conflict(whole, () => addSomebody('somebody', olena.taxId))).toEqual([
        'users[0].taxId (O.Shevchenko): is that of the user somebody',
      ]);
    });

    test('takes the name of an application: the issue names the other application', async () => {
      const id = '11111111-7e55-4d0a-b6a3-93f1e86b0c44';
      const change = () =>
        createApplicationStore(database.db, () => 0).insert(database.db, {
          ...blankFacts(),
          ...library,
          id,
          access: 'everyone',
          protocol: { type: 'link', settings: {} },
        });
      expect(await conflict(whole, change)).toEqual([
        `applications[0].name (library): is the name of the application ${id}`,
      ]);
    });

    test('changes the same application: the whole run is rejected', async () => {
      await applied(whole);
      const store = createApplicationStore(database.db, () => 0);
      const change = async () => {
        const [stored] = await store.allStored();
        if (stored) await store.replace(database.db, stored);
      };
      const manifest = {
        users: [{ username: 'taras', email: 'a@b.c' }],
        applications: [{ id: library.id, name: 'books' }],
      };
      expect(await conflict(manifest, change)).toEqual({ conflict: 'another change' });
    });

    test('applies the same manifest with --once: the run reports it', async () => {
      const change = () =>
        database.db
          .insertInto('applied_manifests')
          .values({ name: 'demo', applied_at: 0 })
          .execute();
      expect(await conflict({ groups: ['a'] }, change, 'demo')).toEqual({
        conflict: 'same manifest',
      });
    });

    test('two parallel runs: one is applied completely, the other can be repeated', async () => {
      const other = database.again();
      const manifest = (name: string) =>
        JSON.stringify({
          users: Array.from({ length: 300 }, (_, n) => ({ username: `u${n}`, fullName: name })),
        });
      const outcomes = await Promise.all([
        apply(manifest('one'), undefined, deps()),
        apply(manifest('two'), undefined, { ...deps(), db: other }),
      ]);
      const names = new Set((await users()).map(({ full_name }) => full_name));
      expect(names.size).toBe(1);
      expect(outcomes.some((outcome) => 'summary' in outcome)).toBe(true);
    });
  });

  test('--once is stored with its name and time, even without changes', async () => {
    await applied({ groups: ['a'] }, 'demo');
    await applied({}, 'nothing');
    const marks = await database.db
      .selectFrom('applied_manifests')
      .selectAll()
      .orderBy('name')
      .execute();
    expect(marks).toEqual([
      { name: 'demo', applied_at: at },
      { name: 'nothing', applied_at: at },
    ]);
  });

  test('a thousand users are written in batches, then updated', async () => {
    const make = (suffix: string) => ({
      users: Array.from({ length: 1001 }, (_, n) => ({
        username: `u${n}`,
        fullName: `U ${n}${suffix}`,
        taxId: taxIdFrom(100_000_000 + n),
      })),
    });
    expect((await applied(make(''))).users.created).toHaveLength(1001);
    expect((await applied(make(''))).users.unchanged).toBe(1001);
    expect((await applied(make(' x'))).users.updated).toHaveLength(1001);
    const rows = await users();
    expect(rows).toHaveLength(1001);
    for (const row of rows) expect(row.full_name).toBe(`U ${row.username.slice(1)} x`);
  });
});
