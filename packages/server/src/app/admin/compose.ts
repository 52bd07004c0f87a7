// Composes the administration API: passes it the parts of the other areas. Loaded with the first request of the API.

import { createSecretKey } from 'node:crypto';
import type { AdminApi } from '../../admin/routes.ts';
import { createApplicationAdministration } from '../../applications/administration/compose.ts';
import { ApplicationOwners } from '../../applications/owners.ts';
import { createSettingsParsers, ownerSettings } from '../../applications/protocols.ts';
import type { NotifyUser } from '../../events/notice.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { createNotifyApprovers } from '../../pages/emails/administrator-notices.ts';
import { validatePasswordHash } from '../../sign-in/password/hashing/parameters.ts';
import { createUsernameHash } from '../../users/lifecycle/former-usernames.ts';
import { createTaxIdCheck, hashTaxId } from '../../users/tax-id.ts';
import type { Applications } from '../applications.ts';
import type { Core } from '../core.ts';
import type { ServerDeps } from '../deps.ts';
import { revokeUsers } from '../revoke-users.ts';
import { composeFactors } from './factors.ts';
import { type AdminStores, createAdminApi } from './handlers.ts';
import { composeInvitations } from './invitations.ts';
import { createNoticeDeps } from './notices.ts';
import { composeOidcParts } from './oidc.ts';
import { composeSignInCheck } from './sign-in-check.ts';

export type AdminAreas = {
  core: Core;
  applications: Applications;
  notifyUser: NotifyUser;
  jobQueue: JobQueue;
};

export function composeAdmin(
  deps: ServerDeps,
  { core, applications, notifyUser, jobQueue }: AdminAreas,
  stores: AdminStores,
): AdminApi {
  const { config, db, keys, now, site } = deps;
  const taxIdKey = createSecretKey(keys.taxId);
  return createAdminApi({
    db,
    now,
    ...stores,
    events: core.events.store,
    limits: core.requestLimits,
    searchTexts: core.searchTexts,
    sessionCookie: core.sessionCookie,
    secondFactorOf: (queries, userId) => core.factors.policy.requirementOf(queries, userId),
    sessions: core.sessions,
    hashUsername: createUsernameHash(keys.data),
    hashTaxId: (taxId) => hashTaxId(taxId, taxIdKey),
    validatePasswordHash,
    validateTaxId: createTaxIdCheck({ checksDigit: config.taxIdCheckDigit }),
    applications: createApplicationAdministration({
      now,
      drawSvg: deps.drawSvg,
      activity: core.activity,
      protocols: applications.protocols,
      store: core.applications,
      owners: new ApplicationOwners(db),
      ownerSettings: ownerSettings(),
      settingsParsers: createSettingsParsers({
        methodsOn: site.methods,
        isProduction: config.mode === 'production',
      }),
    }),
    ...composeSignInCheck({ config, site }, core, applications.protocols),
    revokeUsers,
    notifyUser,
    notifyApprovers: createNotifyApprovers(createNoticeDeps(deps, core, jobQueue)),
    ...composeFactors(deps),
    ...composeInvitations(deps, core, jobQueue),
    ...composeOidcParts(deps, core),
  });
}
