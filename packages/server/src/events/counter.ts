// Counts frequent events: failed attempts by the hour, and data released to applications by the day. A request only counts in
// memory, so it needs no statement, and its time does not reveal whose name was typed. The counts are stored every few seconds.
// A crash loses those of the last seconds.

import { referenceOf } from '@brama/contract/errors';
import type {
  CountedType,
  EventFacts,
  EventName,
  Facts,
  Level,
} from '@brama/contract/events/event-table';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Log, logSecurityEvent } from '../audit/security-events.ts';
import { hashSecret } from '../crypto/secrets.ts';
import type { Database } from '../database/connect.ts';
import { prepare, runTogether } from '../database/prepared.ts';
import { type Attempt, type AttemptStep, prepareAttempt } from './attempts.ts';
import { type CountedEvent, periodStart } from './event.ts';

type Counted = CountedEvent & { key: string; at: number; count: number };

type Row = {
  id: string;
  at: number;
  type: string;
  count: number;
  actor: string;
  userId: string;
  applicationId: string | null;
  method: string | null;
  network: string | null;
};

const flushMs = 10_000;
/** Rows of one transaction. */
const batchSize = 100;
/** Each takes about 400 bytes. Further ones are dropped until the next flush. */
const maxCounted = 50_000;

const unused = { actor_id: null, session_uid: null, browser: null, system: null, details: null };

/** Adds to the row of the period. Several nodes may count for one row. */
function prepareAdd(db: Database) {
  return prepare(
    db,
    (row: Row) =>
      db
        .insertInto('events')
        .values({
          id: row.id,
          at: row.at,
          type: row.type,
          count: row.count,
          actor: row.actor,
          user_id: row.userId,
          application_id: row.applicationId,
          method: row.method,
          network: row.network,
          ...unused,
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(({ ref }) => ({
            count: sql<number>`${ref('events.count')} + ${ref('excluded.count')}`,
            at: sql<number>`case when ${ref('excluded.at')} > ${ref('events.at')} then ${ref('excluded.at')} else ${ref('events.at')} end`,
            network: ref('excluded.network'),
          })),
        ),
    { relaxedDurability: true },
  );
}

/** Names the row for all events that are counted together. */
function keyOf({ type, userId, applicationId, method }: CountedEvent, at: number): string {
  return [type, userId, applicationId ?? '', method ?? '', periodStart(type, at)].join(' ');
}

/** Returns the id of the row, on every node: 128 bits, shorter than the key. */
const idOf = (key: string) => hashSecret(key).slice(0, 22);

type Deps = { db: Database; now: () => number; log: Pick<Logger, 'warn'> };

/** The events that are attempts to sign in. */
const steps: { readonly [Type in CountedType]?: AttemptStep } = {
  'sign-in.refused': 'sign-in',
  'second-factor.refused': 'second-factor',
};

/** The request of an attempt. Its id begins with the code that the error page shows. */
type Attempted = { id?: string; log: Log };

export class EventCounter {
  readonly #deps: Deps;
  readonly #add;
  readonly #addAttempt;
  #attempts: Attempt[] = [];
  #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#add = prepareAdd(deps.db);
    this.#addAttempt = prepareAttempt(deps.db);
  }

  /** Counts an event. Never throws. */
  count(event: CountedEvent): void {
    const at = this.#deps.now();
    this.#merge({ ...event, key: keyOf(event, at), at, count: 1 });
    this.#flushLater();
  }

  #flushLater() {
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  /** Logs the attempt of a person who has not proved to be the user; counts and stores it if the user is known. Never throws. */
  refuse<Type extends CountedType & EventName>(
    { id, log }: Attempted,
    type: Type,
    facts: EventFacts<Type>,
    level?: Level,
  ): void {
    const { user, method, network, reason = '' }: Partial<Facts> = facts;
    if (user !== undefined) {
      this.count({ type, actor: 'unknown', userId: user, method, network });
      const step = steps[type];
      if (step && id !== undefined) {
        const reference = referenceOf(id);
        const at = this.#deps.now();
        this.#keep({ at, userId: user, step, method, reason, network, reference });
      }
    }
    logSecurityEvent(log, type, facts, level);
  }

  /** Stores what was counted until now. Never rejects: after an error the next flush tries again. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counted = this.#counted;
    const attempts = this.#attempts;
    if (counted.size > 0 || attempts.length > 0) {
      this.#counted = new Map();
      this.#attempts = [];
      this.#storing = this.#storing
        .then(() => this.#store([...counted.values()]))
        .then(() => this.#storeAttempts(attempts));
    }
    return this.#storing;
  }

  /** Stores what was counted about this user, for a page that shows it. */
  async flushUser(userId: string): Promise<void> {
    const isCounted =
      this.#counted.values().some((one) => one.userId === userId) ||
      this.#attempts.some((one) => one.userId === userId);
    await (isCounted ? this.flush() : this.#storing);
  }

  #merge(event: Counted) {
    const known = this.#counted.get(event.key);
    if (known) {
      known.count += event.count;
      known.at = Math.max(known.at, event.at);
      known.network = event.network;
    } else if (this.#counted.size < maxCounted) this.#counted.set(event.key, event);
  }

  #keep(attempt: Attempt) {
    if (this.#attempts.length < maxCounted) this.#attempts.push(attempt);
    this.#flushLater();
  }

  async #storeAttempts(attempts: readonly Attempt[]) {
    for (let start = 0; start < attempts.length; start += batchSize) {
      const batch = attempts.slice(start, start + batchSize);
      try {
        await runTogether(this.#deps.db, batch.map(this.#addAttempt));
      } catch (err) {
        this.#deps.log.warn({ err }, 'sign-in attempts not stored');
        for (const one of attempts.slice(start)) this.#keep(one);
        return;
      }
    }
  }

  async #store(counted: Counted[]) {
    // in one order on all nodes, so that they never wait for each other in a circle
    counted.sort((one, other) => (one.key < other.key ? -1 : 1));
    for (let start = 0; start < counted.length; start += batchSize) {
      const batch = counted.slice(start, start + batchSize);
      try {
        await runTogether(
          this.#deps.db,
          batch.map((one) => this.#statement(one)),
        );
      } catch (err) {
        this.#deps.log.warn({ err }, 'events not stored');
        for (const one of counted.slice(start)) this.#merge(one);
        return;
      }
    }
  }

  #statement(event: Counted) {
    return this.#add.filled({
      id: idOf(event.key),
      at: event.at,
      type: event.type,
      count: event.count,
      actor: event.actor ?? 'user',
      userId: event.userId,
      applicationId: event.applicationId ?? null,
      method: event.method ?? null,
      network: event.network ?? null,
    });
  }
}
