// What the server stores about sign-ins, refused sign-ins, ended sessions, changed passwords and released data. Linking of Google
// accounts and consents: linking.test.ts, consent.test.ts.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test/support/databases.ts';
import { portal } from '../../test/support/oidc/applications.ts';
import { type Arena, makeArena } from '../../test/support/oidc/arena.ts';
import { form } from '../../test/support/oidc/raw.ts';
import { apps, password } from '../../test/support/world.ts';
import { eventLifetimeMs } from './event.ts';
import { EventStore } from './store.ts';

const hour = 3_600_000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(databaseKinds)('events, on %s', (kind) => {
  let arena: Arena;
  beforeEach(async () => {
    arena = await makeArena(kind);
  });
  afterEach(() => arena.close());

  async function enter(cookie = '', more: object = {}, headers: Record<string, string> = {}) {
    const body = { username: 'o.shevchenko', password };
    const { sessionId } = (await arena.post('/api/auth', body, { cookie })).json();
    const given = { sessionId, ...more };
    const { cookies } = await arena.post('/api/auth/internal', given, { cookie, ...headers });
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  }
  const fail = (username: string) =>
    arena.post('/api/auth', { username, password: 'wrong' }, { 'user-agent': firefox });
  /** Closing the server stores what it has counted. */
  async function counted(type: string) {
    await arena.server.close();
    const rows = await arena.db.selectFrom('events').selectAll().where('type', '=', type).execute();
    return rows.sort((one, other) => one.at - other.at);
  }
  const stored = async (type: string) => {
    const events = await new EventStore(arena.db, () => arena.clock.now).ofUser(arena.olena, {
      limit: 50,
    });
    return events.filter((event) => event.type === type);
  };

  test('a sign-in is stored with its session, browser and network', async () => {
    const cookie = await enter('', {}, { 'user-agent': firefox, cookie: 'i18next=en' });
    const [event] = await stored('sign-in.succeeded');
    const session = await arena.db.selectFrom('sessions').select('uid').executeTakeFirstOrThrow();
    expect(event).toEqual({
      id: expect.any(String),
      at: arena.clock.now,
      type: 'sign-in.succeeded',
      count: 1,
      actor: 'user',
      actor_id: null,
      user_id: arena.olena,
      application_id: null,
      session_uid: session.uid,
      method: 'password',
      network: '127.0.0.1',
      browser: 'Firefox',
      system: 'Linux',
      details: { language: 'en', newBrowser: true },
    });
    await enter(cookie);
    const known = await stored('sign-in.succeeded');
    expect(known.map(({ details }) => details.newBrowser).sort()).toEqual([false, true]);
  });

  test('each sign-in on a shared computer is from a new browser', async () => {
    for (const cookie of ['', await enter()]) await enter(cookie, { sharedComputer: true });
    const events = await stored('sign-in.succeeded');
    // the last one continues a session
    expect(events.map(({ details }) => details.newBrowser).sort()).toEqual([false, true, true]);
  });

  test('a ticket that is refused stores no sign-in', async () => {
    const { sessionId } = (
      await arena.post('/api/auth', { username: 'o.shevchenko', password })
    ).json();
    await arena.post('/api/auth/internal', { sessionId });
    await arena.post('/api/auth/internal', { sessionId });
    expect(await stored('sign-in.succeeded')).toHaveLength(1);
  });

  test('refused passwords are one row for each hour, and typed names are not stored', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) await fail('o.shevchenko');
    arena.clock.now += hour;
    await fail('O.Shevchenko@campus.example');
    await fail('no.such.user');
    const rows = await counted('sign-in.refused');
    expect(
      rows.map(({ user_id, count, method, actor, network }) => ({
        user_id,
        count,
        method,
        actor,
        network,
      })),
    ).toEqual(
      [3, 1].map((count) => ({
        user_id: arena.olena,
        count,
        method: 'password',
        actor: 'unknown',
        network: '127.0.0.1',
      })),
    );
    const all = JSON.stringify(await arena.db.selectFrom('events').selectAll().execute());
    expect(all).not.toMatch(/no\.such|shevchenko/i);
  });

  test('attempts above the limits count too', async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 24; attempt += 1)
      statuses.push((await fail('o.shevchenko')).statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const [row, ...others] = await counted('sign-in.refused');
    expect([row?.count, others]).toEqual([24, []]);
  });

  test('a refused password needs no statement, for known and unknown names alike', async () => {
    await fail('o.shevchenko');
    await fail('no.such.user');
    expect(await arena.db.selectFrom('events').selectAll().execute()).toEqual([]);
  });

  test('ended sessions are stored with the reason and their number', async () => {
    const [own, other] = [await enter(), await enter()];
    for (let more = 0; more < 2; more += 1) await enter();
    await arena.post('/api/auth/logout', undefined, { cookie: other });
    await arena.post('/api/sessions/end-others', undefined, { cookie: own });
    // nothing is left to end
    const [fresh] = (await arena.post('/api/sessions/end-others', undefined, { cookie: own }))
      .cookies;
    expect(fresh).toBeUndefined();
    const events = await stored('session.ended');
    expect(events.map(({ details }) => details)).toEqual(
      expect.arrayContaining([{ reason: 'sign-out' }, { reason: 'by-user', sessions: 2 }]),
    );
    expect(events).toHaveLength(2);
  });

  test('a changed password is stored, and a change that fails is not', async () => {
    const cookie = await enter();
    const change = (currentPassword: string, newPassword: string) =>
      arena.post('/api/password', { currentPassword, newPassword }, { cookie });
    await change('wrong', 'zq7fW2mXc9Kt ще');
    await change(password, 'short');
    expect(await stored('password.changed')).toEqual([]);
    await change(password, 'zq7fW2mXc9Kt ще');
    const [event, ...others] = await stored('password.changed');
    expect(event).toMatchObject({ actor: 'user', details: { how: 'changed', sessions: 0 } });
    expect(others).toEqual([]);
    const [refused] = await counted('password.change-refused');
    expect(refused).toMatchObject({ count: 1, user_id: arena.olena });
  });

  test('a link for a new password is counted for the user whom it is about', async () => {
    for (const username of ['o.shevchenko', 'o.shevchenko', 'no.such.user'])
      await arena.post('/uk/password/forgot', new URLSearchParams({ username }).toString(), form);
    await expect
      .poll(() => arena.lines.filter((line) => line.includes('reset-asked')).length)
      .toBe(3);
    const rows = await counted('password.reset-asked');
    expect(rows.map(({ count, user_id }) => [count, user_id])).toEqual([[2, arena.olena]]);
  });

  test('released data is one row for each application and day', async () => {
    const { tokens } = await arena.withTokens();
    for (let more = 0; more < 3; more += 1) await arena.userinfo(tokens.access_token);
    const cookie = await arena.signIn();
    const url = `/api/app-redirect?appId=${apps.campus.id}`;
    const { location } = (await arena.send({ url, headers: { cookie } })).headers;
    const ticketId = new URL(`${location}`).searchParams.get('ticketId') ?? '';
    const { id: appId, secret: appSecret } = apps.campus;
    const query = new URLSearchParams({ ticketId, appId, appSecret });
    await arena.send({ url: `/api/ticket?${query}` });
    // the next day
    arena.clock.now += 13 * hour;
    await arena.withTokens();
    const rows = await counted('data.released');
    const found = rows.map((row) => [row.application_id, row.count, row.actor]);
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        // the ID token and three times the claims
        [portal.id, 4, 'application'],
        [portal.id, 1, 'application'],
        [apps.campus.id, 1, 'application'],
      ]),
    );
  });

  test('events end after 90 days', async () => {
    await enter();
    const store = new EventStore(arena.db, () => arena.clock.now);
    arena.clock.now += eventLifetimeMs - 1;
    expect(await store.deleteExpired(100)).toBe(0);
    arena.clock.now += 1;
    expect(await store.deleteExpired(100)).toBe(1);
    expect(await stored('sign-in.succeeded')).toEqual([]);
  });
});
