import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { databaseKinds } from '../../../../test/support/databases.ts';
import {
  addOidcApplications,
  portal as application,
} from '../../../../test/support/oidc/applications.ts';
import { createClient } from '../../../../test/support/oidc/client.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';
import { hashSecret } from '../../../crypto/secrets.ts';
import { maxPerBrowser } from '../../suspended-requests/store.ts';
import { GrantStore } from '../adapters/grants.ts';

describe.each(databaseKinds)('suspended requests, on %s', (kind) => {
  let world: World;
  let portal: Awaited<ReturnType<typeof createClient>>;

  beforeAll(async () => {
    world = await makeWorld(kind);
    await addOidcApplications(world.db);
    portal = await createClient(world.server);
  });
  beforeEach(async () => {
    world.clock.now = Date.now();
    await world.db.deleteFrom('suspended_requests').execute();
  });
  afterAll(() => world.close());

  type Browser = ReturnType<typeof createBrowser>;
  const rows = () => world.db.selectFrom('suspended_requests').selectAll().execute();

  /** Suspends a request, without opening the page to which it redirects. */
  async function bring(browser: Browser, parameters: Record<string, string> = {}) {
    const attempt = await portal.begin(parameters);
    const answer = await browser.request(attempt.address);
    const { search } = new URL(`${answer.headers.location}`, 'http://localhost:3000');
    const uid = new URLSearchParams(search).get('request') ?? '';
    return { attempt, answer, search, uid };
  }

  /** Signs in and resumes the request. */
  async function goOn(browser: Browser, search: string) {
    browser.take(await world.signIn());
    return browser.go(`/api/app-redirect${search}`);
  }

  async function dump(): Promise<string> {
    const tables = [world.db.selectFrom('oidc_tokens').selectAll().execute(), rows()];
    return JSON.stringify(await Promise.all(tables));
  }

  test('the database contains neither request ids nor users in readable form', async () => {
    const browser = createBrowser(world.server);
    const { attempt, search, uid } = await bring(browser, { login_hint: 'olena@campus.example' });
    const { body } = await browser.go(`/uk/${search}`);
    const stored = await dump();
    expect((await rows()).length).toBe(1);
    expect(body).toContain('data-notice');
    for (const secret of [
      uid,
      attempt.state,
      attempt.nonce,
      application.id,
      'olena@',
      '/oidc/auth/',
    ])
      expect(stored).not.toContain(secret);
  });

  test('after its redirect URI is removed, a request gets no response and no error', async () => {
    const browser = createBrowser(world.server);
    const { search } = await bring(browser);
    const record = () => world.db.selectFrom('applications').where('id', '=', application.id);
    const { protocol_settings: before } = await record()
      .select('protocol_settings')
      .executeTakeFirstOrThrow();
    const set = (protocol_settings: string) =>
      world.db
        .updateTable('applications')
        .set({ protocol_settings })
        .where('id', '=', application.id)
        .execute();
    await set(before.replace(application.callback, `${application.callback}/new`));
    const end = await goOn(browser, search);
    await set(before);
    expect([end.location, end.status]).toEqual([undefined, 410]);
    expect(end.body).toContain('data-page="request-over"');
  });

  test('a request too long for a URL is stored encrypted and resumes', async () => {
    const browser = createBrowser(world.server);
    const attempt = await portal.begin({ login_hint: 'x'.repeat(6000) });
    const { pathname, search } = new URL(attempt.address);
    const posted = await world.server.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: search.slice(1),
    });
    expect(await dump()).toContain('RequestAside');
    expect(await dump()).not.toContain(attempt.state);
    const stop = await browser.go(`${posted.headers.location}`);
    const { location } = await goOn(browser, new URL(stop.url).search);
    expect((await portal.finish(location ?? '', attempt)).claims()?.sub).toBe(world.olena);
  });

  test('a request resumes once, also with three concurrent attempts', async () => {
    const attempt = await portal.begin({ login_hint: 'x'.repeat(6000) });
    const { pathname, search } = new URL(attempt.address);
    const posted = await world.server.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: search.slice(1),
    });
    const again = () => world.server.inject({ url: `${posted.headers.location}` });
    const all = await Promise.all([again(), again(), again()]);
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([303, 400, 400]);
  });

  test('a state copied from another row cannot be decrypted', async () => {
    const browser = createBrowser(world.server);
    const [mine, other] = [await bring(browser), await bring(browser)];
    const [first, second] = await rows();
    if (!first || !second) throw new Error('no rows');
    for (const [row, { encrypted_state }] of [[first, second] as const, [second, first] as const])
      await world.db
        .updateTable('suspended_requests')
        .set({ encrypted_state })
        .where('id_hash', '=', row.id_hash)
        .execute();
    for (const { search } of [mine, other]) expect((await goOn(browser, search)).status).toBe(500);
  });

  test('ten concurrent tabs: one gets a code, the others a page with a restart link', async () => {
    const browser = createBrowser(world.server);
    const { attempt, search } = await bring(browser);
    browser.take(await world.signIn());
    const ten = Array.from({ length: 10 }, () => browser.go(`/api/app-redirect${search}`));
    const tabs = await Promise.all(ten);
    const [first, ...late] = tabs.toSorted((a, b) => a.status - b.status);
    expect((await portal.finish(first?.location ?? '', attempt)).claims()?.sub).toBe(world.olena);
    for (const { status, location, body } of late) {
      expect([status, location]).toEqual([410, undefined]);
      expect(body).toContain('data-page="request-over"');
      expect(body).toContain(`href="/api/app-redirect?appId=${application.id}"`);
    }
  });

  test(`a browser can have ${maxPerBrowser} requests: a new one replaces only the oldest`, async () => {
    const browser = createBrowser(world.server);
    const brought = [];
    for (let count = 0; count <= maxPerBrowser; count += 1) {
      world.clock.now += 1;
      brought.push(await bring(browser));
    }
    const stranger = createBrowser(world.server);
    await bring(stranger);
    expect((await rows()).length).toBe(maxPerBrowser + 1);
    const [oldest, next] = brought;
    expect((await goOn(browser, oldest?.search ?? '')).status).toBe(410);
    const { location } = await goOn(browser, next?.search ?? '');
    expect(location).toContain(`state=${next?.attempt.state}`);
  });

  test('a node with a slow clock keeps its own new request', async () => {
    const browser = createBrowser(world.server);
    for (let count = 0; count < maxPerBrowser + 3; count += 1) {
      world.clock.now -= 1;
      const { uid } = await bring(browser);
      const hashes = (await rows()).map(({ id_hash }) => id_hash);
      expect(hashes).toContain(hashSecret(uid));
    }
  });

  test('a request expires after two minutes, or after an hour if the browser returned', async () => {
    const browser = createBrowser(world.server);
    const [forgotten, seen] = [await bring(browser), await bring(browser)];
    world.clock.now += 2 * 60_000 - 1;
    await browser.go(`/uk/${seen.search}`);
    world.clock.now += 1;
    expect((await goOn(browser, forgotten.search)).status).toBe(410);
    world.clock.now += 50 * 60_000;
    const { location } = await goOn(browser, seen.search);
    expect(location).toContain(`state=${seen.attempt.state}`);
  });

  test('only the browser of a request can resume it, without a cookie for each request', async () => {
    const browser = createBrowser(world.server);
    const { search, uid, answer } = await bring(browser);
    expect(answer.cookies.map(({ name }) => name)).toEqual(['brama_browser']);
    browser.take(await world.signIn());
    const resumed = await browser.request(`/api/app-redirect${search}`);
    const { location = '' } = resumed.headers;
    expect(new URL(location).pathname).toBe(`/oidc/auth/${uid}`);
    const thief = createBrowser(world.server);
    thief.take(await world.signIn());
    thief.take(`brama_resume=${uid}`);
    expect(await thief.go(location)).toMatchObject({ status: 410, location: undefined });
    expect((await browser.go(location)).location).toContain('code=');
  });

  describe('if the session has just ended', () => {
    const uid = 'gone';

    test('no grant is created for a missing session', async () => {
      const at = world.clock.now;
      const times = { verifiedAt: at, createdAt: at, seenAt: at, expiresAt: at + 1 };
      const method = 'password' as const;
      const session = { uid, userId: world.olena, method, isSharedComputer: false, ...times };
      expect(
        await new GrantStore(world.db, () => at, 1e9).findOrCreate(session, application.id),
      ).toBeUndefined();
    });

    test('the user is asked to sign in', async () => {
      // the session ends at once, whatever was granted
      const gone = sql.raw('delete from sessions where uid = new.session_uid');
      const runs = sql`begin ${gone}; return new; end`;
      if (kind === 'postgres')
        await sql`create function gone() returns trigger language plpgsql as $$ ${runs} $$`.execute(
          world.db,
        );
      const how =
        kind === 'sqlite'
          ? sql`after insert on oidc_grants begin ${gone}; end`
          : sql`before insert on oidc_grants for each row execute function gone()`;
      await sql`create trigger gone ${how}`.execute(world.db);
      const browser = createBrowser(world.server);
      browser.take(await world.signIn());
      const { answer } = await bring(browser);
      expect(answer.headers.location).toMatch(/^\/uk\/\?appId=/);
      browser.take(await world.signIn());
      const silently = await bring(browser, { prompt: 'none' });
      expect(silently.answer.headers.location).toContain('error=login_required');
    });
  });
});
