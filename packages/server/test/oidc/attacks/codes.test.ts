// Authorization codes that were stolen, sent again, or issued to another client (RFC 6749 §4.1.2 and §10.5, RFC 9700 §4.5).

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TokenStore } from '../../../src/applications/oidc/adapters/tokens.ts';
import { databaseKinds } from '../../support/databases.ts';
import { portal as application, office } from '../../support/oidc/applications.ts';
import { type Arena, archive, type Code, makeArena, notes } from '../../support/oidc/arena.ts';
import { attemptOf, basicOf, formOf, said } from '../../support/oidc/raw.ts';
import { addUser } from '../../support/world.ts';

describe.each(databaseKinds)('codes, on %s', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena(kind);
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  const invalid = '400 invalid_grant';

  async function expectDead(tokens: { access_token: string; refresh_token: string }) {
    expect(said(await arena.userinfo(tokens.access_token))).toBe('401 invalid_token');
    expect(said(await arena.refresh(tokens.refresh_token))).toBe(invalid);
  }

  test('sent twice: the second is refused, and the tokens of the first die', async () => {
    const { tokens, ...given } = await arena.withTokens();
    expect(said(await arena.userinfo(tokens.access_token))).toBe('200');
    expect(said(await arena.exchange(given))).toBe(invalid);
    await expectDead(tokens);
  });

  test('sent twice, and what was refreshed in between dies as well', async () => {
    const { tokens, ...given } = await arena.withTokens();
    const later = (await arena.refresh(tokens.refresh_token)).json();
    arena.clock.now += 30_000;
    expect(said(await arena.exchange(given))).toBe(invalid);
    await expectDead(later);
  });

  test('sent twice: the tokens of another code of the same session live on', async () => {
    const { browser, tokens, ...given } = await arena.withTokens();
    const attempt = attemptOf(application);
    const { location } = await browser.go(attempt.address);
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    const other = (await arena.exchange({ ...attempt, code })).json();
    const refreshed = (await arena.refresh(other.refresh_token)).json();
    expect(said(await arena.exchange(given))).toBe(invalid);
    await expectDead(tokens);
    for (const { access_token } of [other, refreshed])
      expect(said(await arena.userinfo(access_token))).toBe('200');
    expect(said(await arena.refresh(refreshed.refresh_token))).toBe('200');
  });

  test('sent twice, and the tokens of the first stay dead when the code is swept away', async () => {
    const { tokens, ...given } = await arena.withTokens();
    expect(said(await arena.exchange(given))).toBe(invalid);
    for (const after of [61_000, 29 * 24 * 3600_000]) {
      arena.clock.now += after;
      await new TokenStore(arena.db, () => arena.clock.now).deleteExpired(1000);
      await expectDead(tokens);
    }
  });

  test('sent eight times at once to two nodes: one is answered, and then all is dead', async () => {
    const other = await arena.node();
    const given = await arena.withCode();
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        arena.exchange(given, {}, undefined, index % 2 ? other : arena.server),
      ),
    );
    const answered = all.filter(({ statusCode }) => statusCode === 200);
    expect(answered).toHaveLength(1);
    for (const refused of all.filter((one) => !answered.includes(one)))
      expect(said(refused)).toBe(invalid);
    for (const one of answered) await expectDead(one.json());
    expect(said(await arena.exchange(given))).toBe(invalid);
  });

  test('after that the same session gets tokens again', async () => {
    const { browser, ...given } = await arena.withTokens();
    await arena.exchange(given);
    const attempt = attemptOf(application);
    const { location } = await browser.go(attempt.address);
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    expect(said(await arena.exchange({ ...attempt, code }))).toBe('200');
  });

  test('a minute old: too late, and a moment before it is not', async () => {
    const late = await arena.withCode();
    arena.clock.now += 60_000;
    expect(said(await arena.exchange(late))).toBe(invalid);
    const timely = await arena.withCode();
    arena.clock.now += 59_999;
    expect(said(await arena.exchange(timely))).toBe('200');
  });

  test.each([
    ['with a secret', archive, basicOf(archive), {}],
    ['without one', notes, {}, { client_id: notes.id }],
    ['of employees', office, basicOf(office), {}],
  ])(
    'of another application, %s: refused, and good for its own',
    async (_, party, headers, more) => {
      const given = await arena.withCode();
      const stolen = { ...given, party };
      const theirs = { redirect_uri: application.callback, ...more };
      expect(said(await arena.exchange(stolen, theirs, headers))).toBe(invalid);
      expect(said(await arena.exchange(stolen, more, headers))).toBe(invalid);
      expect(said(await arena.exchange(given))).toBe('200');
    },
  );

  test('in an address: not read at all', async () => {
    const { code, verifier, ...given } = await arena.withCode();
    const query = formOf({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: application.callback,
    });
    const headers = basicOf(application);
    const got = await arena.send({ url: `/oidc/token?${query}`, headers });
    expect(got.statusCode).toBe(405);
    const posted = await arena.call(`/oidc/token?${query}`, { nothing: 'else' }, headers);
    expect(said(posted)).toBe('400 invalid_request');
    expect(said(await arena.exchange({ ...given, code, verifier }))).toBe('200');
  });

  async function withPerson(): Promise<Code & { userId: string }> {
    const username = `person-${crypto.randomUUID()}`;
    const userId = await addUser(arena.db, { username }, arena.passwordHash);
    const browser = await arena.signedIn(username);
    const attempt = attemptOf(application);
    const { location } = await browser.go(attempt.address);
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    return { ...attempt, code, browser, userId };
  }
  const changeUser = (userId: string, change: object) =>
    arena.db.updateTable('users').set(change).where('id', '=', userId).execute();

  test.each<[string, (given: Awaited<ReturnType<typeof withPerson>>) => Promise<unknown>]>([
    [
      'a sign-out',
      ({ browser }) => arena.post('/api/auth/logout', undefined, { cookie: browser.cookies() }),
    ],
    [
      'the end of the session',
      ({ userId }) =>
        arena.db
          .updateTable('sessions')
          .set({ expires_at: arena.clock.now })
          .where('user_id', '=', userId)
          .execute(),
    ],
    ['the account was disabled', ({ userId }) => changeUser(userId, { disabled: 1 })],
    ['the right to the application went', ({ userId }) => changeUser(userId, { groups: '[]' })],
  ])('after %s: refused', async (_, happens) => {
    const given = await withPerson();
    await happens(given);
    expect(said(await arena.exchange(given))).toBe(invalid);
  });

  test('what is no code: guessed, a token, the id of a grant, a text of a megabyte', async () => {
    const { tokens, ...given } = await arena.withTokens();
    const grant = await arena.db.selectFrom('oidc_grants').select(['id', 'sid']).execute();
    const others = [tokens.access_token, tokens.refresh_token, tokens.id_token, 'x', '\0', '%'];
    for (const code of [...others, ...grant.flatMap(({ id, sid }) => [id, sid])])
      expect(said(await arena.exchange({ ...given, code }))).toBe(invalid);
    const huge = await arena.exchange({ ...given, code: 'x'.repeat(1_000_000) });
    expect(said(huge)).toBe('400 invalid_request');
  });

  test('a hash of a code, read in the database, is no code', async () => {
    const given = await arena.withCode();
    const rows = await arena.db.selectFrom('oidc_tokens').select('id_hash').execute();
    for (const { id_hash } of rows)
      expect(said(await arena.exchange({ ...given, code: id_hash }))).toBe(invalid);
    expect(said(await arena.exchange(given))).toBe('200');
  });
});
