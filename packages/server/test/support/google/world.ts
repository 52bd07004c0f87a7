// A composed server with Google on, and browsers that keep cookies and follow the redirects.

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { DatabaseKind } from '../databases.ts';
import { makeWorld } from '../world.ts';
import {
  clientId,
  clientSecret,
  createTestIssuer,
  issuer,
  type Person,
  type TokenOptions,
} from './issuer.ts';

/** The Google account of the user that every world has. */
export const olena = {
  sub: '104285',
  email: 'o.shevchenko@campus.example',
  email_verified: true,
  hd: 'campus.example',
} satisfies Person;

/** Headers of a call by our own page. */
export const ofPage = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};

export type Returned = { code?: string; state?: string; iss?: string };
export type GoogleWorld = Awaited<ReturnType<typeof makeGoogleWorld>>;

const settings = {
  GOOGLE_ISSUER: issuer,
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_HOSTED_DOMAINS: 'campus.example',
};

export async function makeGoogleWorld(kind: DatabaseKind, env: Record<string, string> = {}) {
  const google = createTestIssuer();
  const world = await makeWorld(kind, { ...settings, ...env }, google.fetch);
  google.now = () => world.clock.now;

  /** Makes a browser that keeps cookies. `start`: its initial Cookie header. */
  function createBrowser(start = '', to: FastifyInstance = world.server) {
    const jar = new Map<string, string>();
    for (const one of start.split('; ').filter(Boolean)) {
      const [name = '', value = ''] = one.split('=');
      jar.set(name, value);
    }
    const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

    function keep(answer: LightMyRequestResponse) {
      for (const { name, value } of answer.cookies)
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      return answer;
    }

    const get = async (url: string, headers: Record<string, string> = {}) =>
      keep(await to.inject({ url, headers: { cookie: cookie(), ...headers } }));
    const call = async (method: 'POST' | 'DELETE', url: string) =>
      keep(
        await to.inject({
          method,
          url,
          headers: { cookie: cookie(), 'sec-fetch-site': 'same-origin' },
        }),
      );
    const finish = (returned: Returned, headers: Record<string, string> = ofPage) =>
      get(`/google/auth?${new URLSearchParams(returned)}`, headers);
    /** Returns the URL to which the button redirects. */
    const begin = async (query = '') =>
      String((await get(`/api/google/redirect${query}`)).headers.location);

    return {
      jar,
      cookie,
      get,
      call,
      begin,
      finish,
      /** Signs in with Google. Returns the response of the last step. */
      async signIn(person: Person = olena, token: TokenOptions = {}) {
        return finish(google.choose(await begin(), person, token));
      },
      attempts: () => [...jar.keys()].filter((name) => name.startsWith('brama_google_')),
      isSignedIn: async () => (await get('/user')).statusCode === 200,
    };
  }

  /** Returns the log lines about responses, without times and ids. */
  const told = () =>
    world.lines
      .map((line) => JSON.parse(line))
      .filter(({ event, method }) => method === 'google' || event?.startsWith('google.'))
      .map(({ level, event, how, reason, fault, account }) => ({
        level,
        event,
        how,
        reason,
        fault,
        account,
      }));

  /**
   * Restores the initial state at a later time: one user, no linked account, and an issuer whose description is
   * fetched again.
   */
  async function startAnew() {
    const { db, passwordHash } = world;
    google.recover();
    world.lines.length = 0;
    world.clock.now += 60 * 60_000;
    await db.deleteFrom('google_attempts').execute();
    await db.deleteFrom('linked_identities').execute();
    await db.deleteFrom('users').where('id', '!=', world.olena).execute();
    await db
      .updateTable('users')
      .set({ email: olena.email, email_key: olena.email, disabled: 0, tax_id_hash: null })
      .set({ password_hash: passwordHash })
      .where('id', '=', world.olena)
      .execute();
  }

  return { ...world, google, createBrowser, told, startAnew };
}
