// Wires the sign-in method "google".

import { deriveKey } from '../../crypto/keys.ts';
import { LinkedIdentities, type OtherMethod } from '../../users/linked-identities.ts';
import type { ComposedMethod, SignInContext } from '../method.ts';
import { GoogleAttempts } from './attempt-store.ts';
import { createGoogleMethod } from './method.ts';

export function composeGoogle(context: SignInContext): ComposedMethod {
  const { config, db, keys, encryption, users, fetch, now } = context;
  const attempts = new GoogleAttempts(db, { now, encryption });
  const cleanupTasks = [(most: number) => attempts.deleteExpired(most)];
  if (!config.methods.google) return { method: undefined, cleanupTasks };
  const otherMethods: OtherMethod[] = config.methods.diia ? ['password', 'tax-id'] : ['password'];
  const method = createGoogleMethod({
    settings: config.methods.google,
    attempts,
    accounts: {
      links: new LinkedIdentities(db, now),
      userById: users.byId,
      findByEmail: (email) => users.findByEmail(email, 'google'),
    },
    otherMethods,
    keys: {
      state: deriveKey(keys.data, 'Google state'),
      log: deriveKey(keys.data, 'Google accounts in the log'),
    },
    sessionCookie: context.http.sessionCookie,
    countStart: (request) => context.limits.requestLimits.countStart(request, 'google'),
    fetch,
    baseUrl: config.baseUrl,
    secure: config.secure,
    site: context.pages.site,
    encryption,
    now,
  });
  return { method, cleanupTasks };
}
