// Sign-in with Google, or with any OpenID provider in its place: the way there, the answer, and linking an
// account under «my data».

import type { KeyObject } from 'node:crypto';
import { googleAuthPage } from '@brama/contract/pages/built-pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Visitors } from '../../http/session-cookie.ts';
import type { OtherWay } from '../../users/linked-identities.ts';
import type { SignInMethod } from '../method.ts';
import type { PeopleDeps } from './account-linking.ts';
import { createBeginning } from './attempt.ts';
import { createBrowsers } from './browser-cookie.ts';
import type { Fetch } from './provider/bounded-fetch.ts';
import { createAnswers } from './routes/callback.ts';
import { registerAnswers } from './routes/callback-routes.ts';
import { registerLinking } from './routes/link-routes.ts';
import { registerRedirect } from './routes/redirect-route.ts';
import type { GoogleSettings } from './settings.ts';
import { createStates } from './state.ts';
import { attemptSeconds, type GoogleAttempts } from './store.ts';

export type GoogleDeps = PeopleDeps & {
  settings: GoogleSettings;
  attempts: GoogleAttempts;
  visitors: Visitors;
  /** Ways to sign in beside Google that are on. */
  otherWays: readonly OtherWay[];
  stateKey: KeyObject;
  logKey: KeyObject;
  fetch: Fetch;
  /** Counts what is begun. @throws `request.too-many` */
  begin(request: FastifyRequest): Promise<void>;
  baseUrl: string;
  secure: boolean;
  now: () => number;
};

/** Linking and unlinking are for who has signed in so recently that it is surely them. */
const freshMs = 10 * 60_000;

export function createGoogleMethod(deps: GoogleDeps): SignInMethod {
  const browsers = createBrowsers(deps.secure, attemptSeconds);
  const states = createStates(deps.stateKey);
  return {
    id: 'google',
    async register(server, door) {
      // loaded only where it is needed
      const { createClient } = await import('./provider/client.ts');
      const client = createClient({
        ...deps,
        returnAddress: `${deps.baseUrl}/${googleAuthPage}`,
      });
      const parts = { ...deps, states, browsers, client, freshMs };
      const begin = createBeginning(parts);
      registerRedirect(server, begin);
      await registerAnswers(server, createAnswers({ ...parts, door }));
      registerLinking(server, { ...parts, begin });
    },
    signedOut: (request: FastifyRequest, reply: FastifyReply) => browsers.forgetAll(request, reply),
  };
}
