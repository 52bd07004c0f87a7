// What an application sends when it starts a sign-in, and what it receives when its user has no access.

import { referenceOf } from '@brama/contract/errors';
import { unescapeHtml } from '@brama/contract/escape-html';
import { maxStateLength, validateState } from '@brama/contract/sign-in/state';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { addUser, apps, makeWorld, type World } from '../../test/support/world.ts';

const { id } = apps.campus;
const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, n) => 0x20 + n));

describe('validateState', () => {
  const queryOf = (state: string) => `?${new URLSearchParams({ appId: id, state })}`;

  test.each<[string, string, ReturnType<typeof validateState>]>([
    ['no state', `?appId=${id}`, undefined],
    ['an empty one, which is none', `?appId=${id}&state=`, undefined],
    ['one character', queryOf('a'), undefined],
    ['every printable character', queryOf(printable), undefined],
    ['the longest', queryOf('~'.repeat(maxStateLength)), undefined],
    ['a longer one', queryOf('~'.repeat(maxStateLength + 1)), 'length'],
    ['another script', queryOf('стан'), 'characters'],
    ['an emoji', queryOf('🙂'), 'characters'],
    ['DEL', queryOf('a\x7f'), 'characters'],
    ['a tab', queryOf('a\tb'), 'characters'],
    ['a line break', queryOf('a\r\nb'), 'characters'],
    ['NUL', queryOf('\0'), 'characters'],
    ['bytes that are no UTF-8', `?appId=${id}&state=%FF`, 'characters'],
    ['two of them', `?appId=${id}&state=a&state=a`, 'repeated'],
    ['two, one of them empty', `?appId=${id}&state=a&state=`, 'repeated'],
    ['a long one of another application', `?state=${'~'.repeat(maxStateLength + 1)}`, undefined],
  ])('%s', (_, query, fault) => expect(validateState(query)).toBe(fault));
});

describeOnDatabases('start of a sign-in', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind);
    await addUser(world.db, { username: 'other', groups: ['guests'] }, world.passwordHash);
  });
  afterAll(() => world.close());

  const get = (url: string, cookie = '') => world.send({ url, headers: { cookie } });

  describe('state', () => {
    const bad = `appId=${id}&state=${encodeURIComponent('стан')}`;

    test.each(['/uk/', '/en/', '/en/apps', '/en/diia', '/api/app-redirect'])(
      'at %s an invalid state gets an error page, with and without a session',
      async (path) => {
        for (const cookie of ['', await world.signIn()]) {
          const answer = await get(`${path}?${bad}`, cookie);
          expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
          expect(answer.headers['content-type']).toContain('text/html');
          expect(answer.headers['cache-control']).toBe('private, no-store');
          expect(answer.body).toContain('data-page="request-refused"');
          expect(answer.body).toContain('invalid_request: не той state.');
          const reference = referenceOf(`${answer.headers['x-request-id']}`);
          expect(answer.body).toContain(`<code>${reference}</code>`);
        }
      },
    );

    test('an invalid state gets no ticket', async () => {
      const count = async () =>
        (await world.db.selectFrom('application_tickets').select('id_hash').execute()).length;
      const before = await count();
      await get(`/api/app-redirect?${bad}`, await world.signIn());
      expect(await count()).toBe(before);
    });

    test('the log contains the reason but not the sent state', async () => {
      world.lines.length = 0;
      await get(`/en/?appId=${id}&state=hidden%09`);
      expect(world.lines.join('')).toContain('"reason":"characters"');
      expect(world.lines.join('')).not.toContain('hidden');
    });

    test('a state of all printable characters is returned unchanged', async () => {
      const state = `${printable}${'~'.repeat(maxStateLength - printable.length)}`;
      const query = new URLSearchParams({ appId: id, state });
      expect((await get(`/en/?${query}`)).statusCode).toBe(200);
      const { headers } = await get(`/api/app-redirect?${query}`, await world.signIn());
      expect(new URL(`${headers.location}`).searchParams.get('state')).toBe(state);
    });

    test('pages without an application and the sandbox page accept any state', async () => {
      for (const url of [
        '/en/?state=%D1%8F',
        `/en/faq?${bad}`,
        `/en/button-wizard/received?${bad}`,
      ])
        expect((await get(url)).statusCode).toBe(200);
    });
  });

  describe('a user without access', () => {
    const setReturnErrors = (returnErrors: boolean, redirectUrl: string) =>
      world.db
        .updateTable('applications')
        .set({
          protocol_settings: JSON.stringify({
            redirectUrl,
            secretHash: 'h'.repeat(43),
            ...(returnErrors && { returnErrors }),
          }),
        })
        .where('id', '=', id)
        .execute();
    const continueHref = (body: string) =>
      unescapeHtml(/<a href="([^"]+)">on/.exec(body)?.[1] ?? '');

    test('without returnErrors redirects to the applications page', async () => {
      await setReturnErrors(false, 'https://campus.example/callback');
      const cookie = await world.signIn('other');
      const { statusCode, headers } = await get(`/api/app-redirect?appId=${id}&state=s`, cookie);
      expect([statusCode, headers.location]).toEqual([302, `/uk/apps?appId=${id}&state=s`]);
      expect((await get(`/uk/apps?appId=${id}&state=s`, cookie)).statusCode).toBe(200);
    });

    test('with returnErrors the error page has a link that returns error and state', async () => {
      await setReturnErrors(true, 'https://campus.example/callback?from=brama&error=old&state=old');
      const cookie = await world.signIn('other');
      const query = new URLSearchParams({ appId: id.toUpperCase(), state: 'a&b=" c' });
      const answer = await get(`/api/app-redirect?${query}`, `${cookie}; i18next=en`);
      expect(answer.statusCode).toBe(403);
      expect(answer.body).toContain('data-page="no-access"');
      expect(answer.body).toContain('campus eng');
      const url = new URL(continueHref(answer.body));
      expect(url.origin + url.pathname).toBe('https://campus.example/callback');
      expect(Object.fromEntries(url.searchParams)).toEqual({
        from: 'brama',
        error: 'access_denied',
        state: 'a&b=" c',
      });
      expect(url.searchParams.size).toBe(3);
      // only the button leads there, no automatic redirect
      expect([answer.headers.location, answer.headers['refresh']]).toEqual([undefined, undefined]);
      expect(answer.body).not.toMatch(/http-equiv="?refresh/i);
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
      expect(answer.headers['cache-control']).toBe('private, no-store');
    });

    test('the applications page redirects to the error page after sign-in', async () => {
      await setReturnErrors(true, 'https://campus.example/callback');
      const cookie = await world.signIn('other');
      const at = await get(`/en/apps?appId=${id}&state=s`, cookie);
      expect([at.statusCode, at.headers.location]).toEqual([
        302,
        `/api/app-redirect?appId=${id}&state=s`,
      ]);
      expect(at.headers['cache-control']).toBe('no-store');
    });

    test('without a state the link contains only the error', async () => {
      await setReturnErrors(true, 'https://campus.example/callback');
      const { body } = await get(`/api/app-redirect?appId=${id}`, await world.signIn('other'));
      expect(continueHref(body)).toBe('https://campus.example/callback?error=access_denied');
    });

    test('a user with access gets a ticket, an anonymous user signs in first', async () => {
      await setReturnErrors(true, 'https://campus.example/callback');
      const cookie = await world.signIn();
      const { headers } = await get(`/api/app-redirect?appId=${id}`, cookie);
      expect(new URL(`${headers.location}`).searchParams.has('ticketId')).toBe(true);
      expect((await get(`/uk/apps?appId=${id}`, cookie)).statusCode).toBe(200);
      const anonymous = await get(`/api/app-redirect?appId=${id}`);
      expect(anonymous.headers.location).toBe(`/uk/?appId=${id}`);
    });
  });

  test('a ticketId in the redirectUrl is replaced, and the log warns once', async () => {
    await world.db
      .updateTable('applications')
      .set({
        protocol_settings: JSON.stringify({
          redirectUrl: 'https://campus.example/callback?ticketId=old&x=1',
          secretHash: 'h'.repeat(43),
        }),
      })
      .where('id', '=', id)
      .execute();
    const cookie = await world.signIn();
    world.lines.length = 0;
    for (const _ of [1, 2]) {
      const { headers } = await get(`/api/app-redirect?appId=${id}`, cookie);
      const { searchParams } = new URL(`${headers.location}`);
      expect(searchParams.getAll('ticketId')).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    }
    const warnings = world.lines.filter((line) => line.includes('redirectUrl'));
    expect(warnings.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'warn', application: id }),
    ]);
  });
});
