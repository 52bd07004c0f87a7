// The typed client of the administration API, against a composed server and against invented answers. `packages/admin-client` tests
// its types.

import { createAdminClient } from '@brama/contract/admin/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCaller, strongSession, tokenOf } from '../../test/support/admin/callers.ts';
import { clientOf } from '../../test/support/admin/client.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { makeWorld, type World } from '../../test/support/world.ts';

describeOnDatabases('client of the administration API', (kind) => {
  let world: World;
  let userId: string;
  beforeEach(async () => {
    world = await makeWorld(kind);
    userId = await addCaller(world, 'chief', ['administrator']);
  });
  afterEach(() => world.close());

  test('a token creates nothing that needs a session; a session creates a token that reads users', async () => {
    const first = clientOf(world, await tokenOf(world, userId, { roles: ['administrator'] }));
    const expiresAt = new Date(world.clock.now + 3_600_000).toISOString();
    const body = {
      name: 'reports',
      scopes: ['users.read' as const, 'roles.read' as const],
      expiresAt,
    };
    const refused = await first.POST('/api/admin/tokens', { body });
    expect(refused.error).toMatchObject({ status: 403, code: 'admin.forbidden' });

    const session = clientOf(world, await strongSession(world, 'chief'));
    const { data: created } = await session.POST('/api/admin/tokens', { body });
    const second = clientOf(world, { headers: { authorization: `Bearer ${created?.token}` } });
    const { data: page } = await second.GET('/api/admin/users', {
      params: { query: { limit: 1 } },
    });
    expect(page?.items).toHaveLength(1);
    const { data: user, response } = await second.GET('/api/admin/users/{id}', {
      params: { path: { id: userId } },
    });
    expect([user?.roles, response.headers.get('etag')]).toEqual([['administrator'], '"1"']);
  });
});

/** Returns a client whose requests are answered so, and the requests. */
function answeredBy(answer: () => Response) {
  const requests: Request[] = [];
  const client = createAdminClient({
    baseUrl: 'https://id.example',
    async fetch(request) {
      requests.push(request);
      return answer();
    },
  });
  return { client, requests };
}

test('sends path, query, headers and body, and leaves out what is undefined', async () => {
  const { client, requests } = answeredBy(() => Response.json({ items: [], next: null }));
  const query = { limit: 2, disabled: false, q: 'а&б', group: undefined };
  const { data } = await client.GET('/api/admin/users', { params: { query } });
  expect(data).toEqual({ items: [], next: null });
  const path = { id: '../me', group: 'a b' };
  await client.PUT('/api/admin/users/{id}/memberships/{group}', {
    params: { path },
    body: { validUntil: null },
    headers: { 'accept-language': 'en' },
  });
  const [list, change] = requests;
  expect(list?.url).toBe(
    'https://id.example/api/admin/users?limit=2&disabled=false&q=%D0%B0%26%D0%B1',
  );
  expect([...(list?.headers ?? [])]).toEqual([]);
  expect(change?.url).toBe('https://id.example/api/admin/users/..%2Fme/memberships/a%20b');
  expect([...(change?.headers ?? [])]).toEqual([
    ['accept-language', 'en'],
    ['content-type', 'application/json'],
  ]);
  expect(await change?.json()).toEqual({ validUntil: null });
  const above = { params: { path: { id: '..' } } };
  await expect(client.GET('/api/admin/users/{id}', above)).rejects.toThrow('cannot be a part');
});

test('returns a refusal as error, and throws for the answer of a proxy', async () => {
  const refusal = { status: 403, code: 'admin.forbidden' };
  const headers = { 'content-type': 'application/problem+json; charset=utf-8' };
  const refused = answeredBy(() => new Response(JSON.stringify(refusal), { status: 403, headers }));
  const { data, error } = await refused.client.GET('/api/admin/me');
  expect([data, error]).toEqual([undefined, refusal]);
  const proxy = answeredBy(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  await expect(proxy.client.GET('/api/admin/me')).rejects.toThrow('502');
});
