// Stores events in the transaction of what they are about, and lists them for a user.

import { randomUUID } from 'node:crypto';
import type { EventDetails } from '@brama/contract/events/event-details';
import { type EventType, eventTypes } from '@brama/contract/events/event-table';
import type { Language } from '@brama/contract/paths';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import type { Statement } from '../database/direct.ts';
import { prepare } from '../database/prepared.ts';
import { randomId } from '../database/random-id.ts';
import type { EventsTable } from '../database/schema.ts';
import { type Actor, eventLifetimeMs, type NewEvent } from './event.ts';

type Row = {
  id: string;
  at: number;
  type: string;
  actor: string;
  actorId: string | null;
  userId: string | null;
  applicationId: string | null;
  sessionUid: string | null;
  method: string | null;
  network: string | null;
  browser: string | null;
  system: string | null;
  details: string | null;
};

function rowOf(event: NewEvent, at: number): Row {
  const { details } = event;
  return {
    id: randomUUID(),
    at,
    type: event.type,
    actor: event.actor ?? 'user',
    actorId: event.actorId ?? null,
    userId: event.userId ?? null,
    applicationId: event.applicationId ?? null,
    sessionUid: event.sessionUid ?? null,
    method: event.method ?? null,
    network: event.network ?? null,
    browser: event.label?.browser ?? null,
    system: event.label?.system ?? null,
    details: details ? JSON.stringify(details) : null,
  };
}

const valuesOf = (row: Row) => ({
  id: row.id,
  at: row.at,
  type: row.type,
  count: sql.lit(1),
  actor: row.actor,
  actor_id: row.actorId,
  user_id: row.userId,
  application_id: row.applicationId,
  session_uid: row.sessionUid,
  method: row.method,
  network: row.network,
  browser: row.browser,
  system: row.system,
  details: row.details,
});

type EachEvent = {
  type: { if: Expression<SqlBool>; is: EventType; else: EventType };
  actor: Actor;
  actorId?: string | undefined;
  userId: Expression<string>;
  /** JSON. */
  details: Expression<string | null>;
  /** Epoch milliseconds. */
  at: number;
};

/**
 * Stores an event for each row of a table, by one statement within the caller's transaction. `from` is a table, or a table and a
 * condition; the expressions refer to its columns.
 */
export async function recordEach(
  queries: Pick<Queries, 'getExecutor'>,
  from: RawBuilder<unknown>,
  { type, actor, actorId, userId, details, at }: EachEvent,
): Promise<void> {
  await sql`insert into events (id, at, type, count, actor, actor_id, user_id, details)
    select ${randomId(queries)}, ${sql.lit(at)},
      case when ${type.if} then ${sql.lit(type.is)} else ${sql.lit(type.else)} end,
      1, ${sql.lit(actor)}, ${sql.lit(actorId ?? null)}, ${userId}, ${details} from ${from}`.execute(
    queries,
  );
}

/** By then the user has noticed the email about a sign-in of another person. */
const noticedMs = 7 * 24 * 3_600_000;

/** Rows of one statement; SQLite allows 32 766 values. */
const batchSize = 500;

/** The last event of a page: the next page begins after it. */
export type EventPosition = { at: number; id: string };

export type StoredEvent = Omit<EventsTable, 'details'> & { details: EventDetails };

const eventFrom = (row: EventsTable): StoredEvent => ({
  ...row,
  details: row.details === null ? {} : JSON.parse(row.details),
});

/** What a list contains; without a filter everything. Times in epoch milliseconds. */
export type EventFilters = {
  type: string | undefined;
  user: string | undefined;
  application: string | undefined;
  /** Id of the user who acted for the administration. */
  actorId: string | undefined;
  /** As events have it. */
  network: string | undefined;
  /** Only events that say that something was refused. */
  isRefusal: true | undefined;
  from: number | undefined;
  /** Exclusive. */
  to: number | undefined;
  /** Only events of applications of this owner. */
  owner: string | undefined;
  /** Leaves out events of these kinds, the first part of their types, unless they concern the reader or the reader caused them. */
  hidden: { kinds: readonly string[]; reader: string };
};

/** The filters that compare a column with one value. */
const columnOf = {
  type: 'type',
  user: 'user_id',
  application: 'application_id',
  actorId: 'actor_id',
  network: 'network',
} as const;

const refusalTypes = eventTypes.filter((type) => type.endsWith('.refused'));

/**
 * Returns the column as a value that no index knows. One user has few events, an application or a type may have millions. SQLite cannot know
 * it, and would read those of the type.
 */
const withoutIndex = (column: string) => sql<string>`${sql.ref(column)} || ''`;

export class EventStore {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #insert;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#insert = prepare(db, (row: Row) => db.insertInto('events').values(valuesOf(row)));
  }

  /** Returns the statement that stores the event, for `runTogether`. */
  statement(event: NewEvent): Statement {
    return this.#insert.filled(rowOf(event, this.#now()));
  }

  /** Stores the event within the caller's transaction. */
  async record(queries: Queries, event: NewEvent): Promise<void> {
    await queries.executeQuery(this.statement(event));
  }

  /** Stores many events with few statements, within the caller's transaction. */
  async recordMany(queries: Queries, events: readonly NewEvent[]): Promise<void> {
    const at = this.#now();
    for (let start = 0; start < events.length; start += batchSize) {
      const rows = events.slice(start, start + batchSize).map((event) => rowOf(event, at));
      await queries.insertInto('events').values(rows.map(valuesOf)).execute();
    }
  }

  /** Returns up to `limit` events of the user, the newest first. Expired ones may be among them. */
  async ofUser(
    userId: string,
    { before, limit }: { before?: EventPosition | undefined; limit: number },
  ): Promise<StoredEvent[]> {
    let query = this.#db.selectFrom('events').selectAll().where('user_id', '=', userId);
    if (before)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at', 'id'), '<', tuple(before.at, before.id)),
      );
    const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(eventFrom);
  }

  /** Returns the details of the events of this type that an administrator has caused since then. */
  async causedSince(
    queries: Pick<Queries, 'selectFrom'>,
    type: EventType,
    actorId: string,
    since: number,
  ): Promise<EventDetails[]> {
    const rows = await queries
      .selectFrom('events')
      .select('details')
      .where('type', '=', type)
      .where('at', '>', since)
      .where(withoutIndex('actor_id'), '=', actorId)
      .execute();
    return rows.map(({ details }) => (details === null ? {} : JSON.parse(details)));
  }

  /** Returns up to `limit` events, the newest first. Runs on the given connection. */
  async list(
    queries: Queries,
    {
      after,
      limit,
      ...filters
    }: EventFilters & { after: { key: string; id: string } | undefined; limit: number },
  ): Promise<StoredEvent[]> {
    const { from, to, owner, hidden } = filters;
    let query = queries
      .selectFrom('events')
      .selectAll()
      .where('at', '>', this.#now() - eventLifetimeMs);
    for (const name of ['type', 'user', 'application', 'actorId', 'network'] as const) {
      const value = filters[name];
      if (value === undefined) continue;
      const column = columnOf[name];
      const isOfUser = filters.user !== undefined && name !== 'user';
      query = query.where(isOfUser ? withoutIndex(column) : sql.ref(column), '=', value);
    }
    if (filters.isRefusal) query = query.where(withoutIndex('type'), 'in', refusalTypes);
    for (const kind of hidden.kinds)
      query = query.where((is) =>
        is.or([
          is('type', 'not like', `${kind}.%`),
          is('user_id', '=', hidden.reader),
          is('actor_id', '=', hidden.reader),
        ]),
      );
    if (from !== undefined) query = query.where('at', '>=', from);
    if (to !== undefined) query = query.where('at', '<', to);
    if (owner !== undefined)
      query = query.where('application_id', 'in', (own) =>
        own
          .selectFrom('application_owners')
          .select('application_owners.application_id')
          .where('application_owners.user_id', '=', owner),
      );
    if (after) {
      const at = Number(after.key);
      // compared as one value, so that an index on the time leads to the position; with `or` all newer events would be read
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at', 'id'), '<', tuple(at, after.id)),
      );
    }
    const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(eventFrom);
  }

  /** Returns the last event of these types. */
  async lastOf(
    queries: Queries,
    userId: string,
    types: readonly NewEvent['type'][],
  ): Promise<StoredEvent | undefined> {
    const row = await queries
      .selectFrom('events')
      .selectAll()
      .where('user_id', '=', userId)
      .where(withoutIndex('type'), 'in', types)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && eventFrom(row);
  }

  /**
   * Returns the language that the user has chosen, for emails about the account. It is that of the last sign-in a week ago or earlier,
   * because a later one may be another person's. Without such a sign-in it is that of the first known one. Returns undefined
   * without any.
   */
  async languageOf(userId: string): Promise<Language | undefined> {
    const signIns = this.#db
      .selectFrom('events')
      .selectAll()
      .where('user_id', '=', userId)
      .where('type', '=', 'sign-in.succeeded')
      .limit(1);
    const noticed = signIns.where('at', '<=', this.#now() - noticedMs).orderBy('at', 'desc');
    const row =
      (await noticed.executeTakeFirst()) ?? (await signIns.orderBy('at').executeTakeFirst());
    return row && eventFrom(row).details.language;
  }

  /**
   * Returns whether the user has never signed in before. A user who is older than the oldest event may have, so that an attacker in an
   * account that was long unused is not welcomed.
   */
  async isFirstSignIn(queries: Queries, userId: string): Promise<boolean> {
    const row = await queries
      .selectFrom('users')
      .select('users.id')
      .where('users.id', '=', userId)
      .where('users.created_at', '>', this.#now() - eventLifetimeMs)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('events')
              .select('events.id')
              .where('events.user_id', '=', userId)
              .where('events.type', '=', 'sign-in.succeeded'),
          ),
        ),
      )
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Deletes up to `most` events that are 90 days old. Returns their number. */
  deleteExpired(most: number): Promise<number> {
    const expired = sql`at <= ${this.#now() - eventLifetimeMs}`;
    return deleteExpired(this.#db, { table: 'events', key: ['id'] }, expired, most);
  }
}
