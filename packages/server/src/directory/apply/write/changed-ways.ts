// Follows new email addresses and tax numbers, as the administration API does: voids emailed links for a new password, and stores
// notices to the users. Few statements do it for all staged users.

import type { AccountNotice } from '@brama/contract/events/event-table';
import { type RawBuilder, sql } from 'kysely';
import { randomId } from '../../../database/random-id.ts';
import { voidResetLinks } from '../../../factors/remove-factors.ts';
import { queuedNoticeMs } from '../../../pages/emails/queued-notices.ts';
import type { StagedUser, StagingConnection } from '../../../users/changes/staged/staging.ts';

/** The flag of a staged user → the notice. */
const notices = {
  sets_email: 'email-changed',
  sets_tax_id: 'tax-id-changed',
} as const satisfies Partial<Record<keyof StagedUser, AccountNotice>>;

type Flag = keyof typeof notices;

/** Stores a notice for each known user with this flag. A server sends them. */
async function storeNotices(
  connection: StagingConnection,
  flag: Flag,
  { formerEmail, at }: { formerEmail: RawBuilder<unknown>; at: number },
): Promise<void> {
  await sql`insert into queued_notices (id, user_id, notice, former_email, at, expires_at)
    select ${randomId(connection)}, id, ${sql.lit(notices[flag])}, ${formerEmail}, ${sql.lit(at)}, ${sql.lit(at + queuedNoticeMs)}
      from staged_users where expected_version is not null and ${sql.ref(flag)} = 1`.execute(
    connection,
  );
}

/** Runs after the users are written. `at` in epoch milliseconds. */
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
