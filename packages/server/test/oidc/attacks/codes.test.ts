// Authorization codes that were stolen, sent again, or issued to another client (RFC 6749 §4.1.2 and §10.5, RFC 9700 §4.5).

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteExpiredFrom } from '../../../src/database/expiring-tables.ts';
import { databaseKinds } from '../../support/databases.ts';
import { portal as application, office } from '../../support/oidc/applications.ts';
import { type Arena, archive, type Code, makeArena, notes } from '../../support/oidc/arena.ts';
import { attemptOf, basicOf, formOf, said } from '../../support/oidc/raw.ts';
import { addUser } from '../../support/world.ts';

describe.each(databaseKinds)('authorization codes, on %s', (kind) => {
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

  test('a replayed code is rejected, and its tokens are revoked', async () => {
    const { tokens, ...given } = await arena.withTokens();
    expect(said(await arena.userinfo(tokens.access_token))).toBe('200');
    expect(said(await arena.exchange(given))).toBe(invalid);
    await expectDead(tokens);
  });

  test('a replayed code also revokes refreshed tokens', async () => {
    const { tokens, ...given } = await arena.withTokens();
    const later = (await arena.refresh(tokens.refresh_token)).json();
    arena.clock.now += 30_000;
    expect(said(await arena.exchange(given))).toBe(invalid);
    await expectDead(later);
  });

  test('a replayed code does not revoke tokens of another code of the same session', async () => {
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

  test('tokens revoked by a replay stay revoked after the code is deleted', async () => {
    const { tokens, ...given } = await arena.withTokens();
    expect(said(await arena.exchange(given))).toBe(invalid);
    for (const after of [61_000, 29 * 24 * 3600_000]) {
      arena.clock.now += after;
      await deleteExpiredFrom(arena.db, 'oidc_tokens', arena.clock.now, 1000);
      await expectDead(tokens);
    }
  });

  test('eight concurrent uses on two nodes: one succeeds, then its tokens are revoked', async () => {
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

  test('of two simultaneous uses on two nodes one succeeds, and its tokens are revoked', async () => {
    const other = await arena.node();
    // in some pairs the second node sees at once that the code was used
    for (let pair = 0; pair < 4; pair += 1) {
      const given = await arena.withCode();
      const all = await Promise.all([
        arena.exchange(given),
        arena.exchange(given, {}, undefined, other),
      ]);
      const answered = all.filter(({ statusCode }) => statusCode === 200);
      expect(answered).toHaveLength(1);
      for (const one of answered) await expectDead(one.json());
    }
  });

  test('the session can get new tokens after a replay', async () => {
    const { browser, ...given } = await arena.withTokens();
    await arena.exchange(given);
    const attempt = attemptOf(application);
    const { location } = await browser.go(attempt.address);
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    expect(said(await arena.exchange({ ...attempt, code }))).toBe('200');
  });

  test('a code expires after exactly a minute', async () => {
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
    'a code sent by another application %s is rejected and works for its owner',
    async (_, party, headers, more) => {
      const given = await arena.withCode();
      const stolen = { ...given, party };
      const theirs = { redirect_uri: application.callback, ...more };
      expect(said(await arena.exchange(stolen, theirs, headers))).toBe(invalid);
      expect(said(await arena.exchange(stolen, more, headers))).toBe(invalid);
      expect(said(await arena.exchange(given))).toBe('200');
    },
  );

  test('a code in the URL is ignored', async () => {
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
  ])('a code is rejected after %s', async (_, happens) => {
    const given = await withPerson();
    await happens(given);
    expect(said(await arena.exchange(given))).toBe(invalid);
  });

  test('a guess, a token, a grant id and a huge text are rejected as codes', async () => {
    const { tokens, ...given } = await arena.withTokens();
    const grant = await arena.db.selectFrom('oidc_grants').select(['id', 'sid']).execute();
    const others = [tokens.access_token, tokens.refresh_token, tokens.id_token, 'x', '\0', '%'];
    for (const code of [...others, ...grant.flatMap(({ id, sid }) => [id, sid])])
      expect(said(await arena.exchange({ ...given, code }))).toBe(invalid);
    const huge = await arena.exchange({ ...given, code: 'x'.repeat(1_000_000) });
    expect(said(huge)).toBe('400 invalid_request');
  });

  test('the stored hash of a code is rejected as a code', async () => {
    const given = await arena.withCode();
    const rows = await arena.db.selectFrom('oidc_tokens').select('id_hash').execute();
    for (const { id_hash } of rows)
      expect(said(await arena.exchange({ ...given, code: id_hash }))).toBe(invalid);
    expect(said(await arena.exchange(given))).toBe('200');
  });
});
