// The list of migrations, oldest first. Names of released migrations must not change. Each says whether it only adds, so
// that a server of the previous release can start on the database after it.

import type { Migration } from 'kysely/migration';
import { up as firstSignIn } from './migrations/0001-first-sign-in.ts';
import { up as diia } from './migrations/0002-diia.ts';
import { up as google } from './migrations/0003-google.ts';
import { up as oidc } from './migrations/0004-oidc.ts';
import { up as waitingRequests } from './migrations/0005-waiting-requests.ts';
import { up as applicationContact } from './migrations/0006-application-contact.ts';
import { up as tokensByGrant } from './migrations/0007-tokens-by-grant.ts';
import { up as renewedSessionIds } from './migrations/0008-renewed-session-ids.ts';
import { up as consents } from './migrations/0009-consents.ts';
import { up as deviceCodes } from './migrations/0010-device-codes.ts';
import { up as limits } from './migrations/0011-limits.ts';
import { up as passwords } from './migrations/0012-passwords.ts';
import { up as passwordResets } from './migrations/0013-password-resets.ts';
import { up as sessionLabels } from './migrations/0014-session-labels.ts';
import { up as earlierResetLinks } from './migrations/0015-earlier-reset-links.ts';
import { up as emailKeys } from './migrations/0016-email-keys.ts';
import { up as tokensByCode } from './migrations/0017-tokens-by-code.ts';
import { up as revokedGrants } from './migrations/0018-revoked-grants.ts';
import { up as standardNames } from './migrations/0019-standard-names.ts';
import { up as groupTitles } from './migrations/0020-group-titles.ts';
import { up as applicationIcons } from './migrations/0021-application-icons.ts';
import { up as userApplications } from './migrations/0022-user-applications.ts';
import { up as userNames } from './migrations/0023-user-names.ts';
import { up as sharedComputers } from './migrations/0024-shared-computers.ts';
import { up as passkeys } from './migrations/0025-passkeys.ts';
import { up as events } from './migrations/0026-events.ts';
import { up as secondFactors } from './migrations/0027-second-factors.ts';
import { up as secondaryEmailChanges } from './migrations/0028-secondary-email-changes.ts';
import { up as userRoles } from './migrations/0029-user-roles.ts';
import { up as apiTokens } from './migrations/0030-api-tokens.ts';
import { up as userSearch } from './migrations/0031-user-search.ts';
import { up as lifecycle } from './migrations/0032-lifecycle.ts';
import { up as applicationAdministration } from './migrations/0033-application-administration.ts';
import { up as approvals } from './migrations/0034-approvals.ts';
import { up as invitations } from './migrations/0035-invitations.ts';
import { up as guestWarnings } from './migrations/0036-guest-warnings.ts';
import { up as cas } from './migrations/0037-cas.ts';
import { up as newFactors } from './migrations/0038-new-factors.ts';
import { up as changedWaysIn } from './migrations/0039-changed-ways-in.ts';
import { up as suspendedRoles } from './migrations/0040-suspended-roles.ts';
import { up as installation } from './migrations/0041-installation.ts';
import { up as migrationMarks } from './migrations/0042-migration-marks.ts';
import { up as idempotentRequestObjects } from './migrations/0043-idempotent-request-objects.ts';
import { up as accountsOfRateLimits } from './migrations/0044-accounts-of-rate-limits.ts';
import { up as newFactorsCountFrom } from './migrations/0045-new-factors-count-from.ts';

export type MarkedMigration = Migration & {
  /** New tables, indexes, and columns that are nullable or have a default. No column or value changes its meaning. */
  onlyAdds: boolean;
};

export const migrations: Record<string, MarkedMigration> = {
  '0001-first-sign-in': { up: firstSignIn, onlyAdds: false },
  '0002-diia': { up: diia, onlyAdds: true },
  '0003-google': { up: google, onlyAdds: true },
  '0004-oidc': { up: oidc, onlyAdds: true },
  '0005-waiting-requests': { up: waitingRequests, onlyAdds: false },
  '0006-application-contact': { up: applicationContact, onlyAdds: true },
  '0007-tokens-by-grant': { up: tokensByGrant, onlyAdds: true },
  '0008-renewed-session-ids': { up: renewedSessionIds, onlyAdds: true },
  '0009-consents': { up: consents, onlyAdds: true },
  '0010-device-codes': { up: deviceCodes, onlyAdds: true },
  '0011-limits': { up: limits, onlyAdds: true },
  '0012-passwords': { up: passwords, onlyAdds: true },
  '0013-password-resets': { up: passwordResets, onlyAdds: true },
  '0014-session-labels': { up: sessionLabels, onlyAdds: true },
  '0015-earlier-reset-links': { up: earlierResetLinks, onlyAdds: true },
  '0016-email-keys': { up: emailKeys, onlyAdds: false },
  '0017-tokens-by-code': { up: tokensByCode, onlyAdds: true },
  '0018-revoked-grants': { up: revokedGrants, onlyAdds: true },
  '0019-standard-names': { up: standardNames, onlyAdds: false },
  '0020-group-titles': { up: groupTitles, onlyAdds: true },
  '0021-application-icons': { up: applicationIcons, onlyAdds: true },
  '0022-user-applications': { up: userApplications, onlyAdds: true },
  '0023-user-names': { up: userNames, onlyAdds: true },
  '0024-shared-computers': { up: sharedComputers, onlyAdds: true },
  '0025-passkeys': { up: passkeys, onlyAdds: true },
  '0026-events': { up: events, onlyAdds: true },
  '0027-second-factors': { up: secondFactors, onlyAdds: true },
  '0028-secondary-email-changes': { up: secondaryEmailChanges, onlyAdds: true },
  '0029-user-roles': { up: userRoles, onlyAdds: true },
  '0030-api-tokens': { up: apiTokens, onlyAdds: true },
  '0031-user-search': { up: userSearch, onlyAdds: true },
  '0032-lifecycle': { up: lifecycle, onlyAdds: true },
  '0033-application-administration': { up: applicationAdministration, onlyAdds: true },
  '0034-approvals': { up: approvals, onlyAdds: true },
  '0035-invitations': { up: invitations, onlyAdds: true },
  '0036-guest-warnings': { up: guestWarnings, onlyAdds: true },
  '0037-cas': { up: cas, onlyAdds: true },
  '0038-new-factors': { up: newFactors, onlyAdds: true },
  '0039-changed-ways-in': { up: changedWaysIn, onlyAdds: true },
  '0040-suspended-roles': { up: suspendedRoles, onlyAdds: true },
  '0041-installation': { up: installation, onlyAdds: true },
  '0042-migration-marks': { up: migrationMarks, onlyAdds: true },
  '0043-idempotent-request-objects': { up: idempotentRequestObjects, onlyAdds: true },
  '0044-accounts-of-rate-limits': { up: accountsOfRateLimits, onlyAdds: true },
  '0045-new-factors-count-from': { up: newFactorsCountFrom, onlyAdds: true },
};
