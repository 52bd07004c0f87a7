// Erases a user. Deletes all personal data at once, and the row of the user when the applications are notified of the end of the
// sessions. The id is random and never used again.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import { eraseEvents, isNamed } from '../../events/erase.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import { blankRow } from '../columns.ts';
import type { HashExternalId } from '../sources/erased-persons.ts';
import { eraseLinks, eraseSponsor } from '../sources/link-store.ts';
import type { HashUsername } from './former-usernames.ts';

/** Tables with a column `user_id` whose rows are deleted. Their database keys would delete them too, but only with the user. */
export const deletedTables = [
  'sessions',
  'sign_in_tickets',
  'sign_in_attempts',
  'linked_identities',
  'user_applications',
  'application_tickets',
  'oidc_consents',
  'password_resets',
  'trusted_devices',
  'passkeys',
  'passkey_offers',
  'totp_factors',
  'recovery_codes',
  'remembered_browsers',
  'pending_sign_ins',
  'secondary_emails',
  'secondary_email_changes',
  'recovery_links',
  'access_codes',
  'approvals',
  'user_roles',
  'application_owners',
  'api_tokens',
  'membership_periods',
  'guest_warnings',
  'queued_notices',
  'cas_proxy_grants',
  'bulk_change_rows',
  'sourced_users',
  'import_rows',
  'import_invitations',
] as const;

/** Tables whose rows stay until the applications are notified of the end of the sessions. */
export const notifiedTables = ['oidc_grants', 'cas_tickets'] as const;

export type Erasure = {
  /** Table → number of deleted rows. */
  deleted: Record<string, number>;
  /** Events that stay, without networks and browsers. */
  events: number;
  /** Applications that are still to be notified; until then the emptied row of the user stays. */
  notifications: number;
  /** Guests who have no sponsor now. */
  guests: number;
  /** Persons of sources whose ids stay as keyed hashes. */
  persons: number;
};

type EraseDeps = {
  revokeUsers: RevokeUsers;
  hashUsername: HashUsername;
  hashExternalId: HashExternalId;
  /** Deletes stored responses of the administration API that contain the id. */
  forgetResponses(queries: Queries, id: string): Promise<void>;
  at: number;
};

/** Counts what is deleted. Database keys delete `notifiedTables` with the user, and a trigger `group_members`. */
async function countRows(queries: Queries, userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [...deletedTables, ...notifiedTables] as const) {
    const { count } = await queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  // the table has no index by user
  const { groups } = await queries
    .selectFrom('users')
    .select('groups')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...counts, group_members: JSON.parse(groups).length };
}

/** Removes the name of an administrator from access codes of others. */
async function stripIssuer(queries: Queries, username: string): Promise<void> {
  const codes = await queries.selectFrom('access_codes').select(['user_id', 'issued_by']).execute();
  for (const { user_id, issued_by } of codes.filter((code) => isNamed(code.issued_by, username)))
    await queries
      .updateTable('access_codes')
      .set({ issued_by: 'erased' })
      .where('user_id', '=', user_id)
      .where('issued_by', '=', issued_by)
      .execute();
}

/** Replaces all personal data in the row of the user. */
async function emptyRow(queries: Queries, userId: string, at: number): Promise<void> {
  // random, so that no user can take it beforehand
  const name = `erased-${randomUUID()}`;
  await queries
    .updateTable('users')
    .set({
      ...blankRow,
      username: name,
      username_key: name,
      full_name: 'erased',
      disabled: 1,
      disabled_by_administrator: 1,
      updated_at: at,
      erased_at: at,
      changes_at: at,
      version: sql`version + 1`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Table → number of applications that are still to be notified. */
async function countNotifications(queries: Queries, userId: string) {
  const counts: Record<string, number> = {};
  for (const table of notifiedTables) {
    const { count } = await queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('user_id', '=', userId)
      .where('logout_due_at', 'is not', null)
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  return counts;
}

const sumOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Deletes the row of an erased user, unless applications are still to be notified. Returns the number of these. */
export async function finishErasure(queries: Queries, userId: string): Promise<number> {
  const notifications = sumOf(await countNotifications(queries, userId));
  if (notifications === 0) await queries.deleteFrom('users').where('id', '=', userId).execute();
  return notifications;
}

/** Returns what an erasure would report now. Only it knows whether the notifications of ended sessions wait afterwards. */
export async function previewErasure(queries: Queries, userId: string): Promise<Erasure> {
  const countOf = async (
    table: 'events' | 'users' | 'source_links',
    column: 'user_id' | 'sponsor_id',
  ) => {
    const { count } = await queries
      .selectFrom(table)
      .select(sql<number | string>`count(*)`.as('count'))
      .where(sql.ref(column), '=', userId)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  return {
    deleted: await countRows(queries, userId),
    events: await countOf('events', 'user_id'),
    notifications: sumOf(await countNotifications(queries, userId)),
    guests: await countOf('users', 'sponsor_id'),
    persons: await countOf('source_links', 'user_id'),
  };
}

/** Erases a user who is locked, in the caller's transaction. */
export async function eraseUser(
  queries: Queries,
  { id, username, usernameKey }: { id: string; username: string; usernameKey: string },
  { revokeUsers, hashUsername, hashExternalId, forgetResponses, at }: EraseDeps,
): Promise<Erasure> {
  const deleted = await countRows(queries, id);
  await revokeUsers(queries, { users: [id], scope: 'credentials', at });
  for (const table of deletedTables)
    await queries.deleteFrom(table).where('user_id', '=', id).execute();
  const persons = await eraseLinks(queries, id, { hashExternalId, at });
  await eraseSponsor(queries, id);
  const events = await eraseEvents(queries, { id, username });
  await stripIssuer(queries, username);
  await forgetResponses(queries, id);
  const guests = await queries
    .updateTable('users')
    .set({ sponsor_id: null })
    .where('sponsor_id', '=', id)
    .executeTakeFirst();
  await queries
    .insertInto('former_usernames')
    .values({ username_hash: hashUsername(usernameKey), erased_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await emptyRow(queries, id, at);
  // lists are read from this table
  await queries.deleteFrom('user_search').where('user_id', '=', id).execute();
  const waiting = await countNotifications(queries, id);
  const notifications = await finishErasure(queries, id);
  for (const [table, count] of Object.entries(waiting))
    deleted[table] = (deleted[table] ?? 0) - count;
  return { deleted, events, notifications, guests: Number(guests.numUpdatedRows), persons };
}
