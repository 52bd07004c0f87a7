// Tokens bound to a key (RFC 9449 §11): used without the key, with replayed proofs, or with forged ones.

import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../support/databases.ts';
import { addOidcApplication } from '../../support/oidc/applications.ts';
import { type Arena, issuer, makeArena, notes } from '../../support/oidc/arena.ts';
import { basicOf, said } from '../../support/oidc/raw.ts';

const vault = {
  id: '8b0a3a52-8f7e-4a55-9be0-90b0b2c3d455',
  secret: 'U2tyeW5pYSBuYSBwJ2lhdGR5c2lhdCBrbGl1Y2hpdiA1',
  callback: 'https://vault.example/callback',
};

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const own = newKey();
const stranger = newKey();

type Making = {
  url?: string;
  method?: string;
  key?: { publicKey: KeyObject; privateKey: KeyObject };
  header?: Record<string, unknown>;
  claims?: JWTPayload & Record<string, unknown>;
  token?: string;
};

const athOf = (token: string) => createHash('sha256').update(token).digest('base64url');

async function proofOf({ url = '/oidc/token', method = 'POST', key = own, ...made }: Making = {}) {
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: new URL(url, issuer).href,
    iat: Math.floor(Date.now() / 1000),
    ...(made.token !== undefined && { ath: athOf(made.token) }),
    ...made.claims,
  };
  const jwk = await exportJWK(key.publicKey);
  const header = { alg: 'ES256', typ: 'dpop+jwt', jwk, ...made.header };
  return new SignJWT(claims as JWTPayload).setProtectedHeader(header).sign(key.privateKey);
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

describeOnDatabases('key-bound tokens', (kind) => {
  let arena: Arena;
  let other: FastifyInstance;

  beforeAll(async () => {
    arena = await makeArena(kind);
    other = await arena.node();
    await addOidcApplication(arena.db, {
      id: vault.id,
      name: 'vault',
      protocol: {
        metadata: {
          redirect_uris: [vault.callback],
          grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
          dpop_bound_access_tokens: true,
        },
        secret: vault.secret,
      },
    });
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  const ownToken = { grant_type: 'client_credentials' };
  const ask = (proof: string, to?: FastifyInstance) =>
    arena.call('/oidc/token', ownToken, { ...basicOf(vault), dpop: proof }, to);

  async function withBoundTokens() {
    const given = await arena.withCode(vault);
    const headers = { ...basicOf(vault), dpop: await proofOf() };
    const answer = await arena.exchange(given, {}, headers);
    expect(said(answer)).toBe('200');
    return answer.json<{ access_token: string; refresh_token: string; token_type: string }>();
  }

  const userinfo = (token: string, proof: string | undefined, scheme = 'DPoP', to = arena.server) =>
    arena.send(
      {
        url: '/oidc/userinfo',
        headers: { authorization: `${scheme} ${token}`, ...(proof && { dpop: proof }) },
      },
      to,
    );
  const atUserinfo = (token: string, made: Making = {}) =>
    proofOf({ url: '/oidc/userinfo', method: 'GET', token, ...made });

  test('a proof replayed at the token endpoint is rejected by every node', async () => {
    const proof = await proofOf();
    expect(said(await ask(proof))).toBe('200');
    expect(said(await ask(proof))).toBe('400 invalid_grant');
    expect(said(await ask(proof, other))).toBe('400 invalid_grant');
  });

  test('a proof sent to all nodes concurrently is accepted once', { tags: 'race' }, async () => {
    const proof = await proofOf();
    const answers = await Promise.all([
      ask(proof),
      ask(proof, other),
      ask(proof),
      ask(proof, other),
    ]);
    expect(answers.map(said).filter((one) => one === '200')).toHaveLength(1);
  });

  test('a proof replayed at userinfo is rejected', async () => {
    const { access_token: token, token_type: type } = await withBoundTokens();
    expect(type).toBe('DPoP');
    const proof = await atUserinfo(token);
    expect(said(await userinfo(token, proof))).toBe('200');
    expect(said(await userinfo(token, proof))).toBe('401 invalid_token');
    expect(said(await userinfo(token, proof, 'DPoP', other))).toBe('401 invalid_token');
  });

  test.each<[string, Making]>([
    ['for another address', { url: '/oidc/userinfo' }],
    ['for another host', { claims: { htu: 'https://evil.example/oidc/token' } }],
    ['for another method', { method: 'GET' }],
    ['of ten minutes ago', { claims: { iat: Math.floor(Date.now() / 1000) - 600 } }],
    ['of ten minutes ahead', { claims: { iat: Math.floor(Date.now() / 1000) + 600 } }],
    ['without an id', { claims: { jti: undefined } as never }],
    ['of another type', { header: { typ: 'jwt' } }],
    ['with a nonce that is not ours', { claims: { nonce: 'made-up' } }],
  ])('a proof %s is rejected', async (_how, made) => {
    const answer = await ask(await proofOf(made));
    expect(answer.statusCode).toBe(400);
    expect(said(answer)).toMatch(/invalid_dpop_proof|use_dpop_nonce/);
  });

  test('a proof signed by a key other than the one it names is rejected', async () => {
    const jwk = await exportJWK(own.publicKey);
    const proof = await proofOf({ key: stranger, header: { jwk } });
    expect(said(await ask(proof))).toBe('400 invalid_dpop_proof');
  });

  test('a proof that is unsigned or contains a private key is rejected', async () => {
    const { privateKey } = newKey();
    const shown = await proofOf({ header: { jwk: await exportJWK(privateKey) } });
    expect(said(await ask(shown))).toBe('400 invalid_dpop_proof');
    const [, claims] = (await proofOf()).split('.');
    const header = { alg: 'none', typ: 'dpop+jwt', jwk: await exportJWK(own.publicKey) };
    expect(said(await ask(`${encoded(header)}.${claims}.`))).toBe('400 invalid_dpop_proof');
    expect(said(await ask('not.a.jwt'))).toBe('400 invalid_dpop_proof');
    expect(said(await ask('x'.repeat(6000)))).toBe('400 invalid_dpop_proof');
  });

  test('an application that requires bound tokens gets none without a proof', async () => {
    expect(said(await arena.call('/oidc/token', ownToken, basicOf(vault)))).toBe(
      '400 invalid_grant',
    );
    const given = await arena.withCode(vault);
    expect(said(await arena.exchange(given))).toMatch(/^400 /);
  });

  test('a bound token is rejected without a proof of its key', async () => {
    const { access_token: token } = await withBoundTokens();
    expect(said(await userinfo(token, undefined, 'Bearer'))).toBe('401 invalid_token');
    expect(said(await userinfo(token, undefined))).toMatch(/^40[01] /);
    expect(said(await userinfo(token, await atUserinfo(token, { key: stranger })))).toBe(
      '401 invalid_token',
    );
    // a proof for one token is not valid for another
    const { access_token: another } = await withBoundTokens();
    const proof = await atUserinfo(another);
    expect(said(await userinfo(token, proof))).toMatch(/^401 /);
    expect(said(await userinfo(token, await atUserinfo(token)))).toBe('200');
  });

  test('a code bound to a key is rejected with another key or without one', async () => {
    const dpop_jkt = await thumbprintOf(own.publicKey);
    for (const key of [stranger, undefined]) {
      const given = await arena.withCode(vault, { dpop_jkt });
      const proof = key && { dpop: await proofOf({ key }) };
      expect(said(await arena.exchange(given, {}, { ...basicOf(vault), ...proof }))).toMatch(
        /^400 /,
      );
    }
  });

  test('a bound refresh token of a public client is rejected with another key', async () => {
    const given = await arena.withCode(notes, {
      scope: 'openid offline_access',
      prompt: 'consent',
    });
    const inBody = { client_id: notes.id };
    const first = await arena.exchange(given, inBody, { dpop: await proofOf() } as never);
    expect(said(first)).toBe('200');
    const { refresh_token } = first.json<{ refresh_token: string }>();
    const fields = { grant_type: 'refresh_token', refresh_token, ...inBody };
    for (const headers of [{ dpop: await proofOf({ key: stranger }) }, {}])
      expect(said(await arena.call('/oidc/token', fields, headers as never))).toMatch(/^400 /);
    const sound = await arena.call('/oidc/token', fields, { dpop: await proofOf() });
    expect(said(sound)).toBe('200');
  });
});

async function thumbprintOf(key: KeyObject) {
  const { crv, kty, x, y } = await exportJWK(key);
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
