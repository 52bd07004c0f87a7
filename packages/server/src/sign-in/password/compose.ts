// The sign-in method "password", with the pages for changing and resetting passwords.

import { PasswordResetTokens } from '../../factors/password-reset-tokens.ts';
import type { SignInContext, SignInMethod } from '../method.ts';
import { registerChange } from './change/routes.ts';
import { createPassword } from './context.ts';
import { createHashQueue } from './hashing/hash-queue.ts';
import { storePassword } from './new-password.ts';
import { createInvitations } from './reset/invitations.ts';
import { registerReset } from './reset/routes.ts';
import { registerSignInRoutes } from './routes.ts';

export function composePassword(context: SignInContext): SignInMethod {
  const { config, hasher } = context;
  const hashQueue = createHashQueue({ threads: config.hashThreads, queue: config.hashQueue });
  const resetTokens = new PasswordResetTokens(context.db, context.now);
  const password = createPassword(context, hashQueue, resetTokens);
  return {
    id: 'password',
    newPasswords: {
      validate: password.validate,
      hash: password.hash,
      store: (change, request, given) =>
        storePassword(password, change, request, { ...given, how: 'recovered' }),
    },
    invitations: password.mail && createInvitations(password, password.mail),
    async register(server, signInService) {
      await registerSignInRoutes(server, password, context.pages.loginPage, signInService);
      await registerChange(server, password);
      const { mail } = password;
      if (mail) await registerReset(server, { password, mail });
    },
    close() {
      hashQueue.close();
      return hasher.close();
    },
  };
}
