// The sign-in method "google", for Google or another OpenID provider in its place. Users can also link an account in "My
// data".

import type { KeyObject } from 'node:crypto';
import { googleAuthPage } from '@brama/contract/sign-in/google/method';
import type { FastifyRequest } from 'fastify';
import type { Encryption } from '../../crypto/encryption.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { Site } from '../../pages/web-build.ts';
import type { OtherMethod } from '../../users/linked-identities.ts';
import type { SignInMethod } from '../method.ts';
import type { AccountLinkingDeps } from './account-linking.ts';
import { createAttemptCookies } from './attempt-cookies.ts';
import { attemptSeconds, type GoogleAttempts } from './attempt-store.ts';
import type { Fetch } from './provider/bounded-fetch.ts';
import { createCallbackHandler } from './routes/callback.ts';
import { registerGoogleAuthPage } from './routes/callback-page.ts';
import { registerCallback } from './routes/callback-routes.ts';
import { registerLinkRoutes } from './routes/link-routes.ts';
import { registerRedirect } from './routes/redirect-route.ts';
import type { GoogleSettings } from './settings.ts';
import { createStates } from './state.ts';

export type GoogleDeps = {
  settings: GoogleSettings;
  attempts: GoogleAttempts;
  accounts: AccountLinkingDeps;
  /** Enabled sign-in methods other than Google. */
  otherMethods: readonly OtherMethod[];
  keys: { state: KeyObject; log: KeyObject };
  sessionCookie: SessionCookie;
  /** Counts a started attempt. @throws `request.too-many` */
  countStart(request: FastifyRequest): Promise<void>;
  fetch: Fetch;
  baseUrl: string;
  secure: boolean;
  site: Site;
  encryption: Encryption;
  now: () => number;
};

/** Linking and unlinking require a sign-in within this time. */
const recentMs = 10 * 60_000;

export function createGoogleMethod(deps: GoogleDeps): SignInMethod {
  const { settings, attempts, accounts, keys, sessionCookie, fetch, site, encryption, now } = deps;
  const cookies = createAttemptCookies(deps.secure, attemptSeconds);
  const states = createStates(keys.state);
  return {
    id: 'google',
    async register(server, signInService) {
      // the library is loaded only where Google is enabled
      const { createClient } = await import('./provider/client.ts');
      const returnAddress = `${deps.baseUrl}/${googleAuthPage}`;
      const client = createClient({ settings, fetch, returnAddress, now });
      const start = { states, attempts, cookies, client, countStart: deps.countStart, now };
      registerRedirect(server, start);
      registerGoogleAuthPage(server, { site, encryption });
      const callback = createCallbackHandler({
        attempt: { states, attempts, cookies, client },
        accounts,
        signInService,
        sessionCookie,
        logKey: keys.log,
        recentMs,
        now,
      });
      await registerCallback(server, callback);
      registerLinkRoutes(server, {
        start,
        links: accounts.links,
        sessionCookie,
        otherMethods: deps.otherMethods,
        recentMs,
        now,
      });
    },
    onSignOut: (request, reply) => cookies.clearAll(request, reply),
  };
}
