// Wires the sign-in service with its methods.

import type { JobQueue } from '../jobs/queue.ts';
import type { LoginPage } from '../pages/login-page.ts';
import { composeMethods } from '../sign-in/methods.ts';
import { createSignInService } from '../sign-in/service.ts';
import { SignInTickets } from '../sign-in/ticket-store.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { revokeUsers } from './revoke-users.ts';

type Deps = { loginPage: LoginPage; jobQueue: JobQueue };

export function composeSignIn(parts: ServerDeps, core: Core, { loginPage, jobQueue }: Deps) {
  const { config, db, mailer, now } = parts;
  const { encryption, sessions, sessionCookie, returnToCookie, devices } = core;
  const ttlSeconds = config.signInTicketSeconds;
  const tickets = new SignInTickets(db, { ttlSeconds, now, encryption });
  const { methods, cleanupTasks } = composeMethods({
    config,
    db,
    keys: parts.keys,
    encryption,
    users: core.users,
    sessions,
    devices,
    http: { sessionCookie, returnToCookie },
    limits: { limits: core.limits, requestLimits: core.requestLimits },
    pages: { site: parts.site, loginPage },
    mail: mailer && { mailer, jobQueue },
    fetch: parts.fetch,
    revokeUsers,
    hasher: parts.hasher,
    diiaAuthorities: parts.diiaAuthorities,
    now,
    pause: parts.pause,
  });
  return {
    methods,
    signInService: createSignInService({ db, tickets, sessions, sessionCookie, devices, methods }),
    cleanupTasks: [
      (most: number) => tickets.deleteExpiredTaxIds(most),
      (most: number) => tickets.deleteExpired(most),
      ...cleanupTasks,
    ],
  };
}
