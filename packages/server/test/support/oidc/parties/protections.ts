// Scenarios of newer protections of requests and tokens, for every client library. Two commands run them, as those in
// scenarios.ts.

import { unescapeHtml } from '@brama/contract/escape-html';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorIn, type ScenarioGround, type Settled, settle } from './ground.ts';
import { overOauth4webapi } from './oauth4webapi.ts';
import { overOpenidClient } from './openid-client.ts';
import type { Party } from './party.ts';
import { service } from './registered.ts';

/** Returns the form of a page that submits itself. */
function fieldsOf(body: string) {
  const inputs = body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  return new URLSearchParams(
    [...inputs].map(([, name = '', value = '']) => [name, unescapeHtml(value)]),
  );
}

/** Validates an access token as a service does (RFC 9068 §4). @throws */
async function judgeAccessToken(token: string, { issuer, send }: ScenarioGround) {
  const keys = createRemoteJWKSet(new URL('/oidc/jwks', issuer), {
    [customFetch]: (address, { method, headers }) => send(address, { method, headers }),
  });
  const options = { issuer, audience: service, typ: 'at+jwt' };
  const requiredClaims = ['iss', 'exp', 'aud', 'sub', 'client_id', 'iat', 'jti'];
  return (await jwtVerify(token, keys, { ...options, requiredClaims })).payload;
}

export function describeProtections(open: () => Promise<ScenarioGround>) {
  let settled: Settled;
  beforeAll(async () => {
    settled = await settle(open);
  });
  afterAll(() => settled?.close());

  describe.each([overOpenidClient, overOauth4webapi])('$name', (library) => {
    const connect = (kind: string, binding?: 'bearer' | 'dpop') =>
      library.connect(settled.applicationOf(kind), settled.ground, binding);

    async function came(party: Party, parameters: Record<string, string>) {
      const attempt = await party.begin(parameters);
      const page = await (await settled.student()).go(attempt.address);
      return { attempt, page };
    }

    test.each(['basic', 'key', 'public'])('%s: a pushed request (RFC 9126)', async (kind) => {
      const party = await connect(kind);
      const attempt = await party.beginPushed();
      expect([...new URL(attempt.address).searchParams.keys()].sort()).toEqual([
        'client_id',
        'request_uri',
      ]);
      const person = await settled.student();
      const { leadsTo = '' } = await person.go(attempt.address);
      expect((await party.finish(leadsTo, attempt)).claims['nonce']).toBe(attempt.nonce);
      const again = await person.go(attempt.address);
      expect(errorIn(again.leadsTo) ?? again.status).toBe(400);
    });

    test('a signed request object (RFC 9101), pushed or in the address', async () => {
      const party = await connect('key');
      const attempt = await party.beginSigned();
      const { leadsTo = '' } = await (await settled.student()).go(attempt.address);
      expect((await party.finish(leadsTo, attempt)).claims['nonce']).toBe(attempt.nonce);
    });

    test.each(['basic', 'public'])('%s: tokens bound to a key (RFC 9449)', async (kind) => {
      const party = await connect(kind, 'dpop');
      const { received } = await settled.signedIn(party);
      expect(await party.userinfo(received)).toMatchObject({ sub: received.claims.sub });
      const next = await party.refresh(received);
      expect(await party.userinfo(next)).toMatchObject({ sub: received.claims.sub });
      // a thief with the token but without the key gets nothing
      const thief = await connect(kind, 'dpop');
      await expect(thief.userinfo(next)).rejects.toThrow();
      await expect((await connect(kind)).userinfo(next)).rejects.toThrow();
    });

    test('a refresh token of a public client is bound to its key', async () => {
      const { received } = await settled.signedIn(await connect('public', 'dpop'));
      await expect((await connect('public', 'dpop')).refresh(received)).rejects.toThrow();
      await expect((await connect('public')).refresh(received)).rejects.toThrow();
    });

    test('an access token for a service is a JWT for it alone (RFC 8707, RFC 9068)', async () => {
      const party = await connect('basic');
      const asked = { resource: service, scope: 'openid marks.read' };
      const { attempt, page } = await came(party, asked);
      const received = await party.finish(page.leadsTo ?? '', attempt, { resource: service });
      const claims = await judgeAccessToken(received.access, settled.ground);
      expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600);
      expect(claims).toMatchObject({
        client_id: settled.applicationOf('basic').clientId,
        sub: received.claims.sub,
        scope: 'marks.read',
      });
      await expect(party.userinfo(received)).rejects.toThrow();
      // if the client names no service, the token is for userinfo
      const own = await party.refresh(received, {});
      expect(await party.userinfo(own)).toMatchObject({ sub: received.claims.sub });
      const further = await party.refresh(own, {
        resource: service,
        scope: 'openid marks.read',
      });
      expect(decodeJwt(further.access).aud).toBe(service);
    });

    test('a service that the record does not name gets no token', async () => {
      const party = await connect('basic');
      const { page } = await came(party, { resource: 'https://other.example' });
      expect(errorIn(page.leadsTo)).toBe('invalid_target');
    });

    test.each(['basic', 'post', 'key'])('%s: a token of its own (RFC 6749 §4.4)', async (kind) => {
      const party = await connect(kind);
      const { access, scope } = await party.ownToken({ resource: service, scope: 'marks.write' });
      const { clientId } = settled.applicationOf(kind);
      expect(scope).toBe('marks.write');
      expect(await judgeAccessToken(access, settled.ground)).toMatchObject({
        client_id: clientId,
        sub: clientId,
        scope: 'marks.write',
      });
      const opaque = await party.ownToken();
      expect(await party.introspect(opaque.access)).toMatchObject({
        active: true,
        client_id: clientId,
      });
    });

    test('a token of its own may be bound to a key', async () => {
      const party = await connect('basic', 'dpop');
      const { access } = await party.ownToken({ resource: service, scope: 'marks.read' });
      expect(decodeJwt(access)['cnf']).toEqual({ jkt: expect.any(String) });
    });

    test.each(['basic', 'post', 'key', 'public'])('%s: on a device (RFC 8628)', async (kind) => {
      const party = await connect(kind);
      const { address, poll } = await party.askAsDevice();
      const person = await settled.student();
      const done = await person.submit(await person.go(address), { confirm: 'yes' });
      expect([done.status, new URL(done.url).pathname]).toEqual([200, '/device/done']);
      const received = await poll();
      const { name } = settled.ground.student.about;
      expect(await party.userinfo(received)).toMatchObject({ name });
      const next = await party.refresh(received);
      expect(next.claims.sub).toBe(received.claims.sub);
      // the device receives its tokens only once
      await expect(poll()).rejects.toThrow();
      await expect(party.userinfo(next)).rejects.toThrow();
    });

    test('on a device, refused by the person', async () => {
      const { address, poll } = await (await connect('public')).askAsDevice();
      const person = await settled.student();
      await person.submit(await person.go(address), { abort: 'yes' });
      await expect(poll()).rejects.toMatchObject({ error: 'access_denied' });
    });

    test('on a device, with tokens bound to a key', async () => {
      const party = await connect('public', 'dpop');
      const { address, poll } = await party.askAsDevice();
      const person = await settled.student();
      await person.submit(await person.go(address), { confirm: 'yes' });
      const received = await poll();
      expect(await party.userinfo(received)).toMatchObject({ sub: received.claims.sub });
      await expect((await connect('public')).userinfo(received)).rejects.toThrow();
    });

    test('an answer by a form that posts itself', async () => {
      const party = await connect('basic');
      const { attempt, page } = await came(party, { response_mode: 'form_post' });
      expect([page.status, page.leadsTo]).toEqual([200, undefined]);
      const received = await party.finishForm(fieldsOf(page.body), attempt);
      expect(received.claims['nonce']).toBe(attempt.nonce);
    });

    test('claims one by one (OpenID Connect Core §5.5)', async () => {
      const party = await connect('basic');
      const claims = { userinfo: { email: null }, id_token: { name: { essential: true } } };
      const asked = { scope: 'openid', claims: JSON.stringify(claims) };
      const { attempt, page } = await came(party, asked);
      const received = await party.finish(page.leadsTo ?? '', attempt);
      const { name, email } = settled.ground.student.about;
      expect(received.claims['name']).toBe(name);
      expect(await party.userinfo(received)).toEqual({ sub: received.claims.sub, email });
    });

    test('a level asked for by wish is answered truly', async () => {
      const party = await connect('basic');
      const asked = { acr_values: 'urn:brama:acr:2', prompt: 'none' };
      const { attempt, page } = await came(party, asked);
      expect(await party.finish(page.leadsTo ?? '', attempt)).toMatchObject({
        claims: { acr: 'urn:brama:acr:1', amr: ['pwd'] },
      });
    });
  });
}
