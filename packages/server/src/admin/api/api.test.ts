// The administration API as a whole: its lists, problem details and OpenAPI document. `matrix.test.ts` tests permissions.

import path from 'node:path';
import type { Role } from '@brama/contract/admin/roles';
import { type AdminRoute, problem } from '@brama/contract/admin/route';
import { adminRoutes, openApiPath } from '@brama/contract/admin/routes';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { grantRole } from '../roles/role-store.ts';

/** Public names that must not change. `npx vitest run -u` writes it. */
const documentFile = path.join(import.meta.dirname, '../../../../../docs/openapi.json');

describe.each(databaseKinds)('administration API, on %s', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  const grant = (role: Role) => grantRole(world.db, { userId: world.olena, role, at: 1 });
  const call = (url: string, cookie = '', method: AdminRoute['method'] = 'GET') =>
    world.send({ method, url: url.replace(':id', world.olena), headers: { cookie } });

  test('a revoked role ends access at once', async () => {
    await grant('auditor');
    const cookie = await world.signIn();
    expect((await call('/api/admin/users', cookie)).statusCode).toBe(200);
    await world.db.deleteFrom('user_roles').execute();
    expect((await call('/api/admin/users', cookie)).statusCode).toBe(403);
  });

  describe('lists of users', () => {
    let cookie: string;
    beforeEach(async () => {
      await grant('auditor');
      cookie = await world.signIn();
      for (const username of ['б.перший', 'a.second', 'z.third'])
        await addUser(world.db, { username, disabled: username[0] === 'z' }, world.passwordHash);
    });

    test('pages contain every user once, by username', async () => {
      const rows = await world.db.selectFrom('users').select('username').execute();
      const listed: string[] = [];
      let cursor = '';
      do {
        const url = `/api/admin/users?limit=2${cursor && `&cursor=${cursor}`}`;
        const { items, next } = (await call(url, cookie)).json();
        expect(items.length).toBeLessThanOrEqual(2);
        listed.push(...items.map((item: { username: string }) => item.username));
        cursor = next ?? '';
      } while (cursor !== '');
      expect(listed.toSorted()).toEqual(rows.map(({ username }) => username).sort());
      expect(new Set(listed).size).toBe(rows.length);
    });

    test('filters, and refuses what it does not know, by field', async () => {
      const { items } = (await call('/api/admin/users?disabled=true', cookie)).json();
      expect(items.map((item: { username: string }) => item.username)).toContain('z.third');
      const { next } = (await call('/api/admin/users?limit=1', cookie)).json();
      for (const [query, field] of [
        ['limit=0', 'limit'],
        ['limit=201', 'limit'],
        ['limit=two', 'limit'],
        ['disabled=perhaps', 'disabled'],
        ['password_hash=x', 'password_hash'],
        [`cursor=${next}&disabled=true`, 'cursor'],
        ['cursor=x', 'cursor'],
        [`cursor=${Buffer.from('["a",{},[]]').toString('base64url')}`, 'cursor'],
      ]) {
        const response = await call(`/api/admin/users?${query}`, cookie);
        const { code, fields } = problem.parse(response.json());
        expect([query, response.statusCode, code]).toEqual([query, 400, 'request.invalid']);
        expect([query, Object.keys(fields ?? {})]).toEqual([query, [field]]);
      }
    });
  });

  test('who reads the page of a user is recorded; unknown users are not found', async () => {
    await grant('operator');
    const cookie = await world.signIn();
    const other = await addUser(world.db, { username: 'other' }, world.passwordHash);
    const { statusCode, body } = await call(`/api/admin/users/${other}`, cookie);
    expect([statusCode, JSON.parse(body).username]).toEqual([200, 'other']);
    expect(body).not.toContain('hash');
    const unknown = await call(`/api/admin/users/${crypto.randomUUID()}`, cookie);
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'admin.not-found']);
    const malformed = await call('/api/admin/users/1', cookie);
    expect([malformed.statusCode, malformed.json().fields]).toEqual([
      400,
      { id: expect.any(String) },
    ]);
    const events = world.db.selectFrom('events').select(['actor', 'actor_id', 'user_id']);
    expect(await events.where('type', '=', 'user.viewed').execute()).toEqual([
      { actor: 'administrator', actor_id: world.olena, user_id: other },
    ]);
  });

  test('the OpenAPI document has every route, and is the one in docs/', async () => {
    const { statusCode, body } = await call(openApiPath);
    const document = `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
    await expect(document).toMatchFileSnapshot(documentFile);
    const { openapi, paths } = JSON.parse(body);
    expect([statusCode, openapi]).toEqual([200, '3.1.1']);
    const documented = Object.values(
      paths as Record<string, Record<string, { operationId: string }>>,
    )
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(documented.sort()).toEqual(Object.keys(adminRoutes).sort());
    const config = await createConfig({
      extends: ['recommended'],
      rules: { 'operation-tag-defined': 'error' },
    });
    const problems = await lintFromString({ source: body, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });
});
