// Composes the administration API: passes it the parts of the other areas.

import { createSecretKey } from 'node:crypto';
import { adminPath } from '@brama/contract/admin/route';
import { isErrorCode } from '@brama/contract/errors';
import type { FastifyInstance } from 'fastify';
import { composeAdminApi } from '../../admin/api/compose.ts';
import { createProblemHandler, type DescribeError } from '../../admin/api/problem.ts';
import { createApplicationAdministration } from '../../applications/administration/compose.ts';
import { ApplicationOwners } from '../../applications/owners.ts';
import { createSettingsParsers } from '../../applications/protocols.ts';
import type { ErrorPages } from '../../http/replies.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { NotifyUser } from '../../pages/emails/account-notices.ts';
import { createNotifyApprovers } from '../../pages/emails/waiting-approval.ts';
import { acceptedLanguage } from '../../pages/language/language.ts';
import type { Site } from '../../pages/web-build.ts';
import { validatePasswordHash } from '../../sign-in/password/hashing/parameters.ts';
import { createUsernameHash } from '../../users/lifecycle/former-usernames.ts';
import { hashTaxId } from '../../users/tax-id.ts';
import type { Applications } from '../applications.ts';
import type { Core } from '../core.ts';
import type { ServerDeps } from '../deps.ts';
import { revokeUsers } from '../revoke-users.ts';
import { composeFactors } from './factors.ts';
import { composeInvitations } from './invitations.ts';
import { createNoticeDeps } from './notices.ts';
import { composeOidcParts } from './oidc.ts';
import { composeSignInCheck } from './sign-in-check.ts';

function createDescribeError({ translate }: Pick<Site, 'translate'>): DescribeError {
  return (code, request) => {
    const t = translate(acceptedLanguage(request));
    return isErrorCode(code) ? t(`errors:codes.${code}`) : t(`admin-errors:codes.${code}`);
  };
}

/** The form of errors that occur before a route is found, such as an address that cannot be decoded. */
export const adminErrors = (site: Pick<Site, 'translate'>): ErrorPages['ownErrors'] => ({
  prefix: `${adminPath}/`,
  handle: createProblemHandler(createDescribeError(site)),
});

/** Registers the routes. Returns the tasks of the cleanup job. */
export function composeAdmin(
  server: FastifyInstance,
  deps: ServerDeps,
  {
    core,
    applications,
    notifyUser,
    jobQueue,
  }: { core: Core; applications: Applications; notifyUser: NotifyUser; jobQueue: JobQueue },
) {
  const { config, db, keys, now, site } = deps;
  const taxIdKey = createSecretKey(keys.taxId);
  return composeAdminApi(server, {
    ...{ db, now },
    describeError: createDescribeError(site),
    encryption: core.encryption,
    events: core.events.store,
    limits: core.requestLimits,
    origin: config.baseUrl,
    searchTexts: core.searchTexts,
    sessionCookie: core.sessionCookie,
    sessions: core.sessions,
    hashUsername: createUsernameHash(keys.data),
    hashTaxId: (taxId) => hashTaxId(taxId, taxIdKey),
    validatePasswordHash,
    applications: createApplicationAdministration({
      ...{ now, drawSvg: deps.drawSvg, activity: core.activity },
      protocols: applications.protocols,
      store: core.applications,
      owners: new ApplicationOwners(db),
      settingsParsers: createSettingsParsers({
        methodsOn: site.methods,
        isProduction: config.mode === 'production',
      }),
    }),
    ...composeSignInCheck({ config, site }, core, applications.protocols),
    ...{ revokeUsers, notifyUser },
    notifyApprovers: createNotifyApprovers(createNoticeDeps(deps, core, jobQueue)),
    ...composeFactors(deps),
    ...composeInvitations(deps, core, jobQueue),
    ...composeOidcParts(deps, core),
  });
}
