// Sign-in with Google, or with any OpenID provider in its place: the way there, the answer, and linking an
// account under «my data».

import type { KeyObject } from 'node:crypto';
import { googleAuthPage } from '@brama/contract/pages/page-ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { OtherMethod } from '../../users/linked-identities.ts';
import type { SignInMethod } from '../method.ts';
import type { AccountLinkingDeps } from './account-linking.ts';
import { createAttemptCookies } from './attempt-cookies.ts';
import { attemptSeconds, type GoogleAttempts } from './attempt-store.ts';
import type { Fetch } from './provider/bounded-fetch.ts';
import { createCallbackHandler } from './routes/callback.ts';
import { registerCallback } from './routes/callback-routes.ts';
import { registerLinkRoutes } from './routes/link-routes.ts';
import { registerRedirect } from './routes/redirect-route.ts';
import type { GoogleSettings } from './settings.ts';
import { createAttemptStarter } from './start-attempt.ts';
import { createStates } from './state.ts';

export type GoogleDeps = AccountLinkingDeps & {
  settings: GoogleSettings;
  attempts: GoogleAttempts;
  sessionCookie: SessionCookie;
  /** Ways to sign in beside Google that are on. */
  otherMethods: readonly OtherMethod[];
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
  const cookies = createAttemptCookies(deps.secure, attemptSeconds);
  const states = createStates(deps.stateKey);
  return {
    id: 'google',
    async register(server, signInService) {
      // loaded only where it is needed
      const { createClient } = await import('./provider/client.ts');
      const client = createClient({
        ...deps,
        returnAddress: `${deps.baseUrl}/${googleAuthPage}`,
      });
      const parts = { ...deps, states, cookies, client, freshMs };
      const begin = createAttemptStarter(parts);
      registerRedirect(server, begin);
      await registerCallback(server, createCallbackHandler({ ...parts, signInService }));
      registerLinkRoutes(server, { ...parts, begin });
    },
    onSignOut: (request: FastifyRequest, reply: FastifyReply) => cookies.forgetAll(request, reply),
  };
}
