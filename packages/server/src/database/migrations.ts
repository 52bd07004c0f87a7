// The list of migrations, oldest first. Names of released migrations must not change. Each says whether it only adds, so
// that a server of the previous release can start on the database after it. Their code is loaded when one is missing.

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export type MarkedMigration = Migration & {
  /** New tables, indexes, and columns that are nullable or have a default. No column or value changes its meaning. */
  onlyAdds: boolean;
};

const later =
  (load: () => Promise<Pick<Migration, 'up'>>): Migration['up'] =>
  async (db: Kysely<unknown>) =>
    (await load()).up(db);

export const migrations: Record<string, MarkedMigration> = {
  '0001-first-sign-in': {
    up: later(() => import('./migrations/0001-first-sign-in.ts')),
    onlyAdds: false,
  },
  '0002-diia': { up: later(() => import('./migrations/0002-diia.ts')), onlyAdds: true },
  '0003-google': { up: later(() => import('./migrations/0003-google.ts')), onlyAdds: true },
  '0004-oidc': { up: later(() => import('./migrations/0004-oidc.ts')), onlyAdds: true },
  '0005-waiting-requests': {
    up: later(() => import('./migrations/0005-waiting-requests.ts')),
    onlyAdds: false,
  },
  '0006-application-contact': {
    up: later(() => import('./migrations/0006-application-contact.ts')),
    onlyAdds: true,
  },
  '0007-tokens-by-grant': {
    up: later(() => import('./migrations/0007-tokens-by-grant.ts')),
    onlyAdds: true,
  },
  '0008-renewed-session-ids': {
    up: later(() => import('./migrations/0008-renewed-session-ids.ts')),
    onlyAdds: true,
  },
  '0009-consents': { up: later(() => import('./migrations/0009-consents.ts')), onlyAdds: true },
  '0010-device-codes': {
    up: later(() => import('./migrations/0010-device-codes.ts')),
    onlyAdds: true,
  },
  '0011-limits': { up: later(() => import('./migrations/0011-limits.ts')), onlyAdds: true },
  '0012-passwords': { up: later(() => import('./migrations/0012-passwords.ts')), onlyAdds: true },
  '0013-password-resets': {
    up: later(() => import('./migrations/0013-password-resets.ts')),
    onlyAdds: true,
  },
  '0014-session-labels': {
    up: later(() => import('./migrations/0014-session-labels.ts')),
    onlyAdds: true,
  },
  '0015-earlier-reset-links': {
    up: later(() => import('./migrations/0015-earlier-reset-links.ts')),
    onlyAdds: true,
  },
  '0016-email-keys': {
    up: later(() => import('./migrations/0016-email-keys.ts')),
    onlyAdds: false,
  },
  '0017-tokens-by-code': {
    up: later(() => import('./migrations/0017-tokens-by-code.ts')),
    onlyAdds: true,
  },
  '0018-revoked-grants': {
    up: later(() => import('./migrations/0018-revoked-grants.ts')),
    onlyAdds: true,
  },
  '0019-standard-names': {
    up: later(() => import('./migrations/0019-standard-names.ts')),
    onlyAdds: false,
  },
  '0020-group-titles': {
    up: later(() => import('./migrations/0020-group-titles.ts')),
    onlyAdds: true,
  },
  '0021-application-icons': {
    up: later(() => import('./migrations/0021-application-icons.ts')),
    onlyAdds: true,
  },
  '0022-user-applications': {
    up: later(() => import('./migrations/0022-user-applications.ts')),
    onlyAdds: true,
  },
  '0023-user-names': { up: later(() => import('./migrations/0023-user-names.ts')), onlyAdds: true },
  '0024-shared-computers': {
    up: later(() => import('./migrations/0024-shared-computers.ts')),
    onlyAdds: true,
  },
  '0025-passkeys': { up: later(() => import('./migrations/0025-passkeys.ts')), onlyAdds: true },
  '0026-events': { up: later(() => import('./migrations/0026-events.ts')), onlyAdds: true },
  '0027-second-factors': {
    up: later(() => import('./migrations/0027-second-factors.ts')),
    onlyAdds: true,
  },
  '0028-secondary-email-changes': {
    up: later(() => import('./migrations/0028-secondary-email-changes.ts')),
    onlyAdds: true,
  },
  '0029-user-roles': { up: later(() => import('./migrations/0029-user-roles.ts')), onlyAdds: true },
  '0030-api-tokens': { up: later(() => import('./migrations/0030-api-tokens.ts')), onlyAdds: true },
  '0031-user-search': {
    up: later(() => import('./migrations/0031-user-search.ts')),
    onlyAdds: true,
  },
  '0032-lifecycle': { up: later(() => import('./migrations/0032-lifecycle.ts')), onlyAdds: true },
  '0033-application-administration': {
    up: later(() => import('./migrations/0033-application-administration.ts')),
    onlyAdds: true,
  },
  '0034-approvals': { up: later(() => import('./migrations/0034-approvals.ts')), onlyAdds: true },
  '0035-invitations': {
    up: later(() => import('./migrations/0035-invitations.ts')),
    onlyAdds: true,
  },
  '0036-guest-warnings': {
    up: later(() => import('./migrations/0036-guest-warnings.ts')),
    onlyAdds: true,
  },
  '0037-cas': { up: later(() => import('./migrations/0037-cas.ts')), onlyAdds: true },
  '0038-new-factors': {
    up: later(() => import('./migrations/0038-new-factors.ts')),
    onlyAdds: true,
  },
  '0039-changed-ways-in': {
    up: later(() => import('./migrations/0039-changed-ways-in.ts')),
    onlyAdds: true,
  },
  '0040-suspended-roles': {
    up: later(() => import('./migrations/0040-suspended-roles.ts')),
    onlyAdds: true,
  },
  '0041-installation': {
    up: later(() => import('./migrations/0041-installation.ts')),
    onlyAdds: true,
  },
  '0042-migration-marks': {
    up: later(() => import('./migrations/0042-migration-marks.ts')),
    onlyAdds: true,
  },
  '0043-idempotent-request-objects': {
    up: later(() => import('./migrations/0043-idempotent-request-objects.ts')),
    onlyAdds: true,
  },
  '0044-accounts-of-rate-limits': {
    up: later(() => import('./migrations/0044-accounts-of-rate-limits.ts')),
    onlyAdds: true,
  },
  '0045-new-factors-count-from': {
    up: later(() => import('./migrations/0045-new-factors-count-from.ts')),
    onlyAdds: true,
  },
};
