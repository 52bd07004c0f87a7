// Uses all features of the server with the log at its most detailed level, and copies every table of the database
// meanwhile. Then searches the log and the copies for every secret that was exchanged.

import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createBrowser } from '../../test/support/browser.ts';
import { type DatabaseKind, databaseKinds } from '../../test/support/databases.ts';
import { diiaSecrets } from '../../test/support/diia/partner.ts';
import { makeDiiaWorld, taxId } from '../../test/support/diia/world.ts';
import { eventsIn } from '../../test/support/events.ts';
import {
  clientId,
  clientSecret,
  createTestIssuer,
  issuer,
} from '../../test/support/google/issuer.ts';
import { ofPage, olena } from '../../test/support/google/world.ts';
import {
  addOidcApplication,
  addOidcApplications,
  office,
  portal,
} from '../../test/support/oidc/applications.ts';
import { addParties, createArena, labs } from '../../test/support/oidc/arena.ts';
import { createListener } from '../../test/support/oidc/listener.ts';
import { attemptOf, basicOf, form, formOf, type Party, said } from '../../test/support/oidc/raw.ts';
import { createSecretRecorder } from '../../test/support/secret-recorder.ts';
import { apps, ours, password, type World } from '../../test/support/world.ts';

/** Adds an application that receives the tax number and back-channel logouts. */
async function addListener({ db }: Pick<World, 'db'>) {
  const listener = await createListener();
  const party = {
    id: crypto.randomUUID(),
    secret: 'U2x1aGFjaCBpIGtseXVjaCB2aWQgYnJhbXkgOTk5',
    callback: `${listener.address}/callback`,
  };
  await addOidcApplication(db, {
    id: party.id,
    name: 'listener',
    releases: ['taxId'],
    protocol: {
      metadata: {
        redirect_uris: [party.callback],
        backchannel_logout_uri: `${listener.address}/out`,
        scope: 'openid profile tax_id',
      },
      secret: party.secret,
    },
  });
  return { ...listener, party };
}

/** Starts a server with every sign-in method and kind of application, and a recorder that collects the secrets. */
async function makeStage(kind: DatabaseKind) {
  const recorder = createSecretRecorder();
  const google = createTestIssuer();
  const settings = {
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_HOSTED_DOMAINS: 'campus.example',
  };
  const world = await makeDiiaWorld(kind, settings, {
    now: Date.now(),
    elsewhere(url, init) {
      if (!url.startsWith(issuer)) return undefined;
      const verifier = new URLSearchParams(`${init.body ?? ''}`).get('code_verifier');
      if (verifier) recorder.secret('verifier for Google', verifier);
      return google.fetch(url, init);
    },
  });
  world.clock.now = Date.now();
  google.now = () => world.clock.now;
  await addOidcApplications(world.db);
  const { privateKey } = await addParties(world.db);
  const { party: listener, tokens: heard, close } = await addListener(world);
  return {
    world,
    recorder,
    google,
    listener,
    heard,
    labsKey: privateKey,
    arena: createArena(world),
    newBrowser: () => createBrowser(world.server),
    copy: () => recorder.copy(world.db),
    async close() {
      await close();
      await world.close();
    },
  };
}

type Stage = Awaited<ReturnType<typeof makeStage>>;

function keepSettings({ world, recorder, listener }: Stage) {
  for (const party of [portal, office, listener]) {
    recorder.secret('client secret', party.secret);
    recorder.secret('Basic', basicOf(party)['authorization']?.split(' ')[1]);
  }
  for (const one of Object.values(diiaSecrets)) recorder.secret('secret of Diia', one);
  for (const key of Object.values(world.keys))
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      recorder.secret('key', key.toString(encoding));
  recorder.secret('password', password);
  recorder.secret('secret of Google', clientSecret);
  recorder.secret('tax number', taxId);
  recorder.secret('secret of a ticket application', apps.campus.secret);
}

/** Signs in through the API and the form, each after a wrong password. */
async function signInByPassword({ world, recorder, newBrowser, copy }: Stage) {
  const username = 'o.shevchenko';
  const wrong = recorder.secret('wrong password', 'Wr0ng-but-secret');
  await world.post('/api/auth', { username, password: wrong });
  const first = (await world.post('/api/auth', { username, password })).json();
  recorder.secret('sign-in ticket', first.sessionId);
  await copy();
  const { cookies } = await world.post('/api/auth/internal', first);
  recorder.secret('session', cookies[0]?.value);
  await world.post('/api/auth/internal', first);
  const browser = newBrowser();
  for (const given of [wrong, password])
    await browser.request('/uk/', {
      method: 'POST',
      headers: { ...ours, ...form },
      payload: formOf({ username, password: given }),
    });
  recorder.cookies(browser);
  return browser;
}

async function signInByDiia({ world, recorder, newBrowser, copy }: Stage) {
  const link = await world.confirmed();
  recorder.secret('cookie of Diia', link.cookie.split('=')[1]);
  recorder.foreign('request of Diia', link.requestId);
  await copy();
  const found = (await world.check(link.requestId, link.cookie)).json();
  recorder.secret('ticket of Diia', found.sessionId);
  await copy();
  const [set] = (await world.enter(found.sessionId)).cookies;
  const browser = newBrowser();
  browser.take(`${set?.name}=${set?.value}`);
  recorder.cookies(browser);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  await world.call({ payload: 'hush-callback', headers });
  return browser;
}

/** Signs in with Google, and sends the response of Google twice. */
async function signInByGoogle({ recorder, google, newBrowser, copy }: Stage) {
  const browser = newBrowser();
  const { location } = await browser.go('/api/google/redirect?state=hush-of-the-client');
  recorder.address(location, 'state', 'nonce');
  recorder.cookies(browser);
  await copy();
  const person = { ...olena, email: 'o.shevchenko@campus.example' };
  const returned = google.choose(location ?? '', person);
  recorder.secret('code of Google', returned.code);
  for (let times = 0; times < 2; times += 1)
    await browser.request(`/google/auth?${formOf(returned)}`, { headers: ofPage });
  expect((await browser.request('/user')).statusCode).toBe(200);
  recorder.cookies(browser);
  await copy();
}

async function openByTicket(
  { world, recorder, copy }: Stage,
  browser: ReturnType<typeof createBrowser>,
) {
  const { location } = await browser.go(`/api/app-redirect?appId=${apps.campus.id}`);
  const ticketId = recorder.address(location, 'ticketId').searchParams.get('ticketId') ?? '';
  await copy();
  const query = formOf({ ticketId, appId: apps.campus.id, appSecret: apps.campus.secret });
  expect((await world.send({ url: `/api/ticket?${query}` })).statusCode).toBe(200);
}

/** Continues a suspended request with a session of Diia, and uses its tokens correctly and wrongly. */
async function signInAtApplication(stage: Stage, session: string) {
  const { world, recorder, arena, listener, newBrowser, copy } = stage;
  const browser = newBrowser();
  const login_hint = recorder.secret('login hint', 'hush-login-hint');
  const attempt = attemptOf(listener, { scope: 'openid profile tax_id', login_hint });
  const asked = new URL(attempt.address, issuer).searchParams;
  for (const name of ['state', 'nonce']) recorder.foreign(name, asked.get(name));
  const { url } = await browser.go(attempt.address);
  const { search } = recorder.address(url, 'request');
  await copy();
  browser.take(session);
  const { headers } = await browser.request(`/api/app-redirect${search}`);
  await copy();
  const { location } = await browser.go(`${headers.location}`);
  const code = recorder.address(location, 'code').searchParams.get('code') ?? '';
  recorder.cookies(browser);
  recorder.secret('verifier', attempt.verifier);
  await copy();
  const given = { ...attempt, code };
  const code_verifier = recorder.secret('wrong verifier', 'w'.repeat(43));
  await arena.exchange(given, { code_verifier });
  const tokens = (await arena.exchange(given)).json();
  for (const name of ['access_token', 'id_token']) recorder.secret(name, tokens[name]);
  await copy();
  const about = (await arena.userinfo(tokens.access_token)).json();
  expect(about.tax_id, 'the number goes where it is released').toBe(taxId);
  await world.send({ url: `/oidc/userinfo?access_token=${tokens.access_token}` });
  await arena.userinfo(recorder.secret('not a token', 'hush-not-a-token'));
  const guessing = { ...listener, secret: recorder.secret('guess', 'hush-guessed-secret') };
  for (const party of [office, guessing])
    for (const path of ['/oidc/introspect', '/oidc/revoke'])
      await arena.call(path, { token: tokens.access_token }, basicOf(party));
  return { browser, given, idToken: tokens.id_token as string };
}

async function useRefreshTokens({ world, recorder, arena, copy }: Stage) {
  const { tokens, browser } = await arena.withTokens();
  recorder.cookies(browser);
  const next = (await arena.refresh(tokens.refresh_token)).json();
  for (const name of ['access_token', 'refresh_token', 'id_token'] as const) {
    recorder.secret(name, tokens[name]);
    recorder.secret(name, next[name]);
  }
  await copy();
  await arena.call('/oidc/introspect', { token: next.refresh_token });
  world.clock.now += 20_000;
  await arena.refresh(tokens.refresh_token);
  await arena.call('/oidc/revoke', { token: next.refresh_token });
}

async function signAssertions({ recorder, arena, labsKey, copy }: Stage) {
  const assertion = await new SignJWT({ jti: recorder.secret('jti', crypto.randomUUID()) })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(labs.id)
    .setSubject(labs.id)
    .setAudience('http://localhost:3000')
    .setExpirationTime('1 minute')
    .sign(labsKey);
  const fields = {
    client_assertion: recorder.secret('assertion', assertion),
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  };
  const given = await arena.withCode(labs);
  recorder.secret('code', given.code);
  const answers = [
    await arena.exchange(given, fields, {}),
    await arena.exchange(given, fields, {}),
  ];
  expect(answers.map(said)).toEqual(['200', '401 invalid_client']);
  await copy();
}

/** Addresses with a secret in every part. */
const secretAddresses = [
  'https://evil.example/?code=hush-code&hush-value',
  'https://me:hush-password@evil.example/',
  'https:/me:hush-password@evil.example/',
  'https://evil.example/#hush-fragment',
  `https://evil.example/${'x'.repeat(40)}hush-part/cb;hush-parameter`,
  'https%3A%2F%2Fevil.example%2F%3Fcode%3Dhush-code',
];

/** Sends requests with hints, too long requests, rejected requests, and a request of a user without access. */
async function askAwry(
  { world, recorder, arena, listener, newBrowser, copy }: Stage,
  hint: string,
) {
  const visitor = await arena.signedIn();
  recorder.cookies(visitor);
  const wanted: [Party, Parameters<typeof attemptOf>[1]][] = [
    [listener, { id_token_hint: hint }],
    [listener, { id_token_hint: `${hint}x` }],
    ...secretAddresses.map((redirect_uri): (typeof wanted)[number] => [portal, { redirect_uri }]),
    [portal, { response_type: 'hush-in-the-wrong-place!' }],
    [{ ...portal, id: `${'x'.repeat(12)}hush-${'x'.repeat(12)}` }, {}],
    [portal, { code_challenge_method: 'hush<method>' }],
    [portal, { scope: 'openid tax_id', state: 'hush-state' }],
    [portal, { response_mode: 'form_post' }],
    [portal, { state: ['hush-state', 'hush-state'] }],
    [portal, { prompt: 'none', state: 'hush-state' }],
  ];
  for (const [party, changes] of wanted) await newBrowser().go(attemptOf(party, changes).address);
  const long = attemptOf(portal, { login_hint: `hush-aside-${'x'.repeat(6000)}` });
  recorder.secret('long parameter', 'hush-aside-');
  const payload = long.address.split('?')[1] ?? '';
  const posted = await world.send({ method: 'POST', url: '/oidc/auth', headers: form, payload });
  const { href } = recorder.address(`${posted.headers.location}`, 'aside');
  await copy();
  await visitor.go(href);
  const { url } = await visitor.go(attemptOf(office).address);
  recorder.secret('request without the right', new URL(url).pathname.split('/').at(-1));
  await copy();
  return visitor;
}

async function signOut(
  { world, recorder, heard, listener, copy }: Stage,
  [first, second]: readonly ReturnType<typeof createBrowser>[],
  hint: string,
) {
  const query = { client_id: listener.id, id_token_hint: hint, state: 'hush-state' };
  const page = await first?.go(`/oidc/logout?${formOf(query)}`);
  const proof = recorder.secret(
    'proof',
    /name="proof" value="([^"]+)"/.exec(page?.body ?? '')?.[1],
  );
  await copy();
  for (const sent of [`${proof}x`, proof])
    await first?.go('/oidc/logout/confirm', {
      method: 'POST',
      headers: { ...ours, ...form },
      payload: formOf({ proof: sent }),
    });
  await world.post('/api/auth/logout', undefined, { cookie: second?.cookies() ?? '' });
  expect(heard).toHaveLength(1);
  recorder.secret('logout token', heard[0]);
  await copy();
}

/** Drops a table, so that the database reports errors while tokens are used. */
async function loseTable({ world, recorder, arena, copy }: Stage) {
  const { tokens } = await arena.withTokens();
  const lost = await arena.withCode();
  for (const one of [tokens.access_token, tokens.refresh_token, lost.code])
    recorder.secret('token', one);
  await copy();
  await world.db.schema.dropTable('oidc_tokens').execute();
  const answers = [
    await arena.exchange(lost),
    await arena.refresh(tokens.refresh_token),
    await arena.userinfo(tokens.access_token),
  ];
  for (const { statusCode } of answers) expect(statusCode).toBeGreaterThanOrEqual(500);
}

test.each(databaseKinds)('no secret reaches the log or the database, on %s', async (kind) => {
  const stage = await makeStage(kind);
  try {
    keepSettings(stage);
    await openByTicket(stage, await signInByPassword(stage));
    await signInByGoogle(stage);
    const session = (await signInByDiia(stage)).cookies();
    const { browser, idToken, given } = await signInAtApplication(stage, session);
    await useRefreshTokens(stage);
    await signAssertions(stage);
    const visitor = await askAwry(stage, idToken);
    await signOut(stage, [browser, visitor], idToken);
    await stage.arena.exchange(given);
    await loseTable(stage);

    const log = stage.world.lines.join('');
    const seen = new Set(eventsIn(stage.world.lines).map(({ event }) => event));
    for (const event of [
      'client.refused',
      'token.reused',
      'google.linked',
      'diia.callback-refused',
    ])
      expect(seen, event).toContain(event);
    const { kept, written } = stage.recorder.findings(log);
    for (const line of [
      'token request refused',
      'authorization request refused',
      '"level":"error"',
    ])
      expect(log).toContain(line);
    for (const table of [
      '"model":"RefreshToken"',
      '"encrypted_tax_id":"v1.',
      '"encrypted_state":"v1.',
    ])
      expect(kept).toContain(table);
    expect(written).toEqual({ log: [], database: [] });
    expect(log).not.toContain('hush-');
    // private keys, and signed tokens of any issuer
    expect(log + kept).not.toMatch(/PRIVATE KEY|"d\\?":|eyJ[\w-]+\.eyJ/);
  } finally {
    await stage.close();
  }
});
