// PKCE (RFC 7636, RFC 9700 §2.1.1): a stolen or injected code is useless without the verifier of its own request.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { portal } from '../../support/oidc/applications.ts';
import { type Arena, archive, makeArena, notes } from '../../support/oidc/arena.ts';
import { attemptOf, challengeOf, ended, said } from '../../support/oidc/raw.ts';

const none = { code_challenge: undefined, code_challenge_method: undefined };

describe('proof keys (PKCE)', () => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena('sqlite');
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  // RFC 7636 §4.4.1; an attacker who sees the request can repeat a `plain` challenge (§7.2)
  test.each([
    ['no challenge', none],
    ['an empty one', { code_challenge: '' }],
    ['the plain one', { code_challenge_method: 'plain' }],
    ['one without a method, which would be plain', { code_challenge_method: undefined }],
    ['a method nobody knows', { code_challenge_method: 's256' }],
    ['a method without a challenge', { code_challenge: undefined }],
    ['one too short', { code_challenge: 'a'.repeat(42) }],
    ['one too long', { code_challenge: 'a'.repeat(129) }],
    ['one with strange characters', { code_challenge: `${'a'.repeat(42)}+` }],
    ['two of them', { code_challenge: ['a'.repeat(43), 'b'.repeat(43)] }],
  ])('a request with %s gets no code', async (_, changes) => {
    const browser = await arena.signedIn();
    for (const party of [portal, notes]) {
      const { address } = attemptOf(party, changes);
      expect(ended(await browser.go(address))).toBe('error invalid_request');
    }
  });

  const verifiers: [string, string | undefined][] = [
    ['missing', undefined],
    ['empty', ''],
    ['somebody else’s', 'b'.repeat(43)],
  ];
  test.each(verifiers)('no tokens are issued if the verifier is %s', async (_, code_verifier) => {
    for (const party of [portal, notes]) {
      const given = await arena.withCode(party);
      const sent = { ...(party === notes && { client_id: notes.id }), code_verifier };
      const answer = await arena.exchange(given, sent, party === notes ? {} : undefined);
      expect(said(answer)).toMatch(/^400 invalid_(grant|request)$/);
    }
  });

  test('a repeated verifier is rejected', async () => {
    const given = await arena.withCode();
    const sent = { code_verifier: [given.verifier, given.verifier] };
    expect(said(await arena.exchange(given, sent))).toBe('400 invalid_request');
  });

  test('the challenge is rejected as a verifier', async () => {
    const given = await arena.withCode();
    const sent = { code_verifier: challengeOf(given.verifier) };
    expect(said(await arena.exchange(given, sent))).toBe('400 invalid_grant');
    expect(said(await arena.exchange(given))).toBe('200');
  });

  // RFC 7636 §4.1: a verifier that can be guessed is refused although it matches
  test.each([
    ['too short', 'a'.repeat(42)],
    ['too long', 'a'.repeat(129)],
    ['of strange characters', 'ї'.repeat(43)],
    ['with a space', `${'a'.repeat(42)} `],
  ])('a verifier that is %s is rejected even if it matches the challenge', async (_, verifier) => {
    const given = await arena.withCode(portal, { code_challenge: challengeOf(verifier) });
    const answer = await arena.exchange({ ...given, verifier });
    expect(said(answer)).toMatch(/^400 invalid_(grant|request)$/);
  });

  test('a code is rejected with the verifier of another request', async () => {
    const [one, other] = [await arena.withCode(), await arena.withCode()];
    const crossed = { ...one, verifier: other.verifier };
    expect(said(await arena.exchange(crossed))).toBe('400 invalid_grant');
  });

  // RFC 9700 §4.8.2: an attacker removes the challenge from the request, and the client still sends its verifier
  test('downgrade: a verifier without a challenge in the request is rejected', async () => {
    const given = await arena.withCode(archive, none);
    expect(said(await arena.exchange(given))).toBe('400 invalid_grant');
    // a client without PKCE sends no verifier
    const plain = await arena.withCode(archive, none);
    expect(said(await arena.exchange(plain, { code_verifier: undefined }))).toBe('200');
  });

  test('downgrade: a missing verifier is rejected even if PKCE was optional', async () => {
    const given = await arena.withCode(archive);
    expect(said(await arena.exchange(given, { code_verifier: undefined }))).toBe(
      '400 invalid_grant',
    );
  });
});
