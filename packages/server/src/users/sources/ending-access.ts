// Notifies users before their account or memberships end because a source no longer names them. The notices are sent 30 and 10 days ahead,
// each once over all nodes. A later notice takes the place of an earlier one that was missed.

import { type Language, languages } from '@brama/contract/paths';
import type { Database } from '../../database/connect.ts';

const noticeDays = [10, 30] as const;
const dayMs = 24 * 3_600_000;
/** Users of one round. */
const batchSize = 500;

/** What a user loses. `endsAt` in epoch milliseconds. */
export type EndingAccess = {
  userId: string;
  endsAt: number;
  endsAccount: boolean;
  /** The titles of the groups. */
  groups: Record<Language, string[]>;
};

type Deps = {
  db: Database;
  /** Sends the email later. Never throws. */
  notify(ending: EndingAccess): void;
  now: () => number;
};

type Days = (typeof noticeDays)[number];

/** Returns the persons who have left, and whose user can be notified and has not been this late. */
function findDue(db: Database, days: Days, now: number) {
  return db
    .selectFrom('source_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.source', 'l.external_id', 'l.ends_at', 'u.id', 'u.valid_until'])
    .where('l.state', '=', 'left')
    .where('l.ends_at', '>', now)
    .where('l.ends_at', '<=', now + days * dayMs)
    .where((is) => is.or([is('l.warned_days', 'is', null), is('l.warned_days', '>', days)]))
    .where('u.disabled', '=', 0)
    .where('u.email', 'is not', null)
    .orderBy('l.ends_at')
    .limit(batchSize)
    .execute();
}

type Due = Awaited<ReturnType<typeof findDue>>[number];

/** Returns false if this or another node has sent the notice already, or the person has come back. */
async function claim(db: Database, { source, external_id, ends_at }: Due, days: Days) {
  const { numUpdatedRows } = await db
    .updateTable('source_links')
    .set({ warned_days: days })
    .where('source', '=', source)
    .where('external_id', '=', external_id)
    .where('state', '=', 'left')
    .where('ends_at', '=', ends_at)
    .where((is) => is.or([is('warned_days', 'is', null), is('warned_days', '>', days)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns the titles of the groups of which the user is a member until then. */
async function endingGroups(db: Database, userId: string, endsAt: number) {
  const rows = await db
    .selectFrom('membership_periods as p')
    .innerJoin('groups as g', 'g.name', 'p.group_name')
    .select(['g.name', 'g.title'])
    .where('p.user_id', '=', userId)
    .where('p.valid_until', '=', endsAt)
    .orderBy('g.name')
    .execute();
  const titlesIn = (language: Language) =>
    rows.map(({ name, title }): string => (title ? JSON.parse(title)[language] : name));
  return Object.fromEntries(languages.map((one) => [one, titlesIn(one)])) as EndingAccess['groups'];
}

/** Sends the notices that are due. Users who keep everything, from another source or by hand, get none. */
export async function notifyOfEndingAccess({ db, notify, now }: Deps): Promise<void> {
  for (const days of noticeDays)
    for (const due of await findDue(db, days, now())) {
      const { id: userId, ends_at: endsAt, valid_until: validUntil } = due;
      if (endsAt === null || !(await claim(db, due, days))) continue;
      const groups = await endingGroups(db, userId, endsAt);
      const endsAccount = validUntil === endsAt;
      if (endsAccount || groups.uk.length > 0) notify({ userId, endsAt, endsAccount, groups });
    }
}
