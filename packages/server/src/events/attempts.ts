// Refused sign-ins of known users, one row each, for the administrators who help them. They are written with the counts of events, so that
// a sign-in needs no statement more.

import { randomUUID } from 'node:crypto';
import type { EventDetails } from '@brama/contract/events/event-details';
import { sql } from 'kysely';
import type { Database, Queries } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';

const attemptLifetimeMs = 30 * 24 * 3_600_000;

/** Which step was refused. */
export type AttemptStep = 'sign-in' | 'second-factor';

export type Attempt = {
  at: number;
  userId: string;
  step: AttemptStep;
  method: string | undefined;
  reason: string;
  network: string | undefined;
  /** The code that the error page shows. */
  reference: string;
};

type Row = Omit<Attempt, 'method' | 'network'> & {
  id: string;
  method: string | null;
  network: string | null;
  expiresAt: number;
};

/** Prepares the statement. It stores nothing about a user who has been erased meanwhile. */
export function prepareAttempt(db: Database) {
  const add = prepare(
    db,
    (row: Row) =>
      db
        .insertInto('sign_in_attempts')
        .columns([
          'id',
          'at',
          'expires_at',
          'user_id',
          'step',
          'method',
          'reason',
          'network',
          'reference',
        ])
        .expression(
          db
            .selectFrom('users')
            .select([
              sql<string>`cast(${row.id} as text)`.as('id'),
              sql<number>`cast(${row.at} as bigint)`.as('at'),
              sql<number>`cast(${row.expiresAt} as bigint)`.as('expires_at'),
              'users.id as user_id',
              sql<string>`cast(${row.step} as text)`.as('step'),
              sql<string | null>`cast(${row.method} as text)`.as('method'),
              sql<string>`cast(${row.reason} as text)`.as('reason'),
              sql<string | null>`cast(${row.network} as text)`.as('network'),
              sql<string>`cast(${row.reference} as text)`.as('reference'),
            ])
            .where('users.id', '=', row.userId),
        ),
    { relaxedDurability: true },
  );
  return ({ method, network, ...attempt }: Attempt) =>
    add.filled({
      ...attempt,
      method: method ?? null,
      network: network ?? null,
      id: randomUUID(),
      expiresAt: attempt.at + attemptLifetimeMs,
    });
}

const columns = [
  'id',
  'at',
  'user_id',
  'step',
  'method',
  'reason',
  'network',
  'reference',
] as const;

/** Returns the last refused attempts of a user, the newest first. */
export const attemptsOf = (queries: Queries, userId: string, limit: number) =>
  queries
    .selectFrom('sign_in_attempts')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();

/** Returns the attempt whose error page has shown this code, the last one of several. */
export const attemptWithReference = (queries: Queries, reference: string) =>
  queries
    .selectFrom('sign_in_attempts')
    .select(columns)
    .where('reference', '=', reference)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns how many attempts were refused since a time, by reason, the most frequent first. */
export const refusalsSince = (queries: Queries, since: number, limit: number) =>
  queries
    .selectFrom('sign_in_attempts')
    .select(({ fn }) => ['step', 'method', 'reason', fn.countAll().as('count')])
    .where('at', '>=', since)
    .groupBy(['step', 'method', 'reason'])
    .orderBy('count', 'desc')
    .limit(limit)
    .execute();

/** Returns the last sign-ins of a user, the newest first. */
export const signInsOf = (queries: Queries, userId: string, limit: number) =>
  queries
    .selectFrom('events')
    .select(['id', 'at', 'method', 'network', 'browser', 'system'])
    .where('user_id', '=', userId)
    // a value that no index knows: one user has few events, and this type millions
    .where(sql<string>`type || ''`, '=', 'sign-in.succeeded')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();

/** Returns the newest events of a user that are of these types, the newest first. */
export async function lastEventsOf(
  queries: Queries,
  userId: string,
  types: readonly string[],
  limit: number,
) {
  const rows = await queries
    .selectFrom('events')
    .leftJoin('users as actors', 'actors.id', 'events.actor_id')
    .select(['events.type', 'events.at', 'events.actor', 'events.details'])
    .select('actors.username as actorUsername')
    .where('events.user_id', '=', userId)
    .where(sql<string>`events.type || ''`, 'in', types)
    .orderBy('events.at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ details, ...row }) => {
    const parsed: EventDetails = JSON.parse(details ?? '{}');
    return { ...row, details: parsed };
  });
}
