// Composes the pages on which users provide a second factor.

import type { FastifyInstance } from 'fastify';
import type { NotifyUser } from '../pages/emails/account-notices.ts';
import { createCodeLimits } from '../second-factor/verify/attempt-limits.ts';
import { registerVerification } from '../second-factor/verify/compose.ts';
import type { SignInService } from '../sign-in/method.ts';
import { createSecondFactorPasskeys } from '../sign-in/passkey/second-factor/second-factor.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';

type Deps = { signInService: SignInService; notifyUser: NotifyUser };

export function registerSecondFactor(
  server: FastifyInstance,
  deps: ServerDeps,
  core: Core,
  { signInService, notifyUser }: Deps,
): Promise<void> {
  const { db, site, config } = deps;
  const { totp, recoveryCodes, remembered, pendingSignIns } = core.factors;
  const { sessionCookie, pendingCookie, rememberedCookie, devices } = core;
  const { passkey } = config.methods;
  return registerVerification(server, {
    db,
    site,
    users: core.users,
    events: core.events,
    notifyUser,
    totp,
    recoveryCodes,
    pendingSignIns,
    rememberedBrowsers: remembered,
    sessions: core.sessions,
    http: { sessionCookie, pendingCookie, rememberedCookie },
    limits: {
      admitCode: createCodeLimits(core.limits),
      requestLimits: core.requestLimits,
      trustedDevice: async (request, userId) =>
        (await devices.findForUser(request, async () => userId))?.device,
    },
    completeSignIn: signInService.completeSignIn,
    passkeys: passkey && createSecondFactorPasskeys(deps, passkey),
  });
}
