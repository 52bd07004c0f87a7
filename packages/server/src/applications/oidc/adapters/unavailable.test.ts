import { escapeHtml, unescapeHtml } from '@brama/contract/escape-html';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  addOidcApplications,
  portal as application,
} from '../../../../test/support/oidc/applications.ts';
import { createClient } from '../../../../test/support/oidc/client.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';

/** Makes PostgreSQL refuse all connections; `open` lets it accept them again. */
async function shut(address: World['address']) {
  const name = 'postgresUrl' in address ? new URL(address.postgresUrl).pathname.slice(1) : '';
  const admin = new pg.Client(inject('postgresUrl'));
  await admin.connect();
  await admin.query(`alter database ${name} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  return async function open() {
    await admin.query(`alter database ${name} with allow_connections true`);
    await admin.end();
  };
}

describe('while the database is unavailable', () => {
  let world: World;
  let open: () => Promise<void>;
  let cookie: string;
  let authorization: string;
  let cold: World['server'];

  beforeAll(async () => {
    world = await makeWorld('postgres');
    await addOidcApplications(world.db);
    cookie = await world.signIn();
    const attempt = await (await createClient(world.server)).begin();
    authorization = new URL(attempt.address).pathname + new URL(attempt.address).search;
    cold = await world.node();
    open = await shut(world.address);
  });
  afterAll(async () => {
    await open();
    await world.close();
  });

  const basic = `Basic ${Buffer.from(`${application.id}:${application.secret}`).toString('base64')}`;
  const form = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    authorization: basic,
  };
  const calls: [url: string, method: 'GET' | 'POST', payload: string | undefined][] = [
    ['/oidc/token', 'POST', 'grant_type=authorization_code&code=x&redirect_uri=https://x.example'],
    ['/oidc/token', 'POST', 'grant_type=refresh_token&refresh_token=x'],
    ['/oidc/introspect', 'POST', 'token=x'],
    ['/oidc/revoke', 'POST', 'token=x'],
    ['/oidc/userinfo', 'GET', undefined],
  ];

  test.each(calls)(
    '%s (%s %s): responds 503 in the protocol format',
    async (url, method, payload) => {
      const headers = method === 'POST' ? form : { authorization: 'Bearer x' };
      const answer = await world.send({ url, method, headers, ...(payload && { payload }) });
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
    },
  );

  test('a node that has served no request also responds 503', async () => {
    const sent = {
      method: 'POST',
      url: '/oidc/token',
      headers: form,
      payload: 'grant_type=x',
    } as const;
    const answer = await world.send(sent, cold);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json().error).toBe('temporarily_unavailable');
  });

  const pages: [what: string, url: () => string, cookies: () => string][] = [
    ['a request', () => authorization, () => ''],
    ['a request of somebody signed in', () => authorization, () => cookie],
    ['a request that goes on', () => '/oidc/auth/x', () => `brama_browser=${'x'.repeat(43)}`],
    ['a request that goes on in another browser', () => '/oidc/auth/x', () => ''],
    ['a sign-out', () => `/oidc/logout?client_id=${application.id}`, () => ''],
  ];

  test.each(pages)(
    '%s: shows a 503 page and does not redirect to the application',
    async (_, url, cookies) => {
      const headers = { accept: 'text/html', cookie: cookies() };
      const answer = await world.send({ url: url(), headers });
      expect([answer.statusCode, answer.headers.location]).toEqual([503, undefined]);
      expect(answer.headers['retry-after']).toBe('5');
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.body).toMatch(/data-page="try-again".*<p>Немає зв’язку.<\/p>/s);
      expect(answer.body).toContain(`href="${escapeHtml(url())}"`);
      const id = `${answer.headers['x-request-id']}`;
      expect(answer.body).toContain(`<code>${id.slice(0, 8)}</code>`);
    },
  );

  test.each([
    ...pages,
    ['no access', () => '/oidc/no-access/x', () => `brama_browser=${'x'.repeat(43)}`],
  ] as typeof pages)(
    '%s: the language link repeats the request in the other language',
    async (_, url, cookies) => {
      const at = async (address: string, language = '') => {
        const cookie = `${cookies()}; ${language && `i18next=${language}`}`;
        return world.send({ url: address, headers: { accept: 'text/html', cookie } });
      };
      const page = await at(`${url()}`);
      expect(page.body).toContain('<html lang="uk">');
      const link = unescapeHtml(/<a href="([^"]*)">switch/.exec(page.body)?.[1] ?? '');
      expect(link).toBe(`/en${url()}`);
      const chosen = await at(link);
      const english =
        chosen.statusCode === 303 ? await at(`${chosen.headers.location}`, 'en') : chosen;
      expect([english.statusCode, english.body]).toEqual([
        503,
        expect.stringContaining('<html lang="en">'),
      ]);
      const back = /<a href="([^"]*)">switch/.exec(english.body)?.[1];
      expect(unescapeHtml(`${back}`)).toBe(`/uk${url()}`);
    },
  );

  test('requests that need no database succeed', async () => {
    for (const url of ['/.well-known/openid-configuration', '/oidc/jwks'])
      expect((await world.send({ url })).statusCode).toBe(200);
  });
});

test('a failed write responds 503 and does not redirect to the application', async () => {
  const world = await makeWorld('postgres');
  try {
    await addOidcApplications(world.db);
    const cookie = await world.signIn();
    const raise = sql`begin raise exception 'full' using errcode = '53100'; end`;
    await sql`create function fails() returns trigger language plpgsql as $$ ${raise} $$`.execute(
      world.db,
    );
    await sql`create trigger fails before insert on oidc_grants for each row execute function fails()`.execute(
      world.db,
    );
    const { pathname, search } = new URL(
      (await (await createClient(world.server)).begin()).address,
    );
    const headers = { cookie, accept: 'text/html' };
    const answer = await world.send({ url: pathname + search, headers });
    expect([answer.statusCode, answer.headers.location]).toEqual([503, undefined]);
  } finally {
    await world.close();
  }
});
