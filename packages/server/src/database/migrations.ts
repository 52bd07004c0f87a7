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

/** The migrations up to release 0.7.0, which one migration has replaced. Earlier releases look for these names. */
export const baseline = [
  '0001-first-sign-in',
  '0002-diia',
  '0003-google',
  '0004-oidc',
  '0005-waiting-requests',
  '0006-application-contact',
  '0007-tokens-by-grant',
  '0008-renewed-session-ids',
  '0009-consents',
  '0010-device-codes',
  '0011-limits',
  '0012-passwords',
  '0013-password-resets',
  '0014-session-labels',
  '0015-earlier-reset-links',
  '0016-email-keys',
  '0017-tokens-by-code',
  '0018-revoked-grants',
  '0019-standard-names',
  '0020-group-titles',
  '0021-application-icons',
  '0022-user-applications',
  '0023-user-names',
  '0024-shared-computers',
  '0025-passkeys',
  '0026-events',
  '0027-second-factors',
  '0028-secondary-email-changes',
  '0029-user-roles',
  '0030-api-tokens',
  '0031-user-search',
  '0032-lifecycle',
  '0033-application-administration',
  '0034-approvals',
  '0035-invitations',
  '0036-guest-warnings',
  '0037-cas',
] as const;

const createBaseline = later(() => import('./migrations/0001-baseline.ts'));
const [firstOfBaseline] = baseline;

export const migrations: Record<string, MarkedMigration> = {
  ...Object.fromEntries(
    baseline.map((name): [string, MarkedMigration] => [
      name,
      { up: name === firstOfBaseline ? createBaseline : async () => undefined, onlyAdds: false },
    ]),
  ),
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
  '0046-icon-names': {
    up: later(() => import('./migrations/0046-icon-names.ts')),
    onlyAdds: true,
  },
  '0047-application-positions': {
    up: later(() => import('./migrations/0047-application-positions.ts')),
    onlyAdds: true,
  },
  '0048-sign-in-attempts': {
    up: later(() => import('./migrations/0048-sign-in-attempts.ts')),
    onlyAdds: true,
  },
  '0052-bulk-changes': {
    up: later(() => import('./migrations/0052-bulk-changes.ts')),
    onlyAdds: true,
  },
  '0053-last-sign-ins': {
    up: later(() => import('./migrations/0053-last-sign-ins.ts')),
    onlyAdds: true,
  },
  '0054-application-steps': {
    up: later(() => import('./migrations/0054-application-steps.ts')),
    onlyAdds: true,
  },
  '0055-nodes': {
    up: later(() => import('./migrations/0055-nodes.ts')),
    onlyAdds: true,
  },
  '0056-events-by-network': {
    up: later(() => import('./migrations/0056-events-by-network.ts')),
    onlyAdds: true,
  },
  '0057-logout-results': {
    up: later(() => import('./migrations/0057-logout-results.ts')),
    onlyAdds: true,
  },
  '0058-first-administrator': {
    up: later(() => import('./migrations/0058-first-administrator.ts')),
    onlyAdds: true,
  },
  '0059-sources': {
    up: later(() => import('./migrations/0059-sources.ts')),
    onlyAdds: true,
  },
  '0060-import-uploads': {
    up: later(() => import('./migrations/0060-import-uploads.ts')),
    onlyAdds: true,
  },
  '0061-new-users-of-imports': {
    up: later(() => import('./migrations/0061-new-users-of-imports.ts')),
    onlyAdds: true,
  },
  '0064-limits-of-imports': {
    up: later(() => import('./migrations/0064-limits-of-imports.ts')),
    onlyAdds: true,
  },
  '0065-compared-rows': {
    up: later(() => import('./migrations/0065-compared-rows.ts')),
    onlyAdds: true,
  },
  '0066-causes-in-imports': {
    up: later(() => import('./migrations/0066-causes-in-imports.ts')),
    onlyAdds: true,
  },
};
