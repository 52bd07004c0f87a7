// A composed server for attack tests, with an application for each client authentication method.

import { generateKeyPairSync } from 'node:crypto';
import type { Database } from '../../../src/database/connect.ts';
import { createBrowser } from '../browser.ts';
import type { DatabaseKind } from '../databases.ts';
import { makeWorld, type World } from '../world.ts';
import { addOidcApplication, addOidcApplications, portal } from './applications.ts';
import { type Attempt, attemptOf, basicOf, type Fields, form, formOf, type Party } from './raw.ts';

/** A client without a secret. */
export const notes = {
  id: '5d0c5f6e-7a2f-4a43-9d0e-6b7a1f1f5a11',
  callback: 'https://notes.example/callback',
};
/** A client with a key (`private_key_jwt`). */
export const labs = {
  id: 'e2b5c0a4-64b5-4c0e-8a55-0f6f3f7c9a22',
  callback: 'https://labs.example/callback',
};
/** A second confidential client. */
export const archive = {
  id: '9b1fbb0c-2f0a-4d8e-8f1b-7f1a2c3d4e33',
  secret: 'QXJraGl2IGkga2x5dWNoIHZpZCBicmFteSAzMzMz',
  callback: 'https://archive.example/callback',
};

export const issuer = 'http://localhost:3000';

export async function addParties(db: Database) {
  const add = (party: Party, name: string, method: string, more: object = {}) =>
    addOidcApplication(db, {
      id: party.id,
      name,
      protocol: {
        metadata: {
          redirect_uris: [party.callback],
          post_logout_redirect_uris: [new URL('/', party.callback).href],
          token_endpoint_auth_method: method,
          grant_types: ['authorization_code', 'refresh_token'],
          scope: 'openid profile email offline_access',
          ...more,
        },
        ...(party.secret && { secret: party.secret, pkce: 'allowed' }),
      },
    });
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'labs-1', alg: 'ES256' };
  await add(notes, 'notes', 'none');
  await add(labs, 'labs', 'private_key_jwt', { jwks: { keys: [jwk] } });
  await add(archive, 'archive', 'client_secret_basic');
  return { privateKey, jwk };
}

type Tokens = { access_token: string; refresh_token: string; id_token: string };
export type Code = Attempt & { code: string; browser: ReturnType<typeof createBrowser> };

export type Arena = Awaited<ReturnType<typeof makeArena>>;

export async function makeArena(kind: DatabaseKind, env: Record<string, string> = {}) {
  const world = await makeWorld(kind, env);
  await addOidcApplications(world.db);
  const { privateKey } = await addParties(world.db);
  return { ...world, labsKey: privateKey, ...createArena(world) };
}

export function createArena(world: Pick<World, 'server' | 'send' | 'signIn'>) {
  async function signedIn(username = 'o.shevchenko') {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn(username));
    return browser;
  }

  /** Sends a form as a server of a client. */
  const call = (
    url: string,
    fields: Fields,
    headers: Record<string, string> = basicOf(portal),
    to = world.server,
  ) =>
    world.send(
      { method: 'POST', url, headers: { ...form, ...headers }, payload: formOf(fields) },
      to,
    );

  async function withCode(party: Party = portal, changes: Fields = {}): Promise<Code> {
    const browser = await signedIn();
    const attempt = attemptOf(party, changes);
    const { location } = await browser.go(attempt.address);
    const code = new URL(location ?? 'none:').searchParams.get('code');
    if (!code) throw new Error(`no code: ${location}`);
    return { ...attempt, code, browser };
  }

  /** Exchanges a code, with changes. */
  const exchange = (
    { party, code, verifier }: Omit<Code, 'browser' | 'address'>,
    changes: Fields = {},
    headers = basicOf(party),
    to = world.server,
  ) =>
    call(
      '/oidc/token',
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: party.callback,
        code_verifier: verifier,
        ...changes,
      },
      headers,
      to,
    );

  async function withTokens(party: Party = portal) {
    const given = await withCode(party);
    const answer = await exchange(given);
    if (answer.statusCode !== 200) throw new Error(`no tokens: ${answer.body}`);
    return { ...given, tokens: answer.json<Tokens>() };
  }

  const refresh = (
    refresh_token: string,
    party: Party = portal,
    changes: Fields = {},
    to = world.server,
  ) =>
    call(
      '/oidc/token',
      { grant_type: 'refresh_token', refresh_token, ...changes },
      basicOf(party),
      to,
    );

  const userinfo = (token: string) =>
    world.send({ url: '/oidc/userinfo', headers: { authorization: `Bearer ${token}` } });

  return {
    signedIn,
    call,
    withCode,
    exchange,
    withTokens,
    refresh,
    userinfo,
  };
}
