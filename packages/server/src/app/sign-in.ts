// Composes the sign-in area: its methods and the sign-in service.

import type { OwnChanges } from '../changes/own-changes.ts';
import type { NotifyUser } from '../events/notice.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { LoginPage } from '../pages/login-page.ts';
import type { SignInContext } from '../sign-in/method.ts';
import { composeMethods, methodsOn } from '../sign-in/methods.ts';
import { createPasskeyAdding } from '../sign-in/passkey/compose.ts';
import { createSignInService } from '../sign-in/service.ts';
import { SignInTickets } from '../sign-in/ticket-store.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { revokeUsers } from './revoke-users.ts';

type Deps = {
  loginPage: LoginPage;
  jobQueue: JobQueue;
  notifyUser: NotifyUser;
  ownChanges: OwnChanges;
};

export async function composeSignIn(
  deps: ServerDeps,
  core: Core,
  { loginPage, jobQueue, notifyUser, ownChanges }: Deps,
) {
  const { config, db, mailer, now } = deps;
  const { encryption, sessions, sessionCookie, returnToCookie, devices } = core;
  const ttlSeconds = config.signInTicketSeconds;
  const tickets = new SignInTickets(db, { ttlSeconds, now, encryption });
  const context: SignInContext = {
    config,
    enabledMethods: methodsOn(config),
    db,
    keys: deps.keys,
    encryption,
    users: core.users,
    links: core.links,
    passkeys: core.factors.passkeys,
    sessions,
    devices,
    events: core.events,
    changes: core.factors.changes,
    ownChanges,
    removals: core.factors.removals,
    usableFactors: core.factors.usable,
    http: { sessionCookie, returnToCookie },
    limits: { limits: core.limits, requestLimits: core.requestLimits },
    pages: { site: deps.site, loginPage },
    mail: mailer && { mailer, jobQueue },
    fetch: deps.fetch,
    revokeUsers,
    hasher: deps.hasher,
    isBreached: deps.isBreached,
    now,
    pause: deps.pause,
  };
  const methods = await composeMethods(context, config.methods);
  const { passkey } = config.methods;
  return {
    methods,
    /** Undefined where passkeys are off. */
    passkeyAdding: passkey && createPasskeyAdding(context, passkey),
    signInService: createSignInService({
      db,
      tickets,
      sessions,
      sessionCookie,
      devices,
      methods,
      events: core.events.store,
      notifyUser,
      secondFactors: core.factors.policy,
      rememberedBrowsers: core.factors.remembered,
      rememberedCookie: core.rememberedCookie,
      pendingSignIns: core.factors.pendingSignIns,
      pendingCookie: core.pendingCookie,
    }),
    cleanupTasks: [
      (most: number) => tickets.deleteExpiredTaxIds(most),
      (most: number) => tickets.deleteExpired(most),
    ],
  };
}

export type SignIn = Awaited<ReturnType<typeof composeSignIn>>;
