// Stores whom an import must invite. A row is added in the transaction that creates the user, and stays until the invitation is sent.

import { newUsersChoices, type UninvitedCode } from '@brama/contract/admin/imports/codes';
import { z } from 'zod';
import type { Queries } from '../../../database/connect.ts';
import type { Import } from '../import-store.ts';

/** What became of an invitation is kept as long as its import. */
const keptMs = 30 * 24 * 3_600_000;
/** Rows of one statement; SQLite allows 32 766 values. */
const rowsPerInsert = 500;

const choiceOfMapping = z.object({ newUsers: z.enum(newUsersChoices).default('nothing') });

/** Returns how the new users of an import get in. */
export const newUsersOf = ({ mapping }: Pick<Import, 'mapping'>) =>
  mapping === null ? 'nothing' : choiceOfMapping.parse(JSON.parse(mapping)).newUsers;

type NewUser = { userId: string; email: string | null; validFrom: number | null };

/** Stores that these new users are to be invited. Those without an address are only counted. */
export async function addInvitations(
  queries: Queries,
  importId: string,
  users: readonly NewUser[],
  at: number,
): Promise<void> {
  const rows = users.map(({ userId, email, validFrom }) => {
    const dueAt = Math.max(at, validFrom ?? at);
    return {
      user_id: userId,
      import_id: importId,
      state: email === null ? 'left-out' : 'waiting',
      code: email === null ? 'no-email' : null,
      due_at: dueAt,
      next_at: dueAt,
      attempts: 0,
      expires_at: email === null ? at + keptMs : null,
    };
  });
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await queries
      .insertInto('import_invitations')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
}

export type DueInvitation = {
  userId: string;
  email: string | null;
  dueAt: number;
  nextAt: number;
  attempts: number;
};

/** Returns the invitation that is to be sent next. */
export async function nextInvitation(
  queries: Pick<Queries, 'selectFrom'>,
  at: number,
): Promise<DueInvitation | undefined> {
  const row = await queries
    .selectFrom('import_invitations as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['i.user_id', 'i.due_at', 'i.next_at', 'i.attempts', 'u.email'])
    .where('i.state', '=', 'waiting')
    .where('i.next_at', '<=', at)
    .orderBy('i.next_at')
    .orderBy('i.user_id')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      userId: row.user_id,
      email: row.email,
      dueAt: Number(row.due_at),
      nextAt: Number(row.next_at),
      attempts: row.attempts,
    }
  );
}

/** Sets the next attempt. Returns false if another node has taken the invitation. */
export async function postpone(
  queries: Queries,
  { userId, nextAt }: Pick<DueInvitation, 'userId' | 'nextAt'>,
  to: { nextAt: number; dueAt?: number; attempts?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('import_invitations')
    .set({
      next_at: to.nextAt,
      ...(to.dueAt !== undefined && { due_at: to.dueAt }),
      ...(to.attempts !== undefined && { attempts: to.attempts }),
    })
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .where('next_at', '=', nextAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Stores that the invitation is sent, or why there is none. */
export async function endInvitation(
  queries: Queries,
  userId: string,
  code: UninvitedCode | undefined,
  at: number,
): Promise<void> {
  await queries
    .updateTable('import_invitations')
    .set({
      state: code ? 'left-out' : 'sent',
      code: code ?? null,
      expires_at: at + keptMs,
    })
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Returns how many invitations of an import wait, are sent, or are left out, by reason. */
export async function countInvitations(queries: Pick<Queries, 'selectFrom'>, importId: string) {
  const rows = await queries
    .selectFrom('import_invitations')
    .select(['state', 'code', ({ fn }) => fn.countAll().as('count')])
    .where('import_id', '=', importId)
    .groupBy(['state', 'code'])
    .orderBy('code')
    .execute();
  const countOf = (state: string) =>
    rows.filter((row) => row.state === state).reduce((sum, { count }) => sum + Number(count), 0);
  return {
    waiting: countOf('waiting'),
    sent: countOf('sent'),
    leftOut: rows.flatMap(({ code, count }) =>
      code === null ? [] : [{ code: code as UninvitedCode, count: Number(count) }],
    ),
  };
}
