// Steps of users with passkeys, in a composed server.

import type {
  NewPasskeyOptionsResponse,
  PasskeyOptionsResponse,
} from '@brama/contract/sign-in/passkey/schemas';
import type { LightMyRequestResponse } from 'fastify';
import { ours, type World } from '../world.ts';
import { type AuthenticatorOptions, type Changes, Passkey } from './authenticator.ts';

type Post = Pick<World, 'post' | 'send'>;

/** The options for a sign-in, and the cookie of the browser that received them. */
export type Asked = { options: PasskeyOptionsResponse['options']; cookie: string };

const cookieIn = ({ cookies }: LightMyRequestResponse, name: string) =>
  cookies.filter((one) => one.name === name).map(({ value }) => `${name}=${value}`)[0] ?? '';

export function createPasskeySteps(world: Post) {
  async function askOptions(cookie = ''): Promise<Asked> {
    const answer = await world.post('/api/passkey/options', undefined, { cookie });
    return { options: answer.json().options, cookie: cookieIn(answer, 'brama_passkey') };
  }

  async function newOptions(session: string): Promise<NewPasskeyOptionsResponse['options']> {
    const answer = await world.post('/api/passkeys/options', undefined, { cookie: session });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json().options;
  }

  return {
    askOptions,
    newOptions,

    /** Sends the response of a passkey. `cookie`: that of the browser. */
    prove: (credential: object, cookie: string) =>
      world.post('/api/passkey/sign-in', { credential }, { cookie }),

    add: (session: string, credential: object, name?: string) =>
      world.post(
        '/api/passkeys/add',
        { credential, ...(name !== undefined && { name }) },
        {
          cookie: session,
        },
      ),

    /** Adds a passkey in this session. */
    async addNew(session: string, options: AuthenticatorOptions = {}, name?: string) {
      const passkey = new Passkey(options);
      const credential = passkey.create(await newOptions(session));
      const answer = await world.post(
        '/api/passkeys/add',
        { credential, ...(name !== undefined && { name }) },
        { cookie: session },
      );
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return { passkey, added: answer.json().passkey };
    },

    /** Signs in up to the ticket. */
    async ticket(passkey: Passkey, changes: Changes = {}): Promise<LightMyRequestResponse> {
      const { options, cookie } = await askOptions();
      const credential = passkey.get(options, changes);
      return world.post('/api/passkey/sign-in', { credential }, { cookie });
    },

    /** Signs in. Returns the Cookie header of the session. `previous`: the cookies of the browser. */
    async signIn(passkey: Passkey, previous = ''): Promise<string> {
      const { options, cookie } = await askOptions();
      const credential = passkey.get(options);
      const proof = await world.post('/api/passkey/sign-in', { credential }, { cookie });
      const answer = await world.post('/api/auth/internal', proof.json(), { cookie: previous });
      const session = cookieIn(answer, 'brama_session');
      if (session === '') throw new Error(`not signed in: ${proof.body}`);
      return session;
    },

    list: async (session: string) =>
      (await world.send({ url: '/api/passkeys', headers: { ...ours, cookie: session } })).json(),
  };
}
