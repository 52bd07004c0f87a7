// Warns the sponsor before the end date of a guest: 14 days and 3 days ahead, each once over all nodes. After a renewal both are
// due again.

import type { Database } from '../../database/connect.ts';

const warningDays = [3, 14] as const;
const dayMs = 24 * 3_600_000;
/** Guests of one round. */
const batchSize = 500;

/** A guest whose end date is near. `validUntil` in epoch milliseconds. */
export type EndingGuest = {
  sponsorId: string;
  username: string;
  fullName: string;
  validUntil: number;
};

type Deps = {
  db: Database;
  /** Sends the email later. Never throws. */
  warn(ending: EndingGuest): void;
  now: () => number;
};

type Days = (typeof warningDays)[number];

/** Returns enabled guests of whom the sponsor has not been warned this late, and can be. */
function findDue(db: Database, days: Days, now: number) {
  return (
    db
      .selectFrom('users as g')
      .innerJoin('users as s', 's.id', 'g.sponsor_id')
      .leftJoin('guest_warnings as w', (join) =>
        join.onRef('w.user_id', '=', 'g.id').onRef('w.valid_until', '=', 'g.valid_until'),
      )
      .select(['g.id', 'g.username', 'g.full_name', 'g.valid_until', 's.id as sponsor_id'])
      // so that the index of guests is used
      .where('g.sponsor_id', 'is not', null)
      .where('g.disabled', '=', 0)
      .where('g.valid_until', '>', now)
      .where('g.valid_until', '<=', now + days * dayMs)
      .where('s.disabled', '=', 0)
      .where('s.email', 'is not', null)
      .where((is) => is.or([is('w.warned_days', 'is', null), is('w.warned_days', '>', days)]))
      .orderBy('g.valid_until')
      .limit(batchSize)
      .execute()
  );
}

/** Returns false if this or another node has sent the warning already. */
async function claim(db: Database, userId: string, validUntil: number, days: Days) {
  const values = { valid_until: validUntil, warned_days: days };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('guest_warnings')
    .values({ user_id: userId, ...values })
    .onConflict((on) =>
      on
        .column('user_id')
        .doUpdateSet(values)
        .where((is) =>
          is.or([
            is('guest_warnings.valid_until', '!=', validUntil),
            is('guest_warnings.warned_days', '>', days),
          ]),
        ),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Sends the warnings that are due. A later one takes the place of an earlier one that was missed. */
export async function warnOfEndingGuests({ db, warn, now }: Deps): Promise<void> {
  for (const days of warningDays)
    for (const guest of await findDue(db, days, now())) {
      const { id, username, full_name: fullName, valid_until: validUntil } = guest;
      if (!validUntil || !(await claim(db, id, validUntil, days))) continue;
      warn({ sponsorId: guest.sponsor_id, username, fullName, validUntil });
    }
}
