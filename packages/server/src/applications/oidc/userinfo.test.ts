// Compares our response to userinfo requests with that of the library. A query makes the library respond, and it ignores
// unknown parameters.

import { Provider } from 'oidc-provider';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { portal as application } from '../../../test/support/oidc/applications.ts';
import { type Arena, archive, makeArena } from '../../../test/support/oidc/arena.ts';
import type { Fields, Party } from '../../../test/support/oidc/raw.ts';

const libraryPath = '/oidc/userinfo?unknown=1';
const handled: string[] = [];

/** Records the requests that reach the library. */
function recordLibraryRequests() {
  const { callback } = Provider.prototype;
  vi.spyOn(Provider.prototype, 'callback').mockImplementation(function record(this: Provider) {
    const handle = callback.call(this);
    return (request, response) => {
      handled.push(`${request.url}`);
      return handle(request, response);
    };
  });
}

describeOnDatabases('userinfo beside the library', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    recordLibraryRequests();
    arena = await makeArena(kind);
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
    handled.length = 0;
  });
  afterEach(async () => {
    await arena.db.updateTable('users').set({ disabled: 0 }).execute();
    await arena.db
      .updateTable('applications')
      .set({ access: JSON.stringify({ groups: ['students'] }) })
      .where('id', '=', application.id)
      .execute();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await arena.close();
  });

  async function tokenOf(party: Party = application, changes: Fields = {}) {
    const given = await arena.withCode(party, changes);
    const answer = await arena.exchange(given);
    return { ...given, token: `${answer.json().access_token}` };
  }

  async function ask(url: string, token: string, headers: Record<string, string> = {}) {
    const {
      statusCode,
      body,
      headers: all,
    } = await arena.send({
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    const { 'x-request-id': _id, date: _date, connection: _, ...kept } = all;
    const isJson = `${all['content-type']}`.startsWith('application/json');
    return { statusCode, headers: kept, body: isJson ? JSON.parse(body) : body.split('.').length };
  }

  /** Compares both responses. Returns ours, and whether the library made it. */
  async function compared(token: string, headers: Record<string, string> = {}) {
    handled.length = 0;
    const own = await ask('/oidc/userinfo', token, headers);
    const byLibrary = handled.length > 0;
    const theirs = await ask(libraryPath, token, headers);
    expect(handled.at(-1)).toBe(libraryPath);
    expect(own).toEqual(theirs);
    return { ...own, byLibrary };
  }

  test.each(['openid', 'openid profile', 'openid profile email groups campus'])(
    'sends the claims of the scope “%s” without the library',
    async (scope) => {
      const { token } = await tokenOf(application, { scope });
      const { byLibrary, statusCode, body } = await compared(token);
      expect([byLibrary, statusCode, body.sub]).toEqual([false, 200, arena.olena]);
      expect(Object.keys(body).length > 1).toBe(scope !== 'openid');
    },
  );

  test('sends both spellings of the name and the given name without the library', async () => {
    const setNames = (full_name_en: string | null, given_name: string | null) =>
      arena.db
        .updateTable('users')
        .set({ full_name_en, given_name })
        .where('id', '=', arena.olena)
        .execute();
    const { token } = await tokenOf(application, { scope: 'openid profile', claims_locales: 'en' });
    await setNames('Olena Shevchenko', 'Олена');
    const { byLibrary, body } = await compared(token);
    await setNames(null, null);
    expect([byLibrary, body]).toEqual([
      false,
      {
        sub: arena.olena,
        name: 'Шевченко Олена',
        'name#uk': 'Шевченко Олена',
        'name#en': 'Olena Shevchenko',
        given_name: 'Олена',
        preferred_username: 'O.Shevchenko',
      },
    ]);
    expect(Object.keys((await compared(token)).body)).toEqual([
      'sub',
      'name',
      'preferred_username',
    ]);
  });

  test('the claims parameter requests one spelling', async () => {
    const claims = JSON.stringify({ userinfo: { 'name#en': null } });
    const { token } = await tokenOf(application, { scope: 'openid', claims });
    const { body } = await compared(token);
    expect(body).toEqual({ sub: arena.olena });
    await arena.db.updateTable('users').set({ full_name_en: 'Olena Shevchenko' }).execute();
    expect((await compared(token)).body).toEqual({
      sub: arena.olena,
      'name#en': 'Olena Shevchenko',
    });
    await arena.db.updateTable('users').set({ full_name_en: null }).execute();
  });

  test.each([
    ['another spelling of the scheme', { authorization: 'bearer ' }],
    ['a header of a browser', { cookie: 'brama_session=x', 'user-agent': 'x' }],
  ])('%s: responds without the library', async (_, headers) => {
    const { token } = await tokenOf();
    const { authorization, ...others } = headers as Record<string, string>;
    const changed = authorization === undefined ? {} : { authorization: authorization + token };
    const { byLibrary, statusCode } = await compared(token, { ...others, ...changed });
    expect([byLibrary, statusCode]).toEqual([false, 200]);
  });

  test.each<[what: string, (token: string) => Record<string, string>, status: number]>([
    ['no token', () => ({ authorization: '' }), 401],
    ['two spaces', (token) => ({ authorization: `Bearer  ${token}` }), 400],
    ['another scheme', (token) => ({ authorization: `Basic ${token}` }), 400],
    ['a proof of possession', (token) => ({ authorization: `DPoP ${token}`, dpop: 'x' }), 401],
    ['a script of another origin', () => ({ origin: 'https://portal.example' }), 200],
    ['a changed token', (token) => ({ authorization: `Bearer ${token}x` }), 401],
    ['a token with other characters', (token) => ({ authorization: `Bearer ${token}=` }), 401],
  ])('%s: the library responds', async (_, headersOf, status) => {
    const { token } = await tokenOf();
    const { byLibrary, statusCode } = await compared(token, headersOf(token));
    expect([byLibrary, statusCode]).toEqual([true, status]);
  });

  type Given = Awaited<ReturnType<typeof tokenOf>>;
  const changePayload = async (changes: object) => {
    const tokens = arena.db.selectFrom('oidc_tokens').select(['id_hash', 'payload']);
    for (const { id_hash, payload } of await tokens.where('model', '=', 'AccessToken').execute())
      await arena.db
        .updateTable('oidc_tokens')
        .set({ payload: JSON.stringify({ ...JSON.parse(payload), ...changes }) })
        .where('id_hash', '=', id_hash)
        .execute();
  };
  const changes: [what: string, (given: Given) => Promise<unknown>][] = [
    [
      'the session has ended',
      ({ browser }) => arena.post('/api/auth/logout', undefined, { cookie: browser.cookies() }),
    ],
    [
      'the session was idle too long',
      async () => {
        await arena.db.updateTable('sessions').set({ seen_at: 0 }).execute();
      },
    ],
    [
      'the session on a shared computer was idle too long',
      async () => {
        const seen_at = arena.clock.now - 600_000;
        await arena.db.updateTable('sessions').set({ seen_at, shared_computer: 1 }).execute();
      },
    ],
    ['the user is disabled', () => arena.db.updateTable('users').set({ disabled: 1 }).execute()],
    [
      'the user has lost the access',
      () =>
        arena.db
          .updateTable('applications')
          .set({ access: JSON.stringify({ groups: ['employees'] }) })
          .where('id', '=', application.id)
          .execute(),
    ],
    [
      'the grant was revoked',
      async () => {
        for (const { id } of await arena.db.selectFrom('oidc_grants').select('id').execute())
          await arena.db
            .updateTable('oidc_grants')
            .set({ id: crypto.randomUUID() })
            .where('id', '=', id)
            .execute();
      },
    ],
    [
      'the grant is over',
      () => arena.db.updateTable('oidc_grants').set({ expires_at: 1 }).execute(),
    ],
    ['the token was revoked', ({ token }) => arena.call('/oidc/revoke', { token })],
    ['the code was sent twice', (given) => arena.exchange(given)],
    [
      'the record of the token is over',
      () => arena.db.updateTable('oidc_tokens').set({ expires_at: 1 }).execute(),
    ],
    [
      'the record is of another model',
      () => arena.db.updateTable('oidc_tokens').set({ model: 'RefreshToken' }).execute(),
    ],
    ['the token is over', () => changePayload({ exp: 1 })],
    ['the token is of another session', () => changePayload({ sessionUid: crypto.randomUUID() })],
    ['the token is of another user', () => changePayload({ accountId: crypto.randomUUID() })],
    ['the token is of another client', () => changePayload({ clientId: archive.id })],
    ['the token is of another grant', () => changePayload({ grantId: crypto.randomUUID() })],
    ['the token is for a service', () => changePayload({ aud: 'https://marks.example/' })],
    ['the token is bound to a key', () => changePayload({ jkt: 'x' })],
    ['the token has no openid scope', () => changePayload({ scope: 'profile' })],
    ['the token is of another kind', () => changePayload({ kind: 'ClientCredentials' })],
  ];
  test.each(changes)('%s: the library refuses', async (_, change) => {
    const given = await tokenOf();
    expect((await compared(given.token)).byLibrary).toBe(false);
    await change(given);
    const { byLibrary, statusCode } = await compared(given.token);
    expect(byLibrary).toBe(true);
    expect([401, 403]).toContain(statusCode);
  });

  // the library ignores the mark, and we do not offer certificates
  test.each<[what: string, change: () => Promise<unknown>, status: number]>([
    [
      'marked as used',
      () => arena.db.updateTable('oidc_tokens').set({ consumed_at: 1 }).execute(),
      200,
    ],
    ['bound to a certificate', () => changePayload({ 'x5t#S256': 'x' }), 500],
  ])('a token that is %s: the library responds', async (_, change, status) => {
    const { token } = await tokenOf();
    await change();
    expect(await compared(token)).toMatchObject({ byLibrary: true, statusCode: status });
  });

  test('requested claims: the library responds', async () => {
    const claims = JSON.stringify({ userinfo: { student_id: null } });
    const { token } = await tokenOf(application, { claims });
    expect(await compared(token)).toMatchObject({ byLibrary: true, statusCode: 200 });
  });
});
