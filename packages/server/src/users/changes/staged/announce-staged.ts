// What follows from staged users, in the transaction that has written them: events, void links, notices. Few statements do it for all of
// them. `../announce.ts` does it for single users.

import type { eventTable } from '@brama/contract/events/event-table';
import { type RawBuilder, sql } from 'kysely';
import { randomId } from '../../../database/random-id.ts';
import { countEnded } from '../../../events/change.ts';
import type { Actor, NewEvent } from '../../../events/event.ts';
import { queuedNoticeMs } from '../../../events/notice.ts';
import { recordEach } from '../../../events/store.ts';
import { voidResetLinks } from '../../../factors/remove-factors.ts';
import type { EndedSession } from '../../../sessions/revocation.ts';
import { noticeOf } from '../announce.ts';
import type { StagedUser, StagingConnection } from './staging.ts';

/** How users are written, as events have it. An erasure keeps these words. */
export type Source =
  | (typeof eventTable)['role.granted' | 'role.revoked']['closedReasons'][number]
  | 'by-import';

/** Who has started or approved the writing. */
export type By = { actor: Actor; actorId?: string };

export const detailsOfUser = (fields: readonly string[], reason: Source) =>
  JSON.stringify({ fields, reason });

/** Stores the events of all staged users, one statement for each kind. `at` in epoch milliseconds. */
export async function recordUsers(
  connection: StagingConnection,
  { reason, by }: { reason: Source; by: By },
  at: number,
): Promise<void> {
  const about = { ...by, userId: sql.ref<string>('id'), at };
  await recordEach(connection, sql`staged_users`, {
    ...about,
    type: { if: sql`expected_version is null`, is: 'user.created', else: 'user.changed' },
    details: sql.ref('event_details'),
  });
  const turned = sql`staged_users where sets_disabled = 1 and expected_version is not null`;
  await recordEach(connection, turned, {
    ...about,
    type: { if: sql`disabled = 1`, is: 'user.disabled', else: 'user.enabled' },
    details: sql.lit(JSON.stringify({ reason })),
  });
}

/** Returns the events of users whose sessions have ended. */
export const endedEvents = (
  ended: readonly EndedSession[],
  { reason, by }: { reason: Source; by: By },
): NewEvent[] =>
  [...countEnded(ended)].map(([userId, sessions]) => ({
    ...by,
    type: 'session.ended',
    userId,
    details: { reason, sessions },
  }));

/** The flag of a staged user → the way in that it changes. */
const wayOf = { sets_email: 'email', sets_tax_id: 'taxIdHash' } as const;

type Flag = keyof typeof wayOf;

/** Stores a notice for each known user with this flag. A server sends them. */
async function storeNotices(
  connection: StagingConnection,
  flag: Flag,
  { formerEmail, at }: { formerEmail: RawBuilder<unknown>; at: number },
): Promise<void> {
  await sql`insert into queued_notices (id, user_id, notice, former_email, at, expires_at)
    select ${randomId(connection)}, id, ${sql.lit(noticeOf[wayOf[flag]])}, ${formerEmail}, ${sql.lit(at)}, ${sql.lit(at + queuedNoticeMs)}
      from staged_users where expected_version is not null and ${sql.ref(flag)} = 1`.execute(
    connection,
  );
}

/** Follows new email addresses and tax numbers, as `announceWays` does. `at` in epoch milliseconds. */
export async function followChangedWays(
  connection: StagingConnection,
  changed: readonly StagedUser[],
  at: number,
): Promise<void> {
  const changesEmail = changed.some((user) => user.sets_email === 1);
  const changesTaxId = changed.some((user) => user.sets_tax_id === 1);
  if (!changesEmail && !changesTaxId) return;
  const users = connection
    .selectFrom('staged_users')
    .select('id')
    .where('expected_version', 'is not', null)
    .where((is) => is.or([is('sets_email', '=', 1), is('sets_tax_id', '=', 1)]))
    .$asScalar();
  await voidResetLinks(connection, users);
  if (changesEmail)
    await storeNotices(connection, 'sets_email', { formerEmail: sql.ref('former_email'), at });
  if (changesTaxId)
    await storeNotices(connection, 'sets_tax_id', {
      // the new mailbox may belong to another person
      formerEmail: sql`case when sets_email = 1 then former_email end`,
      at,
    });
}
