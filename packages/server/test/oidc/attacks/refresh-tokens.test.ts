// Stolen refresh tokens: used beside their owner, by another client, or for more scopes than granted
// (RFC 6749 §10.4, RFC 9700 §4.14).

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TokenStore } from '../../../src/applications/oidc/adapters/tokens.ts';
import { hashSecret } from '../../../src/crypto/secrets.ts';
import { WriteBatch } from '../../../src/database/write-batch.ts';
import { databaseKinds } from '../../support/databases.ts';
import { portal as application, office } from '../../support/oidc/applications.ts';
import { type Arena, archive, makeArena, notes } from '../../support/oidc/arena.ts';
import { basicOf, said } from '../../support/oidc/raw.ts';

describe.each(databaseKinds)('refresh tokens, on %s', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena(kind);
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  const invalid = '400 invalid_grant';
  const refreshed = async (token: string) => {
    const answer = await arena.refresh(token);
    expect(said(answer)).toBe('200');
    return answer.json<{ access_token: string; refresh_token: string }>();
  };
  const isRefused = async (token: string) => expect(said(await arena.refresh(token))).toBe(invalid);
  const isDead = async (token: string) =>
    expect(said(await arena.userinfo(token))).toBe('401 invalid_token');

  test('reuse after ten seconds is theft and revokes all tokens', async () => {
    const { tokens } = await arena.withTokens();
    const second = await refreshed(tokens.refresh_token);
    arena.clock.now += 10_001;
    await isRefused(tokens.refresh_token);
    await isRefused(second.refresh_token);
    for (const { access_token } of [tokens, second]) await isDead(access_token);
  });

  test('reuse after use of the successor is theft at once', async () => {
    const { tokens } = await arena.withTokens();
    const second = await refreshed(tokens.refresh_token);
    const third = await refreshed(second.refresh_token);
    await isRefused(tokens.refresh_token);
    await isRefused(third.refresh_token);
    await isDead(third.access_token);
  });

  test('use of two successors within ten seconds is theft and revokes all tokens', async () => {
    const { tokens } = await arena.withTokens();
    const first = await refreshed(tokens.refresh_token);
    const second = await refreshed(tokens.refresh_token);
    await isRefused(first.refresh_token);
    await isRefused(second.refresh_token);
    await isDead(second.access_token);
  });

  test('a second successor is rejected after the first successor is used', async () => {
    const tokens = new TokenStore(arena.db, () => arena.clock.now);
    const payload = { grantId: 'any' };
    const refuse = () => Promise.reject(new Error('refused'));
    const replace = async (id: string, predecessor: string) => {
      const writes = new WriteBatch(arena.db);
      tokens.addSuccessor(writes, { id, payload, ttlSeconds: 60, predecessor }, refuse);
      await writes.commit();
    };
    await tokens.put('RefreshToken', 'first', payload, 60);
    for (const _ of ['owner', 'thief']) await tokens.consume('RefreshToken', 'first');
    await replace('of the owner', 'first');
    expect(await tokens.consume('RefreshToken', 'of the owner')).toBe(true);
    await expect(replace('of the thief', 'first')).rejects.toThrow('refused');
    expect(await tokens.find('RefreshToken', 'of the thief')).toBeUndefined();
  });

  test.each([
    ['thief', 'owner'],
    ['owner', 'thief'],
  ])(
    'a replayed token races with its successor, the %s first: only the first succeeds',
    async (...order) => {
      const tokens = new TokenStore(arena.db, () => arena.clock.now);
      const payload = { grantId: 'any' };
      const idOf = (name = '') => `${name}, the ${order[0]} first`;
      const refused: string[] = [];
      const refresh = async (by: string, from: string, id: string) => {
        const refuse = () => {
          refused.push(by);
          return Promise.reject(new Error('refused'));
        };
        const writes = new WriteBatch(arena.db);
        tokens.addConsume(writes, 'RefreshToken', from, refuse);
        tokens.addSuccessor(writes, { id, payload, ttlSeconds: 60, predecessor: from }, refuse);
        await writes.commit().catch(() => undefined);
      };
      await tokens.put('RefreshToken', idOf('first'), payload, 60);
      await refresh('owner', idOf('first'), idOf('second'));
      const steps: Record<string, () => Promise<void>> = {
        thief: () => refresh('thief', idOf('first'), idOf('thief')),
        owner: () => refresh('owner', idOf('second'), idOf('owner')),
      };
      for (const one of order) await steps[one]?.();
      expect(refused).toEqual([order[1]]);
      const winner = await tokens.find('RefreshToken', idOf(order[0]));
      const loser = await tokens.find('RefreshToken', idOf(order[1]));
      expect([winner?.consumed, loser]).toEqual([undefined, undefined]);
      expect(winner).toBeDefined();
    },
  );

  test('the successor of a deleted token is not stored', async () => {
    const tokens = new TokenStore(arena.db, () => arena.clock.now);
    const writes = new WriteBatch(arena.db);
    const given = { id: 'late', payload: {}, ttlSeconds: 60, predecessor: 'gone' };
    const refuse = () => Promise.reject(new Error('refused'));
    tokens.addConsume(writes, 'RefreshToken', 'gone', refuse);
    tokens.addSuccessor(writes, given, refuse);
    await expect(writes.commit()).rejects.toThrow('refused');
    expect(await tokens.find('RefreshToken', 'late')).toBeUndefined();
  });

  test('eight concurrent uses on two nodes leave one valid successor', async () => {
    const { tokens } = await arena.withTokens();
    const other = await arena.node();
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        arena.refresh(tokens.refresh_token, application, {}, index % 2 ? other : arena.server),
      ),
    );
    // within ten seconds each client may have lost the previous response
    expect(all.map(said)).toEqual(Array(8).fill('200'));
    const successors = all.map((one) => one.json().refresh_token as string);
    const living = await arena.db
      .selectFrom('oidc_tokens')
      .select('id_hash')
      .where('predecessor', '=', hashSecret(tokens.refresh_token))
      .where('consumed_at', 'is', null)
      .execute();
    const hashes = living.map(({ id_hash }) => id_hash);
    const good = successors.filter((one) => hashes.includes(hashSecret(one)));
    expect([living.length, good.length]).toEqual([1, 1]);
    const next = await refreshed(`${good[0]}`);
    // the server treats a client with another successor as a thief
    await isRefused(`${successors.find((one) => one !== good[0])}`);
    await isRefused(next.refresh_token);
    await isDead(next.access_token);
  });

  test('another application cannot use the token', async () => {
    const { tokens } = await arena.withTokens();
    expect(said(await arena.refresh(tokens.refresh_token, archive))).toBe(invalid);
    await refreshed(tokens.refresh_token);
  });

  test('a public client cannot use the token of another application', async () => {
    const { tokens } = await arena.withTokens();
    const asNotes = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    const sent = await arena.call('/oidc/token', { ...asNotes, client_id: notes.id }, {});
    expect(said(sent)).toBe(invalid);
    const unnamed = await arena.call('/oidc/token', asNotes, {});
    expect(said(unnamed)).toBe('400 invalid_request');
  });

  // RFC 6749 §6
  test.each(['openid profile email', 'openid groups', 'openid tax_id', 'openid offline_access'])(
    'a scope beyond the grant is rejected: %s',
    async (scope) => {
      const { tokens } = await arena.withTokens();
      const answer = await arena.refresh(tokens.refresh_token, application, { scope });
      expect(said(answer)).toBe('400 invalid_scope');
    },
  );

  test('a reduced scope limits the access token', async () => {
    const { tokens } = await arena.withTokens();
    const less = await arena.refresh(tokens.refresh_token, application, { scope: 'openid' });
    expect((await arena.userinfo(less.json().access_token)).json()).toEqual({ sub: arena.olena });
  });

  test('an access token is rejected as a refresh token', async () => {
    const { tokens } = await arena.withTokens();
    await isRefused(tokens.access_token);
  });

  test('the stored hash of a token is rejected as a refresh token', async () => {
    const { tokens } = await arena.withTokens();
    await isRefused(hashSecret(tokens.refresh_token));
    await refreshed(tokens.refresh_token);
  });

  // RFC 7009 §2.1, RFC 7662 §4
  test.each(['access_token', 'refresh_token'] as const)(
    'the %s of another application can be neither revoked nor introspected',
    async (kindOfToken) => {
      const { tokens } = await arena.withTokens();
      for (const party of [office, archive]) {
        const headers = basicOf(party);
        await arena.call('/oidc/revoke', { token: tokens[kindOfToken] }, headers);
        const looked = await arena.call(
          '/oidc/introspect',
          { token: tokens[kindOfToken] },
          headers,
        );
        expect(looked.json()).toEqual({ active: false });
      }
      const nobody = await arena.call('/oidc/introspect', { token: tokens[kindOfToken] }, {});
      expect(said(nobody)).toBe('400 invalid_request');
      expect(said(await arena.userinfo(tokens.access_token))).toBe('200');
      await refreshed(tokens.refresh_token);
    },
  );
});
