// Signed request objects (RFC 9101 §10): unsigned, signed with other keys, for another audience, late, or contradicted.

import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../support/databases.ts';
import { addOidcApplication } from '../../support/oidc/applications.ts';
import { type Arena, issuer, labs, makeArena } from '../../support/oidc/arena.ts';
import { attemptOf, ended, type Fields, formOf } from '../../support/oidc/raw.ts';

const signing = {
  id: '6a0d8c9c-5b0f-4a4b-8d6b-9f8e7d6c5b66',
  secret: 'UGVjaGF0a2EgbmEga296aG5vbXUgemFweXRpIDY2Ng==',
  callback: 'https://signing.example/callback',
};

const now = () => Math.floor(Date.now() / 1000);
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

describeOnDatabases('signed request objects', (kind) => {
  let arena: Arena;
  let key: KeyObject;

  beforeAll(async () => {
    arena = await makeArena(kind);
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    key = pair.privateKey;
    await addOidcApplication(arena.db, {
      id: signing.id,
      name: 'signing',
      protocol: {
        metadata: {
          redirect_uris: [signing.callback],
          require_signed_request_object: true,
          request_object_signing_alg: 'ES256',
          jwks: {
            keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'signing-1', alg: 'ES256' }],
          },
        },
        secret: signing.secret,
      },
    });
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  type Made = {
    claims?: Record<string, unknown>;
    header?: Record<string, unknown>;
    key?: KeyObject;
  };

  function objectOf({ claims, header, key: with_ = key }: Made = {}) {
    const { fields } = attemptOf(signing);
    const payload = { ...fields, iss: signing.id, aud: issuer, exp: now() + 60, ...claims };
    return new SignJWT(payload as JWTPayload)
      .setProtectedHeader({ alg: 'ES256', kid: 'signing-1', typ: 'oauth-authz-req+jwt', ...header })
      .sign(with_);
  }

  async function endOf(request: string, more: Fields = {}) {
    const browser = await arena.signedIn();
    return browser.go(`/oidc/auth?${formOf({ client_id: signing.id, request, ...more })}`);
  }

  test('a current object signed by the application for this provider is accepted', async () => {
    expect(ended(await endOf(await objectOf()))).toBe('code');
  });

  test('an unsigned object is rejected', async () => {
    const { fields } = attemptOf(signing);
    const claims = { ...fields, iss: signing.id, aud: issuer, exp: now() + 60 };
    const request = `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
    expect(ended(await endOf(request))).not.toBe('code');
  });

  test('an object signed with an unknown key or by another application is rejected', async () => {
    const { privateKey: stranger } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(ended(await endOf(await objectOf({ key: stranger })))).not.toBe('code');
    const header = { kid: 'labs-1' };
    expect(ended(await endOf(await objectOf({ key: arena.labsKey, header })))).not.toBe('code');
    const own = await objectOf({ key: arena.labsKey, header });
    const browser = await arena.signedIn();
    const end = await browser.go(`/oidc/auth?${formOf({ client_id: labs.id, request: own })}`);
    expect(ended(end)).not.toBe('code');
  });

  test('an object signed with HS256 and the client secret or public key is rejected', async () => {
    const { fields } = attemptOf(signing);
    const claims = { ...fields, iss: signing.id, aud: issuer, exp: now() + 60 };
    const signed = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`;
    const secrets = [signing.secret, JSON.stringify(await exportJWK(key))];
    for (const secret of secrets) {
      const mac = createHmac('sha256', secret).update(signed).digest('base64url');
      expect(ended(await endOf(`${signed}.${mac}`))).not.toBe('code');
    }
  });

  test.each<[string, Made]>([
    ['for another provider', { claims: { aud: 'https://evil.example' } }],
    ['of another issuer', { claims: { iss: 'somebody' } }],
    ['that is over', { claims: { exp: now() - 600 } }],
    ['not yet valid', { claims: { nbf: now() + 600 } }],
    ['that names another application', { claims: { client_id: labs.id } }],
    ['with another one inside', { claims: { request: 'a.b.c' } }],
    ['that points to a pushed one', { claims: { request_uri: 'https://evil.example/' } }],
  ])('an object %s is rejected', async (_how, made) => {
    expect(ended(await endOf(await objectOf(made)))).not.toBe('code');
  });

  test('parameters beside the object in the address are ignored', async () => {
    const request = await objectOf();
    const more = { redirect_uri: 'https://evil.example/', scope: 'openid email', nonce: 'other' };
    const { location = '' } = await endOf(request, more);
    expect(location).toContain(`${signing.callback}?code=`);
  });

  test('an unregistered redirect URI in the object causes no redirect', async () => {
    const end = await endOf(await objectOf({ claims: { redirect_uri: 'https://evil.example/' } }));
    expect(end.location).toBeUndefined();
    expect(end.status).toBe(400);
  });

  test('an application that must sign its requests cannot send an unsigned request', async () => {
    const browser = await arena.signedIn();
    expect(ended(await browser.go(attemptOf(signing).address))).toBe('error invalid_request');
  });

  test.each(['', '.', 'a.b', 'a.b.c', '💥', 'x'.repeat(3000), `${encoded([])}.${encoded([])}.x`])(
    'a malformed object (%.12s) is rejected without a server error',
    async (request) => {
      const { status, location } = await endOf(request);
      expect(location ?? '').not.toContain('code=');
      expect(status).toBeLessThan(500);
    },
  );
});
