// `admin`: grants, revokes and lists roles of administration.

import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commandContext } from '../../test/support/command-context.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../test/support/world.ts';
import { readConfig } from '../app/config.ts';
import { revokeRole, rolesOf } from '../users/roles/role-store.ts';
import { runAdmin } from './admin.ts';
import { systemUser } from './system-user.ts';

const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;

describeOnDatabases('admin', (kind) => {
  let world: World;
  let said: string[];
  let complained: string[];
  let username: string;
  beforeEach(async () => {
    world = await makeWorld(kind);
    said = [];
    complained = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(`${line}`));
    vi.spyOn(console, 'error').mockImplementation((line) => void complained.push(`${line}`));
    ({ username } = await world.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', world.olena)
      .executeTakeFirstOrThrow());
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  function run(...args: string[]) {
    const { address } = world;
    const place =
      'postgresUrl' in address
        ? { DATABASE_URL: address.postgresUrl }
        : { DATA_DIR: dirname(address.sqliteFile) };
    const env = {
      ...place,
      LOG_LEVEL: 'silent',
      DATA_KEY: world.keys.data.toString('hex'),
      TAX_ID_KEY: world.keys.taxId.toString('hex'),
    };
    return runAdmin(args, commandContext(readConfig(env, () => '')));
  }
  const eventsOf = async (userId: string) => {
    const events = world.db.selectFrom('events').select(['type', 'actor', 'details']);
    const rows = await events.where('user_id', '=', userId).orderBy('at').execute();
    return rows.map(({ type, actor, details }) => [type, actor, JSON.parse(details ?? '{}')]);
  };

  test('a granted role is listed and stored with its event; granting it again changes nothing', async () => {
    expect(await run('grant', username.toUpperCase())).toBe(0);
    expect(await run('grant', username)).toBe(0);
    expect(await run('grant', username, '--role', 'auditor')).toBe(0);
    expect(said).toEqual([
      'Granted: administrator.',
      'The user has this role already: administrator.',
      'Granted: auditor.',
    ]);
    expect(await rolesOf(world.db, world.olena)).toEqual(['administrator', 'auditor']);
    expect(await eventsOf(world.olena)).toEqual([
      ['role.granted', 'server', { role: 'administrator', systemUser: systemUser() }],
      ['role.granted', 'server', { role: 'auditor', systemUser: systemUser() }],
    ]);
    said = [];
    expect(await run('list')).toBe(0);
    const [heads, administrator, auditor] = (said[0] ?? '').split('\n');
    expect(heads).toMatch(/^ROLE +USERNAME +NAME +DISABLED +SINCE$/);
    expect(administrator).toMatch(RegExp(`^administrator +${username} .* no +${time}$`));
    expect(auditor).toMatch(RegExp(`^auditor +${username} .* no +${time}$`));
  });

  test('the only enabled administrator stays', async () => {
    await run('grant', username);
    const disabled = await addUser(world.db, { username: 'disabled.admin' }, world.passwordHash);
    await run('grant', 'disabled.admin');
    await world.db.updateTable('users').set({ disabled: 1 }).where('id', '=', disabled).execute();
    expect(await run('revoke', username)).toBe(1);
    expect(complained).toEqual([
      'This is the only enabled administrator. Grant the role to another user first.',
    ]);
    expect(await rolesOf(world.db, world.olena)).toEqual(['administrator']);
    // a disabled one may go
    expect(await run('revoke', 'disabled.admin')).toBe(0);
    expect(await rolesOf(world.db, disabled)).toEqual([]);
    await addUser(world.db, { username: 'second.admin' }, world.passwordHash);
    await run('grant', 'second.admin');
    expect(await run('revoke', username)).toBe(0);
    expect(await rolesOf(world.db, world.olena)).toEqual([]);
    expect((await eventsOf(world.olena)).at(-1)).toEqual([
      'role.revoked',
      'server',
      { role: 'administrator', systemUser: systemUser() },
    ]);
  });

  test('of two administrators who are removed at once, one stays', { tags: 'race' }, async () => {
    const second = await addUser(world.db, { username: 'second.admin' }, world.passwordHash);
    await run('grant', username);
    await run('grant', 'second.admin');
    const results = await Promise.all(
      [world.olena, second].map((userId) =>
        world.db
          .transaction()
          .execute((queries) => revokeRole(queries, { userId, role: 'administrator' })),
      ),
    );
    expect(results.sort()).toEqual(['last-administrator', 'revoked']);
  });

  test('a token of the user has the given permissions, which the roles of the user must have', async () => {
    expect(await run('token', username, '--name', 'first')).toBe(1);
    await run('grant', username, '--role', 'auditor');
    expect(await run('token', username, '--name', 'first', '--scope', 'users.write')).toBe(1);
    expect(complained).toEqual([
      'The user does not have a role.',
      'The user does not have these permissions: users.write.',
    ]);
    expect(await world.db.selectFrom('api_tokens').selectAll().execute()).toEqual([]);
    await run('grant', username, '--role', 'operator');
    complained = [];
    expect(await run('token', username, '--name', 'first', '--scope', 'users.write')).toBe(1);
    expect(complained).toEqual(['users.write needs users.read too.']);
    expect(await world.db.selectFrom('api_tokens').selectAll().execute()).toEqual([]);
    await run('revoke', username, '--role', 'operator');
    said = [];
    const scopes = ['--scope', 'groups.read', '--scope', 'users.read'];
    world.clock.now = Date.now();
    expect(await run('token', username, '--name', 'first', ...scopes, '--days', '2')).toBe(0);
    expect(said).toHaveLength(1);
    const headers = { authorization: `Bearer ${said[0]}` };
    const self = await world.send({ url: '/api/admin/me', headers });
    expect(self.json()).toMatchObject({ id: world.olena, roles: ['auditor'] });
    expect(self.json().permissions.sort()).toEqual(['groups.read', 'users.read']);
    const [row] = await world.db.selectFrom('api_tokens').selectAll().execute();
    expect((row?.expires_at ?? 0) - (row?.created_at ?? 0)).toBe(2 * 24 * 3_600_000);
    expect((await eventsOf(world.olena)).at(-1)).toEqual([
      'token.created',
      'server',
      {
        systemUser: systemUser(),
        token: row?.id,
      },
    ]);
    expect(world.lines.join('') + JSON.stringify(row)).not.toContain(said[0]);
    expect(await run('token', username, '--name', 'everything')).toBe(0);
    const all = { authorization: `Bearer ${said[1]}` };
    const keys = await world.send({ url: '/api/admin/keys', headers: all });
    expect(keys.statusCode).toBe(200);
  });

  test('refused: unknown and disabled users, absent and unknown roles', async () => {
    await addUser(world.db, { username: 'former', disabled: true }, world.passwordHash);
    expect(await run('list')).toBe(0);
    expect(said).toEqual(['None.']);
    expect(await run('grant', 'no.such.user')).toBe(1);
    expect(await run('grant', 'former')).toBe(1);
    expect(await run('revoke', username, '--role', 'operator')).toBe(1);
    expect(complained).toEqual([
      'There is no user no.such.user.',
      'The user former is disabled; enable the user first.',
      'The user does not have this role: operator.',
    ]);
    for (const args of [
      ['grant', username, '--role', 'root'],
      ['grant'],
      ['grant', username, 'more'],
      ['list', username],
      ['list', '--role', 'auditor'],
      ['promote', username],
      ['grant', username, '--force'],
      ['grant', username, '--days', '3'],
      ['list', '--days', '3'],
      ['token', username],
      ['token', username, '--name', ' '],
      ['token', username, '--name', 'x', '--role', 'auditor'],
      ['token', username, '--name', 'x', '--days', '0'],
      ['token', username, '--name', 'x', '--days', '367'],
      ['token', username, '--name', 'x', '--days', 'two'],
      ['token', username, '--name', 'x', '--scope', 'everything'],
    ])
      expect(await run(...args)).toBe(2);
    expect(complained.at(-1)).toContain('(1 to 366)');
    expect(await world.db.selectFrom('user_roles').selectAll().execute()).toEqual([]);
  });
});
