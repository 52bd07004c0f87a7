// Connects account recovery with sign-in: new passwords, new passkeys, and the session after them.

import { ApprovalStore } from '../admin/approvals/approval-store.ts';
import { createRolesAfterRecovery } from '../admin/approvals/suspend-roles.ts';
import type { OwnChanges } from '../changes/own-changes.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { createNotifyRolesSuspended } from '../pages/emails/administrator-notices.ts';
import type { NoticeDeps } from '../pages/emails/send-notices.ts';
import { composeRecovery } from '../recovery/compose.ts';
import { methodsOn } from '../sign-in/methods.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { revokeUsers } from './revoke-users.ts';
import type { SignIn } from './sign-in.ts';

type Deps = {
  signIn: SignIn;
  jobQueue: JobQueue;
  notices: NoticeDeps;
  ownChanges: OwnChanges;
};

export function composeRecoveryArea(
  deps: ServerDeps,
  core: Core,
  { signIn, jobQueue, notices, ownChanges }: Deps,
) {
  const { config, db, site, mailer, now } = deps;
  const { secondaryEmails, accessCodes } = core.factors;
  const passwords = signIn.methods.find(({ newPasswords }) => newPasswords)?.newPasswords;
  if (!passwords) throw new Error('no method has passwords');
  return composeRecovery({
    config,
    db,
    stores: { secondaryEmails, accessCodes, links: core.recoveryLinks },
    site,
    passwords,
    revokeUsers,
    now,
    roles: createRolesAfterRecovery({
      approvals: new ApprovalStore(now),
      notifyRolesSuspended: createNotifyRolesSuspended(notices),
      now,
    }),
    users: core.users,
    events: core.events,
    changes: core.factors.changes,
    ownChanges,
    pendingSignIns: core.factors.pendingSignIns,
    limits: { limits: core.limits, requestLimits: core.requestLimits },
    http: {
      sessionCookie: core.sessionCookie,
      pendingCookie: core.pendingCookie,
      returnToCookie: core.returnToCookie,
      trustedDevice: (request, findUserId) => core.devices.findForUser(request, findUserId),
    },
    mail: mailer && { mailer, jobQueue },
    passkeys: signIn.passkeyAdding,
    completeSignIn: signIn.signInService.completeSignIn,
    completeRecovery: signIn.signInService.completeRecovery,
    isDiiaOn: methodsOn(config).includes('diia'),
  });
}

export type RecoveryArea = ReturnType<typeof composeRecoveryArea>;
