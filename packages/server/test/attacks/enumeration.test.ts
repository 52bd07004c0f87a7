// A response must not reveal whether a user or an application exists (CWE-204). Compares all that is visible: status,
// headers, body, the number of log lines, and the amount of work. The log names the user, for administrators who
// investigate.

import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOidcApplications, portal } from '../support/oidc/applications.ts';
import { useRealHasher } from '../support/quick-hasher.ts';
import { addUser, apps, makeWorld, ours, password, type World } from '../support/world.ts';

const nowhere = 'f0e1d2c3-b4a5-4968-8778-695a4b3c2d1e';
const requestIds = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

describe('responses do not reveal whether a user or an application exists', () => {
  let world: World;
  let session: string;
  beforeAll(async () => {
    world = await makeWorld('sqlite', {}, undefined, undefined, useRealHasher);
    await addOidcApplications(world.db);
    const add = (username: string, more = {}) =>
      addUser(world.db, { username, ...more }, world.passwordHash);
    await add('i.disabled-x', { disabled: true });
    await add('d.only-diia1', { passwordHash: null, taxIdHash: 'x' });
    await add('n.sleeping-x', { disabled: true, passwordHash: null });
    await add('s.neighbour');
    await world.signIn('s.neighbour');
    session = await world.signIn();
  });
  afterAll(() => world.close());

  /** Returns all that is visible in a response. `typed`: the parts of the request that differ. */
  async function traceOf(options: InjectOptions, ...typed: string[]) {
    const before = { lines: world.lines.length, ...world.counts };
    const answer = await world.send(options);
    const own = `${answer.headers['x-request-id']}`;
    const hide = (text: string) =>
      typed
        .filter(Boolean)
        .reduce((all, one) => all.replaceAll(one, '(typed)'), text.replaceAll(own, '(id)'));
    const lines = world.lines.slice(before.lines).map((line) => JSON.parse(line));
    return {
      status: answer.statusCode,
      headers: hide(JSON.stringify({ ...answer.headers, date: '' })).replaceAll(requestIds, '(id)'),
      body: hide(answer.body),
      hashes: [world.counts.hash - before.hash, world.counts.verify - before.verify],
      lines: lines.map(
        ({ time: _t, pid: _p, requestId: _r, ms: _m, user: _u, reason: _w, ...line }) =>
          hide(JSON.stringify(line)),
      ),
    };
  }

  // of equal length, so that the responses to the form have equal length too
  const unknownName = 'nobody.there';
  const people = ['i.disabled-x', 'd.only-diia1', 'n.sleeping-x', 'o.shevchenko'];

  test.each([
    [
      'the call',
      (username: string): InjectOptions => ({
        method: 'POST',
        url: '/api/auth',
        headers: ours,
        payload: { username, password: `not ${password}` },
      }),
    ],
    [
      'the form',
      (username: string): InjectOptions => ({
        method: 'POST',
        url: '/uk/',
        headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' },
        payload: `${new URLSearchParams({ username, password: `not ${password}` })}`,
      }),
    ],
  ])('a wrong password gets the same response for every username, by %s', async (_, ask) => {
    const unknown = await traceOf(ask(unknownName), unknownName);
    expect([unknown.status, unknown.hashes]).toEqual([401, [0, 1]]);
    for (const username of people)
      expect(await traceOf(ask(username), username), username).toEqual(unknown);
  });

  test('the correct password of a disabled user gets the response of an unknown user', async () => {
    const ask = (username: string): InjectOptions => ({
      method: 'POST',
      url: '/api/auth',
      headers: ours,
      payload: { username, password },
    });
    const unknown = await traceOf(ask(unknownName), unknownName);
    for (const username of ['i.disabled-x', 'n.sleeping-x', 'd.only-diia1'])
      expect(await traceOf(ask(username), username), username).toEqual(unknown);
  });

  test('the rate limit responds equally for known and unknown usernames', async () => {
    const outcomes = async (username: string, from: string) => {
      const all: string[] = [];
      for (let i = 0; i < 12; i += 1) {
        const { status, headers, body } = await traceOf(
          {
            method: 'POST',
            url: '/api/auth',
            headers: ours,
            payload: { username, password: `${i}` },
            remoteAddress: from,
          },
          username,
        );
        all.push(`${status} ${headers} ${body}`);
      }
      return all;
    };
    const unknown = await outcomes('nobody.elsee', '192.0.2.10');
    expect(unknown.at(-1)).toContain('sign-in.throttled');
    for (const [i, username] of ['i.disabled-x', 'd.only-diia1', 'o.shevchenko'].entries())
      expect(await outcomes(username, `192.0.2.${20 + i}`), username).toEqual(unknown);
  });

  describe('applications', () => {
    const { campus, rooms, library, sandbox } = apps;
    const basic = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    });

    test.each<[string, (id: string) => InjectOptions]>([
      [
        'a ticket, as old clients ask',
        (id) => ({
          url: `/api/ticket?${new URLSearchParams({ ticketId: 'x', appId: id, appSecret: 'wrong' })}`,
        }),
      ],
      [
        'a ticket',
        (id) => ({
          method: 'POST',
          url: '/api/ticket',
          headers: { ...basic(id, 'wrong'), 'content-type': 'application/json' },
          payload: { ticketId: 'x' },
        }),
      ],
      [
        'a token',
        (id) => ({
          method: 'POST',
          url: '/oidc/token',
          headers: { ...basic(id, 'wrong'), 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'grant_type=authorization_code&code=x',
        }),
      ],
      [
        'a token’s state',
        (id) => ({
          method: 'POST',
          url: '/oidc/introspect',
          headers: { ...basic(id, 'wrong'), 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'token=x',
        }),
      ],
    ])('a wrong secret gets the same response for every application, for %s', async (_, ask) => {
      const unknown = await traceOf(
        ask(nowhere),
        nowhere,
        Buffer.from(`${nowhere}:wrong`).toString('base64'),
      );
      expect(unknown.status).toBe(401);
      for (const id of [campus.id, rooms.id, library.id, sandbox.id, portal.id])
        expect({ ...(await traceOf(ask(id), id)), lines: [] }, id).toEqual({
          ...unknown,
          lines: [],
        });
    });

    test('a redirect to a forbidden application gets the response of an unknown one', async () => {
      const ask = (id: string): InjectOptions => ({
        url: `/api/app-redirect?appId=${id}`,
        headers: { cookie: session },
      });
      const unknown = await traceOf(ask(nowhere), nowhere);
      for (const id of [rooms.id, sandbox.id])
        expect(await traceOf(ask(id), id), id).toEqual(unknown);
    });

    // the sign-in page shows the title to every visitor who has the id
    test('the page of applications shows the title of a forbidden one, and nothing else', async () => {
      const traces = [];
      for (const id of [nowhere, rooms.id]) {
        const page = await traceOf(
          { url: `/uk/apps?appId=${id}`, headers: { cookie: session } },
          id,
        );
        const [, text = ''] = /<script id="props">(.*?)<\/script>/.exec(page.body) ?? [];
        const { missing, ...props } = JSON.parse(text);
        traces.push({ missing: { ...missing, reference: '' }, props, status: page.status });
      }
      const [unknown, forbidden] = traces;
      expect(forbidden).toEqual({
        ...unknown,
        missing: { ...unknown?.missing, title: 'rooms укр', reason: 'no-access' },
      });
      expect(unknown?.missing).toMatchObject({ reason: 'unknown' });
    });

    test('ending access of an application without access gets the response of an unknown one', async () => {
      const ask = (application: string): InjectOptions => ({
        method: 'POST',
        url: '/api/access/end',
        headers: { ...ours, cookie: session },
        payload: { application },
      });
      const unknown = await traceOf(ask(nowhere), nowhere);
      for (const id of [rooms.id, campus.id, portal.id])
        expect({ ...(await traceOf(ask(id), id)), lines: [] }, id).toEqual({
          ...unknown,
          lines: [],
        });
    });

    test('ending another user’s session gets the response of an unknown session', async () => {
      const { uid } = await world.db
        .selectFrom('sessions')
        .select('uid')
        .where('user_id', '!=', world.olena)
        .executeTakeFirstOrThrow();
      const ask = (id: string): InjectOptions => ({
        method: 'POST',
        url: '/api/sessions/end',
        headers: { ...ours, cookie: session },
        payload: { session: id },
      });
      expect(await traceOf(ask(uid), uid)).toEqual(await traceOf(ask(nowhere), nowhere));
    });

    test('a sandbox ticket request gets the same response with and without a session', async () => {
      const ask = (ticketId: string, cookie: string): InjectOptions => ({
        method: 'POST',
        url: '/api/sandbox/ticket',
        headers: { ...ours, cookie },
        payload: { ticketId },
      });
      const nobodys = await traceOf(ask('A'.repeat(43), ''), 'A'.repeat(43));
      expect(await traceOf(ask('B'.repeat(43), session), 'B'.repeat(43))).toEqual(nobodys);
    });
  });
});
