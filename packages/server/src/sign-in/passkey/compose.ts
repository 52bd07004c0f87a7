// The sign-in method "passkey" (WebAuthn), with the passkeys of the signed-in user.

import type { ComposedMethod, SignInContext } from '../method.ts';
import { createPasskeys } from './context.ts';
import { PasskeyOffers } from './offers.ts';
import { registerOwnRoutes } from './own-routes.ts';
import { PasskeyStore } from './passkey-store.ts';
import type { PasskeySettings } from './settings.ts';
import { registerRelatedOrigins, registerSignInRoutes } from './sign-in-routes.ts';
import { UsedChallenges } from './used-challenges.ts';

export function composePasskey(
  context: SignInContext,
  settings: PasskeySettings | undefined,
): ComposedMethod {
  const { db, now } = context;
  const used = new UsedChallenges(db, now);
  const offers = new PasskeyOffers(db, now);
  const cleanupTasks = [
    (most: number) => used.deleteExpired(most),
    (most: number) => offers.deleteExpired(most),
  ];
  if (!settings) return { method: undefined, cleanupTasks };
  const store = new PasskeyStore(db, now);
  const passkeys = createPasskeys(context, settings, { store, used, offers });
  return {
    method: {
      id: 'passkey',
      async register(server, signInService) {
        registerSignInRoutes(server, passkeys, signInService);
        registerRelatedOrigins(server, passkeys);
        await registerOwnRoutes(server, passkeys);
      },
      onSignOut(request, reply) {
        if (passkeys.browserCookie.read(request) !== undefined) passkeys.browserCookie.clear(reply);
      },
    },
    cleanupTasks,
  };
}
