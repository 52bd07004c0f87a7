// The administration API as a whole: its lists, problem details and OpenAPI document. `matrix.test.ts` tests permissions.

import path from 'node:path';
import { openApiPath } from '@brama/contract/admin/paths';
import type { Role } from '@brama/contract/admin/roles';
import { type AdminRoute, problem } from '@brama/contract/admin/route';
import { adminRoutes } from '@brama/contract/admin/routes';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { strongSession } from '../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../test/support/world.ts';
import { grantRole } from '../users/roles/role-store.ts';

/** Public names that must not change. `npx vitest run -u` writes it. */
const documentFile = path.join(import.meta.dirname, '../../../../docs/openapi.json');

type Parameter = { $ref?: string; name?: string; description?: string; schema?: object };
type Operation = {
  operationId: string;
  parameters: Parameter[];
  responses: object;
};
type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
};

describeOnDatabases('administration API', (kind) => {
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

  test('searches find users written by now, and are recorded without what was typed', async () => {
    await grant('operator');
    const cookie = await world.signIn();
    const other = await addUser(
      world.db,
      { username: 'm.gudz', fullName: 'Ґудзь Марія', groups: ['staff'] },
      world.passwordHash,
    );
    const list = async (query: string) => {
      const response = await call(`/api/admin/users?${query}`, cookie);
      expect([query, response.statusCode]).toEqual([query, 200]);
      return response.json().items.map((item: { username: string }) => item.username);
    };
    expect(await list(`q=${encodeURIComponent('гудзь мар')}`)).toEqual(['m.gudz']);
    expect(await list('q=uelpm')).toEqual(['m.gudz']);
    expect(await list('q=ufkz')).toEqual([]);
    expect(await list('q=gudz')).toEqual(['m.gudz']);
    await grant('auditor');
    expect(await list('role=auditor')).toEqual(['O.Shevchenko']);
    expect(await list('group=staff&sort=-fullName')).toEqual(['m.gudz']);
    expect(await list('sort=fullName')).toEqual(['m.gudz', 'O.Shevchenko']);
    await world.db
      .updateTable('users')
      .set({ full_name: 'Коваль' })
      .where('id', '=', other)
      .execute();
    expect(await list(`q=${encodeURIComponent('коваль')}`)).toEqual(['m.gudz']);
    const events = await world.db
      .selectFrom('events')
      .select(['actor', 'actor_id', 'user_id', 'details'])
      .where('type', '=', 'users.searched')
      .execute();
    expect(events).toHaveLength(8);
    expect(events).toContainEqual({
      actor: 'administrator',
      actor_id: world.olena,
      user_id: null,
      details: '{"results":2}',
    });
    const everything = JSON.stringify(await world.db.selectFrom('events').selectAll().execute());
    expect(everything + world.lines.join('')).not.toMatch(/гудзь|gudz|коваль/i);
  });

  test('what is typed never breaks a search', async () => {
    await grant('auditor');
    const cookie = await world.signIn();
    for (const [query, status] of [
      ...['%25', '_', '%22', '*', 'a%20OR%20b', 'NEAR(a)', 'a%5C', '%F0%9F%98%80'].map(
        (q) => [`q=${q}`, q === '%22' ? 400 : 200] as const,
      ),
      [`q=${'%D0%B0'.repeat(100)}`, 200],
      [`q=${'a%20'.repeat(25)}`, 200],
      [`q=${'a'.repeat(101)}`, 400],
      [`q=${'a'.repeat(10_000)}`, 400],
      ['q=', 400],
      ['q=%5C', 400],
      ['q=%27%29%3B--', 400],
      ['q=%00', 400],
      ['q=a%00b', 200],
      ['q=%ED%A0%80', 200],
      ['q=%20%20', 400],
      ['q=a&q=b', 400],
      ['group=%00', 400],
      ['group=none', 200],
      ['role=king', 400],
      ['sort=password_hash', 400],
      [`sort=createdAt&cursor=${Buffer.from('["x","1","2"]').toString('base64url')}`, 400],
    ] as const) {
      const response = await call(`/api/admin/users?${query}`, cookie);
      expect([query, response.statusCode]).toEqual([query, status]);
      const field = query.split('=')[0];
      if (status === 400 && !query.includes('&cursor'))
        expect(Object.keys(problem.parse(response.json()).fields ?? {})).toEqual([field]);
    }
  });

  test('forged cursors are refused', async () => {
    await grant('auditor');
    const cookie = await world.signIn();
    const { next } = (await call('/api/admin/users?limit=1&sort=createdAt', cookie)).json();
    expect(next).toBeNull();
    await addUser(world.db, { username: 'other' }, world.passwordHash);
    const page = (await call('/api/admin/users?limit=1&sort=createdAt', cookie)).json();
    const [name] = JSON.parse(Buffer.from(page.next, 'base64url').toString());
    for (const [key, id] of [
      ['x', 'y'],
      ['1e9', 'y'],
      ['1', '\0'],
      ['\0', 'y'],
    ]) {
      const cursor = Buffer.from(JSON.stringify([name, key, id])).toString('base64url');
      const response = await call(
        `/api/admin/users?limit=1&sort=createdAt&cursor=${cursor}`,
        cookie,
      );
      expect([key, response.statusCode, Object.keys(response.json().fields ?? {})]).toEqual([
        key,
        400,
        ['cursor'],
      ]);
    }
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

  test('errors have a text in the language of the request', async () => {
    const details = [];
    for (const language of ['uk', 'en', 'de'])
      details.push(
        (
          await world.send({
            url: '/api/admin/users',
            headers: { authorization: 'Bearer x', 'accept-language': language },
          })
        ).json().detail,
      );
    expect(details).toEqual(['Токен недійсний.', 'The token is not valid.', 'Токен недійсний.']);
  });

  test('unknown fields are named, also those with names of JavaScript', async () => {
    await grant('administrator');
    const { headers } = await strongSession(world, 'o.shevchenko');
    const url = '/api/admin/groups';
    for (const name of ['constructor', 'toString', '__proto__']) {
      const inQuery = await world.send({ url: `${url}?${name}=1`, headers });
      const payload = { name: 'group', ...(name !== '__proto__' && { [name]: 1 }) };
      const inBody = await world.send({ method: 'POST', url, headers, payload });
      for (const response of name === '__proto__' ? [inQuery] : [inQuery, inBody])
        expect([name, response.statusCode, response.body]).toEqual([
          name,
          400,
          expect.stringContaining(`"fields":{"${name}":"is unknown"}`),
        ]);
    }
  });

  test('unknown paths and wrong methods are problems too', async () => {
    for (const [url, method, status, code, allow] of [
      ['/api/admin/nothing', 'GET', 404, 'request.not-found', undefined],
      ['/api/admin', 'GET', 404, 'request.not-found', undefined],
      ['/api/admin/users/x/y/z', 'DELETE', 404, 'request.not-found', undefined],
      ['/api/admin/users', 'PUT', 405, 'request.method-not-allowed', 'GET, HEAD, POST'],
      ['/api/admin/me?x=1', 'DELETE', 405, 'request.method-not-allowed', 'GET, HEAD'],
      ['/api/admin/users/%zz', 'GET', 400, 'request.malformed', undefined],
      [`/api/admin/users/${'x'.repeat(257)}`, 'GET', 400, 'request.malformed', undefined],
    ] as const) {
      const headers = { 'sec-fetch-site': 'same-origin' };
      const response = await world.send({ method, url, headers });
      expect([url, response.statusCode, response.headers['allow']]).toEqual([url, status, allow]);
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(problem.parse(response.json())).toMatchObject({ status, code });
    }
    const elsewhere = await world.send({ url: '/api/administration' });
    expect([elsewhere.statusCode, elsewhere.json().error.code]).toEqual([404, 'request.not-found']);
  });

  test('the path of a new object is in Location, encoded', async () => {
    await grant('administrator');
    const { headers } = await strongSession(world, 'o.shevchenko');
    const payload = { name: 'гурт' };
    const url = '/api/admin/groups';
    const created = await world.send({ method: 'POST', url, headers, payload });
    const { location, etag } = created.headers;
    expect([location, etag]).toEqual([`${url}/${encodeURIComponent('гурт')}`, '"1"']);
    expect((await world.send({ url: `${location}`, headers })).json()).toEqual(created.json());
  });

  test('times of requests may have any offset', async () => {
    await grant('auditor');
    const cookie = await world.signIn();
    await world.db
      .insertInto('events')
      .values({ id: 'a', at: world.clock.now, count: 1, type: 'keys.rotated', actor: 'server' })
      .execute();
    // a second ago, as a clock with this offset shows it
    const shown = (offsetHours: number) =>
      new Date(world.clock.now - 1000 + offsetHours * 3_600_000).toISOString().slice(0, -1);
    for (const [time, count] of [
      [`${shown(0)}Z`, 1],
      [`${shown(2)}+02:00`, 1],
      [`${shown(-11)}-11:00`, 1],
      [`${shown(2)}+01:00`, 0],
    ] as const) {
      const query = new URLSearchParams({ type: 'keys.rotated', from: time });
      const { items } = (await call(`/api/admin/events?${query}`, cookie)).json();
      expect([time, items.length]).toEqual([time, count]);
    }
  });

  test('the OpenAPI document describes every parameter, and lets responses grow', async () => {
    const { paths, components } = (await call(openApiPath)).json() as OpenApi;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const parameters = [
      ...Object.values(components.parameters),
      ...operations.flatMap((operation) => operation.parameters.filter(({ $ref }) => !$ref)),
    ];
    const without = parameters.filter(({ description = '' }) => description === '');
    expect(without).toEqual([]);
    const responses = operations.map(({ responses: own }) => own);
    expect(JSON.stringify([responses, components])).not.toContain('"additionalProperties":false');
    const [list] = operations.filter(({ operationId }) => operationId === 'listUsers');
    expect(list?.parameters).toContainEqual(
      expect.objectContaining({ name: 'disabled', schema: { type: 'boolean' } }),
    );
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
