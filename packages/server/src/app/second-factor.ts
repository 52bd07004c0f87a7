// Composes the pages on which users provide a second factor, and those on which they set it up.

import type { FastifyInstance } from 'fastify';
import type { OwnChanges } from '../changes/own-changes.ts';
import type { NotifyUser } from '../events/notice.ts';
import type { SecondFactorContext } from '../second-factor/set-up/context.ts';
import { createCodeLimits } from '../second-factor/verify/attempt-limits.ts';
import type { Verification } from '../second-factor/verify/context.ts';
import { registerVerifyPages } from '../second-factor/verify/page-routes.ts';
import { registerPasskeyRoutes } from '../second-factor/verify/passkey-routes.ts';
import type { SignInService } from '../sign-in/method.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { createSecondFactorPasskeys } from '../sign-in/passkey/second-factor/second-factor.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';
import type { LoginPageParts } from './login-page.ts';
import { revokeUsers } from './revoke-users.ts';
import type { SignIn } from './sign-in.ts';

type Deps = {
  signInService: SignInService;
  notifyUser: NotifyUser;
  login: LoginPageParts;
};

export async function registerSecondFactor(
  server: FastifyInstance,
  deps: ServerDeps,
  core: Core,
  { signInService, notifyUser, login }: Deps,
): Promise<void> {
  const { db, site, config, now } = deps;
  const { totp, recoveryCodes, remembered, pendingSignIns } = core.factors;
  const { sessionCookie, pendingCookie, rememberedCookie, devices } = core;
  const { passkey } = config.methods;
  const passkeys = passkey && createSecondFactorPasskeys(deps, core.factors.passkeys, passkey);
  const verification: Verification = {
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
      trustedDevice: async (request, userId) => {
        const found = await devices.findForUser(request, async () => userId);
        return found?.hasSecondFactor ? found.device : undefined;
      },
      trustDevice: devices.rememberFactor.bind(devices),
    },
    completeSignIn: signInService.completeSignIn,
    findWaiver: login.findWaiver,
    passkeys,
    now,
  };
  await registerVerifyPages(server, verification);
  if (passkeys) registerPasskeyRoutes(server, verification, passkeys);
}

/** Returns what the pages for setting up and managing second factors need. */
export function createSecondFactorContext(
  { config, db, site, now }: ServerDeps,
  core: Core,
  { signIn, ownChanges }: { signIn: SignIn; ownChanges: OwnChanges },
): SecondFactorContext {
  const { sessionCookie, pendingCookie } = core;
  return {
    db,
    site,
    now,
    ownChanges,
    encryption: core.encryption,
    users: core.users,
    sessions: core.sessions,
    revokeUsers,
    http: { sessionCookie, pendingCookie },
    factors: core.factors,
    enabledMethods: methodsOn(config),
    issuer: `Brama ${new URL(config.baseUrl).hostname}`,
    passkeyAdding: signIn.passkeyAdding,
    completeSignIn: signIn.signInService.completeSignIn,
    trustDevice: core.devices.rememberFactor.bind(core.devices),
  };
}
