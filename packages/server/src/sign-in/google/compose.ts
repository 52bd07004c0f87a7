// The sign-in method "google", for Google or another OpenID provider in its place. Users can also link an account in "My
// data".

import { googleAuthPage } from '@brama/contract/sign-in/google/method';
import { ProviderOutcomes } from '../../outbound/provider-outcomes.ts';
import type { SignInContext, SignInMethod } from '../method.ts';
import { createAttemptCookies } from './attempt-cookies.ts';
import { attemptSeconds, GoogleAttempts } from './attempt-store.ts';
import { createGoogle } from './context.ts';
import type { GoogleStep } from './provider/client.ts';
import { registerGoogleAuthPage } from './routes/callback-page.ts';
import { registerCallback } from './routes/callback-routes.ts';
import { registerLinkRoutes } from './routes/link-routes.ts';
import { registerRedirect } from './routes/start.ts';
import type { GoogleSettings } from './settings.ts';

export function composeGoogle(context: SignInContext, settings: GoogleSettings): SignInMethod {
  const { config, db, encryption, fetch, now } = context;
  const attempts = new GoogleAttempts(db, { now, encryption });
  const outcomes = new ProviderOutcomes<GoogleStep>(now);
  const cookies = createAttemptCookies(config.secure, attemptSeconds);
  return {
    id: 'google',
    async register(server, signInService) {
      // the library is loaded only where Google is enabled
      const { createClient } = await import('./provider/client.ts');
      const returnAddress = `${config.baseUrl}/${googleAuthPage}`;
      const client = createClient({ settings, fetch, returnAddress, outcomes, now });
      const google = createGoogle(context, { attempts, cookies, client });
      registerRedirect(server, google);
      registerGoogleAuthPage(server, { site: context.pages.site, encryption });
      await registerCallback(server, google, signInService);
      await registerLinkRoutes(server, google, context.pages.site);
    },
    outcomes: () => outcomes.last(),
    onSignOut: (request, reply) => cookies.clearAll(request, reply),
  };
}
