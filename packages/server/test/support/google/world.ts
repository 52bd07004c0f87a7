// A world in which Google is on, with browsers that keep cookies and go there and back.

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

/** The user every world has, as Google knows them. */
export const olena = {
  sub: '104285',
  email: 'o.shevchenko@campus.example',
  email_verified: true,
  hd: 'campus.example',
} satisfies Person;

/** As a call of our own page. */
export const ofPage = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};

export type Returned = { code?: string; state?: string; iss?: string };
export type GoogleWorld = Awaited<ReturnType<typeof makeGoogleWorld>>;

export async function makeGoogleWorld(kind: DatabaseKind, env: Record<string, string> = {}) {
  const google = createTestIssuer();
  const settings = {
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_HOSTED_DOMAINS: 'campus.example',
  };
  const parts = { diiaAuthorities: [], fetch: google.fetch };
  const world = await makeWorld(kind, { ...settings, ...env }, parts);
  google.now = () => world.clock.now;

  /** Keeps cookies as a browser does; `start`: a Cookie header it begins with. */
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
    /** Where the button leads. */
    const begin = async (query = '') =>
      String((await get(`/api/google/redirect${query}`)).headers.location);

    return {
      jar,
      cookie,
      get,
      call,
      begin,
      finish,
      /** The whole way; the answer of its last step. */
      async signIn(person: Person = olena, token: TokenOptions = {}) {
        return finish(google.choose(await begin(), person, token));
      },
      attempts: () => [...jar.keys()].filter((name) => name.startsWith('brama_google_')),
      isSignedIn: async () => (await get('/user')).statusCode === 200,
    };
  }

  /** What the log says of answers, without times and ids. */
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

  /** As in the beginning, but later: one user, nothing linked, an issuer that is asked for its description. */
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
