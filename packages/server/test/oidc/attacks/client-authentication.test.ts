// An attacker who imitates a client (RFC 6749 §2.3 and §10.1, RFC 7523 §3, RFC 9700 §2.5).

import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashSecret } from '../../../src/crypto/secrets.ts';
import { describeOnDatabases } from '../../support/databases.ts';
import { addOidcApplication, portal as application } from '../../support/oidc/applications.ts';
import {
  type Arena,
  archive,
  type Code,
  issuer,
  labs,
  makeArena,
  notes,
} from '../../support/oidc/arena.ts';
import { basicOf, type Fields, said } from '../../support/oidc/raw.ts';

type Claims = Record<string, unknown>;

const basic = (credentials: string) => ({
  authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
});
const unsigned = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const strangersKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describeOnDatabases('client authentication', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    // all attempts arrive at the same moment
    arena = await makeArena(kind, { RATE_LIMIT_SECRETS_PER_MINUTE: '1000' });
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  const inBody = { client_id: application.id, client_secret: application.secret };

  test.each<[string, Record<string, string>, Fields, string]>([
    ['with nothing', {}, {}, '400 invalid_request'],
    ['with its name alone', {}, { client_id: application.id }, '401 invalid_client'],
    ['with an empty secret', basicOf({ ...application, secret: '' }), {}, '400 invalid_request'],
    ['with a guess', basicOf({ ...application, secret: 'guess' }), {}, '401 invalid_client'],
    ['with a guess in the body', {}, { ...inBody, client_secret: 'x' }, '401 invalid_client'],
    [
      'with the secret of another',
      basicOf({ ...application, secret: archive.secret }),
      {},
      '401 invalid_client',
    ],
    [
      'with the hash of its secret, read in the database',
      basicOf({ ...application, secret: hashSecret(application.secret) }),
      {},
      '401 invalid_client',
    ],
    [
      'with its secret and the beginning of another’s',
      basic(`${application.id}:${application.secret}:more`),
      {},
      '401 invalid_client',
    ],
    [
      'as one in the header and another in the body',
      basicOf(archive),
      { client_id: application.id },
      '400 invalid_request',
    ],
    ['in two ways at once', basicOf(application), inBody, '400 invalid_request'],
    [
      'with two names',
      {},
      { ...inBody, client_id: [application.id, archive.id] },
      '400 invalid_request',
    ],
    [
      'with two secrets',
      {},
      { ...inBody, client_secret: [application.secret, 'x'] },
      '400 invalid_request',
    ],
    [
      'under a name nobody has',
      basicOf({ ...application, id: 'nobody' }),
      {},
      '401 invalid_client',
    ],
    [
      'as the name of a built-in',
      basicOf({ ...application, id: '__proto__' }),
      {},
      '401 invalid_client',
    ],
  ])('authentication %s is rejected', async (_, headers, fields, answer) => {
    const given = await arena.withCode();
    for (const path of ['/oidc/introspect', '/oidc/revoke'])
      expect(said(await arena.call(path, { token: given.code, ...fields }, headers))).toBe(answer);
    expect(said(await arena.exchange(given, fields, headers))).toBe(answer);
    expect(said(await arena.exchange(given))).toBe('200');
  });

  test('a secret in the URL is ignored', async () => {
    const { code, verifier } = await arena.withCode();
    const fields = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: application.callback,
    };
    const answer = await arena.call(`/oidc/token?${new URLSearchParams(inBody)}`, fields, {});
    expect(said(answer)).toBe('400 invalid_request');
  });

  test('a public client needs no secret and cannot impersonate a confidential client', async () => {
    const given = await arena.withCode(notes);
    expect(said(await arena.exchange(given, { client_id: labs.id }, {}))).toBe(
      '401 invalid_client',
    );
    const pretended = basicOf({ ...notes, secret: 'anything' });
    expect(said(await arena.exchange(given, {}, pretended))).toBe('401 invalid_client');
    expect(said(await arena.exchange(given, { client_id: notes.id }, {}))).toBe('200');
  });

  describe('with a signed assertion', () => {
    const seconds = () => Math.floor(Date.now() / 1000);
    const claimsWith = (changes: Claims = {}): Claims => ({
      iss: labs.id,
      sub: labs.id,
      aud: issuer,
      jti: crypto.randomUUID(),
      iat: seconds(),
      exp: seconds() + 60,
      ...changes,
    });
    const signed = (changes: Claims = {}, key = arena.labsKey) =>
      new SignJWT(claimsWith(changes)).setProtectedHeader({ alg: 'ES256' }).sign(key);
    const send = (given: Code, client_assertion: string, more: Fields = {}) =>
      arena.exchange(
        given,
        {
          client_assertion,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          ...more,
        },
        {},
      );
    async function expectRefused(assertion: string, more: Fields = {}) {
      const given = await arena.withCode(labs);
      expect(said(await send(given, assertion, more))).toMatch(/^40[01] invalid_(client|request)$/);
      expect(said(await send(given, await signed()))).toBe('200');
    }

    test.each<[string, () => Claims]>([
      ['for another server', () => ({ aud: 'https://other.example' })],
      ['for an address that begins like ours', () => ({ aud: `${issuer}.evil.example` })],
      ['for nobody', () => ({ aud: undefined })],
      ['that has run out', () => ({ exp: seconds() - 60, iat: seconds() - 120 })],
      ['that is not valid yet', () => ({ nbf: seconds() + 600 })],
      ['that never runs out', () => ({ exp: undefined })],
      ['without an id of its own', () => ({ jti: undefined })],
      ['of another issuer', () => ({ iss: archive.id })],
      ['without an issuer', () => ({ iss: undefined })],
      ['about another application', () => ({ sub: archive.id })],
    ])('an assertion %s is rejected', async (_, changes) => expectRefused(await signed(changes())));

    test('an assertion signed with an unregistered key is rejected', async () =>
      expectRefused(await signed({}, strangersKey.privateKey)));

    test('an assertion that contains its own signing key is rejected', async () => {
      const jwk = strangersKey.publicKey.export({ format: 'jwk' });
      const brought = await new SignJWT(claimsWith())
        .setProtectedHeader({ alg: 'ES256', jwk: { kty: 'EC', ...jwk } })
        .sign(strangersKey.privateKey);
      await expectRefused(brought);
    });

    test('an unsigned assertion (alg: none) is rejected', async () => {
      await expectRefused(`${unsigned({ alg: 'none' })}.${unsigned(claimsWith())}.`);
      await expectRefused(`${unsigned({ alg: 'ES256' })}.${unsigned(claimsWith())}.`);
    });

    test('an assertion with the public key as a shared secret (HS256) is rejected', async () => {
      const stored = await arena.db
        .selectFrom('applications')
        .select('protocol_settings')
        .where('id', '=', labs.id)
        .executeTakeFirstOrThrow();
      const [jwk] = JSON.parse(stored.protocol_settings).metadata.jwks.keys;
      const body = `${unsigned({ alg: 'HS256' })}.${unsigned(claimsWith())}`;
      for (const secret of [JSON.stringify(jwk), jwk.x, Buffer.from(jwk.x, 'base64url')])
        await expectRefused(
          `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`,
        );
    });

    test('an assertion signed with the hash of the client secret is rejected', async () => {
      const claims = { ...claimsWith(), iss: archive.id, sub: archive.id };
      const body = `${unsigned({ alg: 'HS256' })}.${unsigned(claims)}`;
      const mac = createHmac('sha256', hashSecret(archive.secret)).update(body);
      const given = await arena.withCode(archive);
      const answer = await send(given, `${body}.${mac.digest('base64url')}`);
      expect(said(answer)).toBe('401 invalid_client');
    });

    test('an assertion of another type is rejected', async () =>
      expectRefused(await signed(), { client_assertion_type: 'urn:ietf:params:oauth:saml2' }));

    test('an assertion with the client_id of another application is rejected', async () =>
      expectRefused(await signed(), { client_id: archive.id }));

    // RFC 7523 §3, item 7
    test('a replayed assertion is rejected', async () => {
      const given = await arena.withCode(labs);
      const assertion = await signed();
      const [first, second] = [await send(given, assertion), await send(given, assertion)];
      expect([said(first), said(second)]).toEqual(['200', '401 invalid_client']);
    });

    test('an assertion used five times concurrently is accepted once', {
      tags: 'race',
    }, async () => {
      const assertion = await signed();
      const given = await Promise.all(Array.from({ length: 5 }, () => arena.withCode(labs)));
      const answers = await Promise.all(given.map((one) => send(one, assertion)));
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    });

    test('an assertion signed with the key of another application is rejected', async () => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const own = { id: crypto.randomUUID(), callback: 'https://forge.example/callback' };
      await addOidcApplication(arena.db, {
        id: own.id,
        name: `forge-${own.id}`,
        protocol: {
          metadata: {
            redirect_uris: [own.callback],
            token_endpoint_auth_method: 'private_key_jwt',
            jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256' }] },
          },
        },
      });
      await expectRefused(await signed({}, privateKey));
      const given = await arena.withCode(labs);
      const theirs = await signed({ iss: own.id, sub: own.id }, privateKey);
      expect(said(await send(given, theirs))).toBe('400 invalid_grant');
    });
  });
});
