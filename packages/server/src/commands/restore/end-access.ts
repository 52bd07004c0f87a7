// Ends in a restored database what may have ended or been used since the backup. Each table has an entry, so that a new one cannot be
// forgotten.

import { sql } from 'kysely';
import { revokeUsers } from '../../app/revoke-users.ts';
import type { Queries } from '../../database/connect.ts';
import type { Tables } from '../../database/schema.ts';
import type { Change } from '../../events/change.ts';
import { voidUsedFactors } from '../../factors/void-all.ts';

/** `ended`: by the areas, for all users. `emptied`: all rows are deleted here. `changed`: by a statement of this file. */
const treatments = {
  access_codes: 'ended',
  api_tokens: 'ended',
  application_icons: 'kept',
  application_logouts: 'kept',
  application_owners: 'kept',
  application_refusals: 'kept',
  application_secret_uses: 'kept',
  application_sign_ins: 'kept',
  application_steps: 'kept',
  application_tickets: 'emptied',
  applications: 'kept',
  applied_manifests: 'kept',
  approvals: 'emptied',
  bulk_change_rows: 'kept',
  bulk_changes: 'changed',
  cas_proxy_grants: 'emptied',
  cas_tickets: 'changed',
  diia_requests: 'emptied',
  events: 'kept',
  former_usernames: 'kept',
  google_attempts: 'emptied',
  group_members: 'kept',
  groups: 'kept',
  guest_warnings: 'kept',
  idempotent_request_objects: 'emptied',
  idempotent_requests: 'emptied',
  import_files: 'emptied',
  import_invitations: 'emptied',
  import_rows: 'emptied',
  imports: 'emptied',
  installation: 'kept',
  linked_identities: 'kept',
  membership_periods: 'kept',
  nodes: 'emptied',
  oidc_consents: 'kept',
  oidc_device_codes: 'emptied',
  oidc_grants: 'ended',
  oidc_keys: 'kept',
  oidc_tokens: 'changed',
  passkey_offers: 'kept',
  passkeys: 'kept',
  password_resets: 'ended',
  pending_sign_ins: 'ended',
  queued_notices: 'emptied',
  rate_limits: 'kept',
  recovery_codes: 'ended',
  recovery_links: 'ended',
  remembered_browsers: 'ended',
  renewed_session_ids: 'emptied',
  secondary_email_changes: 'ended',
  secondary_emails: 'ended',
  sessions: 'ended',
  sign_in_attempts: 'kept',
  sign_in_tickets: 'ended',
  source_links: 'kept',
  sourced_users: 'kept',
  sources: 'kept',
  suspended_requests: 'emptied',
  totp_factors: 'ended',
  trusted_devices: 'ended',
  used_passkey_challenges: 'kept',
  user_applications: 'kept',
  user_roles: 'kept',
  user_search: 'kept',
  users: 'kept',
} as const satisfies Record<keyof Tables, 'ended' | 'emptied' | 'changed' | 'kept'>;

type Emptied = {
  [Table in keyof typeof treatments]: (typeof treatments)[Table] extends 'emptied' ? Table : never;
}[keyof typeof treatments];

const emptied = (Object.keys(treatments) as (keyof Tables)[]).filter(
  (table): table is Emptied => treatments[table] === 'emptied',
);

/** A bulk change that ran at the time of the backup was finished or cancelled later. */
async function stopBulkChanges(queries: Queries, at: number): Promise<void> {
  await queries
    .updateTable('bulk_changes')
    .set({ state: 'stopped', finished_at: at })
    .where('state', '=', 'running')
    .execute();
  await queries
    .updateTable('bulk_changes')
    .set({ state: 'cancelled', finished_at: at })
    .where('state', '=', 'previewed')
    .execute();
}

/** Ends all access, in the caller's transaction. Applications are notified of ended sessions when a server starts. */
export async function endAllAccess(change: Change, at: number): Promise<void> {
  const { queries } = change;
  const users = sql<string>`(select id from users)`;
  const ended = await revokeUsers(queries, { users, scope: 'credentials', at });
  await change.sessionsEnded(ended, 'restored');
  await voidUsedFactors(queries, at);
  // the others were used, and wait for the notification of their service
  await queries.deleteFrom('cas_tickets').where('consumed_at', 'is', null).execute();
  // signed statements of clients that were used once stay used
  await queries.deleteFrom('oidc_tokens').where('model', '!=', 'ReplayDetection').execute();
  await stopBulkChanges(queries, at);
  for (const table of emptied) await queries.deleteFrom(table).execute();
}
