// Erasing a user deletes all personal data. A new table with data of users fails here until the erasure handles it.

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../test/support/admin/callers.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { importsOf } from '../../../test/support/import/import-run.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { deletedTables, eraseUser, notifiedTables } from '../../users/lifecycle/erase-user.ts';
import { createUsernameHash } from '../../users/lifecycle/former-usernames.ts';
import { createExternalIdHash } from '../../users/sources/erased-persons.ts';
import { pageOfRows } from '../import/import-store.ts';

describe.each(databaseKinds)('erasing users, on %s', (kind) => {
  let world: World;
  let admin: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
  });
  afterEach(() => world.close());

  const erase = (id: string) => callRoute(world, 'eraseUser', admin, { params: { id } });

  test('every table with ids of users is handled', async () => {
    const tables = await world.db.introspection.getTables({ withInternalKyselyTables: false });
    const ofUsers = tables.filter(({ columns }) =>
      columns.some(({ name }) => name === 'user_id' || name.endsWith('_user_id')),
    );
    // triggers delete the rows of two; the erasure keeps some for notifications, events without networks, and hashes of persons
    const kept = ['user_search', 'group_members', 'events', 'source_links'];
    const handled = [...deletedTables, ...notifiedTables, ...kept];
    expect(ofUsers.map(({ name }) => name).sort()).toEqual(handled.sort());
    const columns = tables.flatMap(({ name, columns: own }) =>
      own
        .filter(({ name: column }) => /(_id|_by)$/.test(column))
        .map((one) => `${name}.${one.name}`),
    );
    // other columns with ids of users: the administrator of an access code types a name, events and bulk changes keep who acted
    expect(
      columns.filter((name) => /(actor|sponsor|owner|issued|created)_?(id|by)$/.test(name)).sort(),
    ).toEqual([
      'access_codes.issued_by',
      'bulk_changes.actor_id',
      'events.actor_id',
      'imports.actor_id',
      'sourced_users.sponsor_id',
      'users.sponsor_id',
    ]);
  });

  test('the preview reports the same as the erasure, and changes nothing', async () => {
    await world.signIn();
    const preview = async () =>
      (await callRoute(world, 'previewErasure', admin, { params: { id: world.olena } })).json();
    const events = ({ what }: { what: string }) => what !== 'events';
    const before = await preview();
    expect(before.deleted).toContainEqual({ what: 'sessions', count: 1 });
    const after = await preview();
    expect(after.deleted).toEqual(before.deleted);
    const { deleted, kept } = (await erase(world.olena)).json();
    expect(deleted).toEqual(before.deleted);
    // the previews are events, too
    expect(kept.filter(events)).toEqual(before.kept.filter(events));
    const gone = { params: { id: crypto.randomUUID() } };
    expect((await callRoute(world, 'previewErasure', admin, gone)).statusCode).toBe(404);
  });

  test('deletes the data, keeps what the report names, and frees no username', async () => {
    await world.signIn();
    const details = JSON.stringify({ issuedBy: 'Шевченко', reason: 'lost' });
    const explained = { at: world.clock.now, count: 1, actor: 'administrator', details };
    await world.db
      .insertInto('events')
      .values([
        { ...explained, id: 'a', type: 'factors.reset', user_id: world.olena },
        { ...explained, id: 'b', type: 'factors.reset', actor_id: world.olena },
      ])
      .execute();
    const guest = await addUser(world.db, { username: 'guest' }, world.passwordHash);
    await world.db
      .updateTable('users')
      .set({ sponsor_id: world.olena })
      .where('id', '=', guest)
      .execute();
    await world.db
      .insertInto('secondary_emails')
      .values({
        user_id: world.olena,
        email: 'private@mail.example',
        created_at: 1,
        confirmed_at: 1,
        token_hash: null,
        token_expires_at: null,
      })
      .execute();
    const ofUser = world.db.selectFrom('group_members').where('user_id', '=', world.olena);
    const { length: memberships } = await ofUser.select('group_name').execute();
    const response = await erase(world.olena);
    expect(response.statusCode).toBe(200);
    const report = response.json();
    expect(report.id).toBe(world.olena);
    for (const what of ['profile', 'sessions', 'secondary-emails', 'trusted-devices'])
      expect(report.deleted).toContainEqual({ what, count: 1 });
    expect(report.deleted).toContainEqual({ what: 'group-members', count: memberships });
    expect(report.kept.map(({ what }: { what: string }) => what)).toEqual([
      'username-hash',
      'events',
      'guests',
    ]);
    for (const table of [...deletedTables, ...notifiedTables, 'group_members'] as const) {
      const rows = world.db.selectFrom(table).select('user_id').where('user_id', '=', world.olena);
      expect([table, await rows.execute()]).toEqual([table, []]);
    }
    const users = await world.db.selectFrom('users').selectAll().execute();
    expect(JSON.stringify(users)).not.toMatch(/shevchenko|шевченко/i);
    const events = await world.db
      .selectFrom('events')
      .select(['network', 'browser', 'system'])
      .where('user_id', '=', world.olena)
      .where('actor', '!=', 'administrator')
      .execute();
    expect(events.length).toBeGreaterThan(0);
    for (const event of events)
      expect(event).toEqual({ network: null, browser: null, system: null });
    const all = await world.db.selectFrom('events').selectAll().execute();
    expect(JSON.stringify(all)).not.toContain('Шевченко');
    for (const username of ['o.shevchenko', 'O.SHEVCHENKO']) {
      const body = { username, fullName: 'Інша' };
      const again = await callRoute(world, 'createUser', admin, { body });
      expect([again.statusCode, again.json().fields]).toEqual([
        409,
        { username: 'belonged to an erased user' },
      ]);
    }
    expect((await erase(world.olena)).statusCode).toBe(404);
  });

  test('no username that another user took beforehand prevents an erasure', async () => {
    await addUser(world.db, { username: `erased-${world.olena}` }, world.passwordHash);
    expect((await erase(world.olena)).statusCode).toBe(200);
  });

  test('a username that is erased during a creation is not freed', async () => {
    const body = { username: 'o.shevchenko', fullName: 'Інша' };
    const create = () => callRoute(world, 'createUser', admin, { body });
    const created: ReturnType<typeof create>[] = [];
    await world
      .again()
      .transaction()
      .execute(async (erasing) => {
        const deps = {
          revokeUsers,
          hashUsername: createUsernameHash(world.keys.data),
          hashExternalId: createExternalIdHash(world.keys.data),
        };
        const forgetResponses = async () => undefined;
        const user = { id: world.olena, username: 'x', usernameKey: 'o.shevchenko' };
        await eraseUser(erasing, user, { ...deps, forgetResponses, at: world.clock.now });
        // SQLite has one writer at a time
        if (kind === 'sqlite') return;
        created.push(create());
        const waiting = sql`select 1 from pg_locks where not granted
          and pid in (select pid from pg_stat_activity where datname = current_database())`;
        const count = async () => (await waiting.execute(world.db)).rows.length;
        await expect.poll(count, { timeout: 5000, interval: 20 }).toBeGreaterThan(0);
      });
    const response = await (created[0] ?? create());
    expect([response.statusCode, response.json().fields]).toEqual([
      409,
      { username: 'belonged to an erased user' },
    ]);
  });

  test('leaves nothing of an administrator, and no stored response about a user', async () => {
    const secondId = await addCaller(world, 'second', ['administrator']);
    const second = await strongSession(world, 'second');
    await callRoute(world, 'readUser', second, { params: { id: world.olena } });
    const headers = { 'idempotency-key': 'one' };
    const create = (username: string, caller: Caller) =>
      callRoute(world, 'createUser', caller, { body: { username, fullName: username }, headers });
    const { id } = (await create('private', admin)).json();
    await create('other', second);
    const code = { code_hash: 'x', reason: 'lost', created_at: 1, expires_at: 9e12 };
    const details = JSON.stringify({ issuedBy: 'second, admin', reason: 'lost' });
    await world.db
      .insertInto('access_codes')
      .values({ ...code, user_id: world.olena, issued_by: 'second, admin' })
      .execute();
    await world.db
      .insertInto('events')
      .values({
        id: 'by both',
        at: world.clock.now,
        type: 'factors.reset',
        count: 1,
        details,
        actor: 'administrator',
        actor_id: admin.userId,
        user_id: world.olena,
      })
      .execute();
    const responses = () => world.db.selectFrom('idempotent_requests').selectAll().execute();
    expect(await responses()).toHaveLength(2);
    expect((await erase(id)).statusCode).toBe(200);
    expect(await responses()).toHaveLength(1);
    await world.db.deleteFrom('user_roles').where('user_id', '=', secondId).execute();
    expect((await erase(secondId)).statusCode).toBe(200);
    const acted = await world.db
      .selectFrom('events')
      .select(['network', 'browser', 'system', 'session_uid'])
      .where('actor_id', '=', secondId)
      .execute();
    expect(acted.length).toBeGreaterThan(0);
    for (const event of acted)
      expect(event).toEqual({ network: null, browser: null, system: null, session_uid: null });
    const codes = await world.db.selectFrom('access_codes').select('issued_by').execute();
    expect(codes).toEqual([{ issued_by: 'erased' }]);
    const all = await world.db.selectFrom('events').selectAll().execute();
    expect(JSON.stringify(all)).not.toContain('second, admin');
  });

  test('the emptied row stays until the applications are notified', async () => {
    await world.signIn();
    const session = await world.db
      .selectFrom('sessions')
      .select('uid')
      .where('user_id', '=', world.olena)
      .executeTakeFirstOrThrow();
    const grant = { id: 'grant', client_id: 'gone', user_id: world.olena, sid: 'sid' };
    await world.db
      .insertInto('oidc_grants')
      .values({
        ...grant,
        session_uid: session.uid,
        logout_due_at: world.clock.now + 60_000,
        created_at: 1,
        expires_at: 9e12,
        logout_attempts: 0,
      })
      .execute();
    const report = (await erase(world.olena)).json();
    expect(report.kept).toContainEqual(
      expect.objectContaining({ what: 'notifications', count: 1 }),
    );
    expect(report.deleted.map(({ what }: { what: string }) => what)).not.toContain('oidc-grants');
    const row = () =>
      world.db.selectFrom('users').selectAll().where('id', '=', world.olena).executeTakeFirst();
    expect(await row()).toMatchObject({ full_name: 'erased', email: null, disabled: 1 });
    const params = { id: world.olena };
    for (const id of ['readUser', 'updateUser', 'eraseUser'] as const) {
      const input = { params, ...(id === 'updateUser' && { body: {} }) };
      expect((await callRoute(world, id, admin, input)).statusCode).toBe(404);
    }
    const { items } = (await callRoute(world, 'listUsers', admin)).json();
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(world.olena);
    await world.db.updateTable('oidc_grants').set({ logout_due_at: null }).execute();
    world.clock.now += 5000;
    await expect.poll(row, { timeout: 3000, interval: 50 }).toBeUndefined();
    expect(await world.db.selectFrom('oidc_grants').select('id').execute()).toEqual([]);
  });

  test('the emptied row keeps nothing that identifies the user', async () => {
    const users = world.db.updateTable('users').where('id', '=', world.olena);
    const identifying = { tax_id_hash: 'hash', student_id: 'KB-1', employee_id: 'E-1' };
    await users.set(identifying).execute();
    await world.db
      .insertInto('oidc_grants')
      .values({
        id: 'grant',
        client_id: 'gone',
        user_id: world.olena,
        sid: 'sid',
        logout_due_at: world.clock.now + 60_000,
        created_at: 1,
        expires_at: 9e12,
        logout_attempts: 0,
      })
      .execute();
    await erase(world.olena);
    const row = world.db.selectFrom('users').selectAll().where('id', '=', world.olena);
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({
      tax_id_hash: null,
      student_id: null,
      employee_id: null,
      password_hash: null,
    });
  });

  test('of a person of a source, a keyed hash stays, by which no import adds the person again', async () => {
    await world.db.insertInto('groups').values({ name: 'g', created_at: 0 }).execute();
    const hashExternalId = createExternalIdHash(world.keys.data);
    const imports = importsOf(world.db, () => world.clock.now, { hashExternalId });
    await imports.source('students');
    const person = {
      externalId: 'КВ-777',
      facts: { fullName: 'Стерта', email: 'erased@campus.example', data: { note: 'Секрет' } },
      username: 'stered',
      taxIdHash: 'the hash of a number',
      memberships: [{ group: 'g', validFrom: null, validUntil: null }],
    };
    const other = { externalId: '2', facts: { fullName: 'Інша' }, username: 'other' };
    await imports.run('students', [person, other]);
    const changed = { ...person, facts: { ...person.facts, fullName: 'Стерта Двічі' } };
    await imports.run('students', [changed, other]);
    const { id } = await world.db
      .selectFrom('users')
      .select('id')
      .where('username_key', '=', 'stered')
      .executeTakeFirstOrThrow();
    const guest = await world.db
      .selectFrom('users')
      .select('id')
      .where('username_key', '=', 'other')
      .executeTakeFirstOrThrow();
    await world.db
      .updateTable('sourced_users')
      .set({ sponsor_id: id, sponsor_until: 5 })
      .where('user_id', '=', guest.id)
      .execute();
    const report = (await erase(id)).json();
    expect(report.deleted).toContainEqual({ what: 'sourced-users', count: 1 });
    expect(report.kept).toContainEqual(expect.objectContaining({ what: 'source-links', count: 1 }));
    const tables = ['source_links', 'import_rows', 'sourced_users', 'users', 'events'] as const;
    for (const table of tables) {
      const rows = JSON.stringify(await world.db.selectFrom(table).selectAll().execute());
      for (const text of ['КВ-777', 'Стерта', 'erased@', 'Секрет', 'stered', 'hash of a number'])
        expect([table, text, rows.includes(text)]).toEqual([table, text, false]);
    }
    const ofGuest = world.db.selectFrom('sourced_users').selectAll();
    expect(await ofGuest.where('user_id', '=', guest.id).executeTakeFirst()).toMatchObject({
      sponsor_id: null,
      kept: 1,
      kept_until: 5,
    });
    const again = await imports.run('students', [person, other]);
    expect(again.counts).toMatchObject({ rejected: 1, created: 0, left: 0 });
    const [row] = await pageOfRows(world.db, again.id, { after: -1, limit: 10 });
    expect(row).toMatchObject({ kind: 'rejected', code: 'erased-user' });
  });

  test('an administrator is not erased without losing the role first', async () => {
    const secondId = await addCaller(world, 'second', ['administrator']);
    for (const id of [admin.userId, secondId]) {
      const refused = await erase(id);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'admin.conflict']);
    }
    const role = { params: { id: admin.userId, role: 'administrator' } };
    expect((await callRoute(world, 'revokeRole', admin, role)).statusCode).toBe(204);
    const params = { id: admin.userId };
    const second = await strongSession(world, 'second');
    expect((await callRoute(world, 'eraseUser', second, { params })).statusCode).toBe(200);
  });
});
