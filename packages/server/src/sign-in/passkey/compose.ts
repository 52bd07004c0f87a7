// The sign-in method "passkey" (WebAuthn), with the passkeys of the signed-in user.

import type { SignInContext, SignInMethod } from '../method.ts';
import { newPasskeyOptions } from './add.ts';
import { createPasskeys, type Passkeys } from './context.ts';
import { PasskeyOffers } from './offers.ts';
import { registerOwnRoutes, takeNewPasskey } from './own-routes.ts';
import type { PasskeySettings } from './settings.ts';
import { registerRelatedOrigins, registerSignInRoutes } from './sign-in-routes.ts';
import { UsedChallenges } from './used-challenges.ts';

const storesOf = ({ db, passkeys, now }: SignInContext) => ({
  store: passkeys,
  used: new UsedChallenges(db),
  offers: new PasskeyOffers(db, now),
});

type Rest<Args> = Args extends [Passkeys, ...infer Others] ? Others : never;

/** Returns what other areas need, in which a user adds a passkey outside the account page. */
export function createPasskeyAdding(context: SignInContext, settings: PasskeySettings) {
  const passkeys = createPasskeys(context, settings, storesOf(context));
  return {
    /** Returns the options for the browser. */
    options: (...args: Rest<Parameters<typeof newPasskeyOptions>>) =>
      newPasskeyOptions(passkeys, ...args),
    /** Adds the passkey that a page has sent. @throws the error for the client. */
    add: (...args: Rest<Parameters<typeof takeNewPasskey>>) => takeNewPasskey(passkeys, ...args),
  };
}

export function composePasskey(context: SignInContext, settings: PasskeySettings): SignInMethod {
  const passkeys = createPasskeys(context, settings, storesOf(context));
  return {
    id: 'passkey',
    async register(server, signInService) {
      registerSignInRoutes(server, passkeys, signInService);
      registerRelatedOrigins(server, passkeys);
      await registerOwnRoutes(server, passkeys);
    },
    onSignOut(request, reply) {
      if (passkeys.browserCookie.read(request) !== undefined) passkeys.browserCookie.clear(reply);
    },
  };
}
