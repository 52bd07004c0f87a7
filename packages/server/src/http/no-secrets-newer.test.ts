// The newer flows of OpenID Connect, checked as in no-secrets.test.ts. Searches the most detailed log and copies of
// every table for every secret that was exchanged.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../test/support/databases.ts';
import { eventsIn } from '../../test/support/events.ts';
import { addOidcApplication, portal } from '../../test/support/oidc/applications.ts';
import { issuer, makeArena } from '../../test/support/oidc/arena.ts';
import { addDevices, createDevice, createDeviceUser } from '../../test/support/oidc/device.ts';
import { addGuests, decide, guest, proofIn } from '../../test/support/oidc/guests.ts';
import { attemptOf, basicOf, formOf, said } from '../../test/support/oidc/raw.ts';
import { createSecretRecorder } from '../../test/support/secret-recorder.ts';
import { Registrations } from '../applications/oidc/clients/registrations.ts';
import { createApplicationStore } from '../applications/store.ts';

const clerk = {
  id: '0f7d4a2e-1c3b-4f5a-9e8d-7c6b5a493899',
  secret: 'S2FudHNlbGlhcml5YSBpIHlpeWkga2x5dWNoaSA5OTk5',
  callback: 'https://clerk.example/callback',
};
const marks = 'https://marks.example/api';

async function makeStage(kind: DatabaseKind) {
  const recorder = createSecretRecorder();
  const arena = await makeArena(kind, { OIDC_REGISTRATION: '1' });
  arena.clock.now = Date.now();
  await addDevices(arena.db);
  await addGuests(arena.db);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await addOidcApplication(arena.db, {
    id: clerk.id,
    name: 'clerk',
    protocol: {
      metadata: {
        redirect_uris: [clerk.callback],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'clerk-1' }] },
      },
      secret: clerk.secret,
      resources: [{ indicator: marks, scopes: ['read'] }],
    },
  });
  for (const { secret } of [clerk, guest, portal]) recorder.secret('client secret', secret);
  return { arena, recorder, key: privateKey, copy: () => recorder.copy(arena.db) };
}
type Stage = Awaited<ReturnType<typeof makeStage>>;

async function proofOf(key: KeyObject, jwk: object, jti: string) {
  const claims = { jti, htm: 'POST', htu: `${issuer}/oidc/token` };
  const header = { alg: 'ES256', typ: 'dpop+jwt', jwk };
  return new SignJWT(claims)
    .setProtectedHeader(header as never)
    .setIssuedAt()
    .sign(key);
}

/**
 * Sends pushed and signed requests, gets DPoP-bound tokens and tokens for services, and receives a response by form.
 * Sends an invalid request of each kind too.
 */
async function asApplication({ arena, recorder, key, copy }: Stage) {
  const { fields, verifier } = attemptOf(clerk, {
    login_hint: recorder.secret('login hint', 'hush-login-hint'),
    response_mode: 'form_post',
    resource: marks,
    scope: 'openid read',
  });
  recorder.secret('verifier', verifier);
  const claims = { ...fields, iss: clerk.id, aud: issuer };
  const signed = await new SignJWT(claims as never)
    .setProtectedHeader({ alg: 'ES256', kid: 'clerk-1' })
    .setExpirationTime('1 minute')
    .sign(key);
  const request = recorder.secret('request object', signed);
  const pushed = await arena.call('/oidc/par', { client_id: clerk.id, request }, basicOf(clerk));
  const { request_uri } = pushed.json<{ request_uri: string }>();
  recorder.secret('pushed request', request_uri.split(':').at(-1));
  await copy();
  const browser = await arena.signedIn();
  const query = formOf({ client_id: clerk.id, request_uri });
  const { body } = await browser.go(`/oidc/auth?${query}`);
  const code = recorder.secret('code', /name="code" value="([^"]+)"/.exec(body)?.[1]);
  await copy();
  await browser.go(`/oidc/auth?${query}`);
  const jwk = await exportJWK(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey);
  const wrong = await proofOf(key, jwk, recorder.secret('jti', crypto.randomUUID()));
  const given = { party: clerk, code, verifier, fields };
  const swap = (proof: string) =>
    arena.exchange(given, { resource: marks }, { ...basicOf(clerk), dpop: proof });
  expect(said(await swap(recorder.secret('wrong proof', wrong)))).toBe('400 invalid_dpop_proof');
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jti = recorder.secret('jti', crypto.randomUUID());
  const proof = await proofOf(own.privateKey, await exportJWK(own.publicKey), jti);
  const answer = await swap(recorder.secret('proof', proof));
  expect(said(answer)).toBe('200');
  for (const name of ['access_token', 'id_token'])
    recorder.secret(name, answer.json<Record<string, string>>()[name]);
  await copy();
  await swap(proof);
  const fieldsOfOwn = { grant_type: 'client_credentials' };
  const token = await arena.call('/oidc/token', fieldsOfOwn, basicOf(clerk));
  recorder.secret('own token', token.json<{ access_token: string }>().access_token);
  await copy();
}

/** Approves a device that polls too often, and polls once more after its tokens. */
async function onDevice({ arena, recorder, copy }: Stage) {
  const device = createDevice(arena);
  const asked = await device.ask({ login_hint: 'hush-login-hint' });
  recorder.secret('device code', asked.device_code);
  const { user_code } = asked;
  await copy();
  for (let times = 0; times < 2; times += 1) await device.poll(asked.device_code);
  const browser = await arena.signedIn();
  const person = createDeviceUser(browser);
  await person.type('WRNG-CDXX');
  const page = await person.type(user_code);
  recorder.secret('proof of a device', /name="xsrf" value="([^"]*)"/.exec(page.body)?.[1]);
  await copy();
  await person.answer(page.body, 'confirm');
  arena.clock.now += 6000;
  const answer = await device.poll(asked.device_code);
  expect(said(answer)).toBe('200');
  for (const name of ['access_token', 'id_token'])
    recorder.secret(`${name} of a device`, answer.json<Record<string, string>>()[name]);
  await device.poll(asked.device_code);
  await copy();
  return user_code;
}

/** A third-party application asks for consent. One answer has a wrong proof, the other one allows. */
async function withConsent({ arena, recorder, copy }: Stage) {
  const browser = await arena.signedIn();
  const attempt = attemptOf(guest, { scope: 'openid email', state: 'hush-state' });
  const page = await browser.go(attempt.address);
  recorder.secret('proof of consent', proofIn(page));
  // only this user sees it on the page
  recorder.foreign('e-mail', 'O.Shevchenko@campus.example');
  recorder.secret('request that asks', new URL(page.url).pathname.split('/').at(-1));
  await copy();
  await decide(browser, page, 'allow', { proof: `${proofIn(page)}x` });
  const { location } = await decide(browser, page, 'allow');
  recorder.address(location, 'code');
  await copy();
}

/** An application registers itself, after a wrong request. */
async function byItself({ arena, recorder, copy }: Stage) {
  const registrations = new Registrations({
    db: arena.db,
    applications: createApplicationStore(arena.db, () => arena.clock.now),
    now: () => arena.clock.now,
  });
  const token = recorder.secret(
    'initial access token',
    (await registrations.issue({ groups: null, ttlSeconds: 60 })).token,
  );
  await copy();
  const register = (payload: string) =>
    arena.send({
      method: 'POST',
      url: '/oidc/register',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      payload,
    });
  await register('{"client_secret": hush-secret');
  await register(JSON.stringify({ redirect_uris: ['http://x.example/hush-part-of-it'] }));
  const answer = await register(JSON.stringify({ redirect_uris: ['https://guest.example/cb'] }));
  expect(said(answer)).toBe('201');
  const { client_secret } = answer.json<{ client_secret: string }>();
  recorder.secret('secret of a registered application', client_secret);
  await register('{}');
  await copy();
}

test.each(databaseKinds)('no secret reaches the log or the database, on %s', async (kind) => {
  const stage = await makeStage(kind);
  try {
    await asApplication(stage);
    const userCode = await onDevice(stage);
    await withConsent(stage);
    await byItself(stage);
    const log = stage.arena.lines.join('');
    const seen = new Set(eventsIn(stage.arena.lines).map(({ event }) => event));
    for (const event of [
      'access.granted',
      'device.allowed',
      'registration.created',
      'registration.refused',
      'keys.rotated',
    ])
      expect(seen, event).toContain(event);
    const { kept, written } = stage.recorder.findings(log);
    for (const line of ['token request refused', 'registration.refused'])
      expect(log).toContain(line);
    for (const table of ['"model":"PushedAuthorizationRequest"', '"model":"InitialAccessToken"'])
      expect(kept).toContain(table);
    expect(written).toEqual({ log: [], database: [] });
    expect(log).not.toContain('hush-');
    for (const code of [userCode, userCode.replace('-', '')])
      expect(log + kept).not.toContain(code);
    expect(log + kept).not.toMatch(/PRIVATE KEY|"d\\?":|eyJ[\w-]+\.eyJ/);
  } finally {
    await stage.arena.close();
  }
});
